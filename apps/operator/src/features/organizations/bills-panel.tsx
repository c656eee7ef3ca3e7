import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { keyOf, PageLink, Problem, query, useCallForm } from '@tenbin/app-kit';
import { calculateOrganizationBill, listOrganizationBills } from '@tenbin/contract';
import { Empty, Failure, Field, formatDay, formatYen, Loading, Panel, SmallTable, unknownFigure, useErrorText } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';

const maxShown = 24;

/** The month before the present one, as the calendar here has it. */
function lastMonth(): string {
  const now = new Date();
  const last = new Date(now.getFullYear(), now.getMonth() - 1, 1);
  return `${last.getFullYear()}-${String(last.getMonth() + 1).padStart(2, '0')}`;
}

/** The bills of one organization, drafts among them. */
export function BillsPanel({ organizationId: id }: { readonly organizationId: string }) {
  const text = useText('platform');
  const moneyText = useText('money');
  const bills = useQuery(query(listOrganizationBills, { params: { id }, query: { limit: maxShown } }));
  return (
    <Panel title={text('bills')}>
      {useMayOperate() && <Compute organizationId={id} />}
      {bills.isPending && <Loading what={text('bills')} rows={2} height={40} />}
      {bills.isLoadingError && <Failure what={text('bills')} error={bills.error} onRetry={() => void bills.refetch()} />}
      {bills.data?.length === 0 && <Empty title={text('noBills')}>{text('noBillsHelp')}</Empty>}
      {bills.data && bills.data.length > 0 && (
        <SmallTable
          lined
          stacked="named"
          label={text('bills')}
          heads={[moneyText('month'), moneyText('number'), moneyText('status'), moneyText('issuedAt'), moneyText('withTax')]}
          rows={bills.data.map(({ id: billId, month, number, total, status, issuedAt }) => ({
            key: billId,
            cells: [
              <PageLink key="month" to="/bills/$id" params={{ id: billId }}>
                {month}
              </PageLink>,
              number ?? unknownFigure,
              number === null ? moneyText('draft') : moneyText(`status_${status}`),
              issuedAt === null ? unknownFigure : formatDay(issuedAt),
              formatYen(total),
            ],
          }))}
        />
      )}
    </Panel>
  );
}

/** Computes a draft, as often as one likes, and leads to it. */
function Compute({ organizationId: id }: { readonly organizationId: string }) {
  const text = useText('platform');
  const moneyText = useText('money');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useCallForm(calculateOrganizationBill, {
    defaults: { month: lastMonth() },
    input: ({ month }) => ({ params: { id }, body: { month: month.replace('-', '/') } }),
    onSuccess: (bill) => {
      void queries.invalidateQueries({ queryKey: keyOf(listOrganizationBills) });
      void navigate({ to: '/bills/$id', params: { id: bill.id } });
    },
  });
  return (
    <Box component="form" noValidate onSubmit={form.submit} sx={{ mb: 2 }}>
      {form.error && <Problem mb={1}>{errorText(form.error)}</Problem>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'start' }}>
        <Box sx={{ width: 220 }}>
          <Field label={moneyText('month')} type="month" {...form.field('month')} />
        </Box>
        <Button type="submit" variant="outlined" loading={form.isSending} sx={{ minHeight: 56 }}>
          {text('computeDraft')}
        </Button>
      </Box>
    </Box>
  );
}
