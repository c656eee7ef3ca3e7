import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { keyOf, PageLink, PageTitle, query, useAction, useClient } from '@tenbin/app-kit';
import { BillView, UnreadPage } from '@tenbin/app-kit/staff';
import {
  calculateOrganizationBill,
  getOrganizationBill,
  listOrganizationBills,
  type Mapped,
  type PlatformBill,
  settleOrganizationBill,
} from '@tenbin/contract';
import { ConfirmDialog, formatYen, onPaper, useFailureToast, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';

const route = getRouteApi('/shell/behind/bills/$id');

/** One bill of any organization: a draft is issued here, an issued one is settled or put right. */
export function BillPage() {
  const text = useText('money');
  const platformText = useText('platform');
  const { id } = route.useParams();
  const bill = useQuery(query(getOrganizationBill, { params: { id } }));
  const mayOperate = useMayOperate();
  if (!bill.data) return <UnreadPage key={id} what={text('billTitle')} read={bill} />;
  const { number, month, organization } = bill.data;
  return (
    <>
      <GlobalStyles styles={onPaper} />
      <PageTitle
        title={number === null ? platformText('draftOf', { month }) : text('bill', { number })}
        action={
          <Box className="not-on-paper" sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
            <PageLink to="/organizations/$id" params={{ id: organization }}>
              {platformText('organization')}
            </PageLink>
            <Button variant="outlined" onClick={() => window.print()}>
              {text('print')}
            </Button>
            {mayOperate && <Acts bill={bill.data} />}
          </Box>
        }
      />
      <BillView bill={bill.data} />
    </>
  );
}

function Acts({ bill: { id, organization, month, number, total, status, corrects } }: { readonly bill: Mapped<PlatformBill> }) {
  const text = useText('platform');
  const client = useClient();
  const failed = useFailureToast();
  const toast = useToast();
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const [isAsking, setAsking] = useState(false);
  const readAgain = () =>
    Promise.all([getOrganizationBill, listOrganizationBills].map((one) => queries.invalidateQueries({ queryKey: keyOf(one) })));
  const compute = useAction<Mapped<PlatformBill>, { readonly issue: boolean; readonly corrects?: string }>({
    mutationFn: (how) => client.call(calculateOrganizationBill, { params: { id: organization }, body: { month, ...how } }),
    onSuccess: async (made) => {
      if (made.number !== null) toast('success', text('issued', { number: made.number }));
      await navigate({ to: '/bills/$id', params: { id: made.id }, replace: true });
      await readAgain();
    },
    onError: (error) => failed(error),
    onSettled: () => setAsking(false),
  });
  const settle = useAction<unknown, 'COMPLETED' | 'FAILED'>({
    mutationFn: (next) => client.call(settleOrganizationBill, { params: { id }, body: { status: next } }),
    onSuccess: () => toast('success', text('settled')),
    onError: (error) => failed(error),
    onSettled: readAgain,
  });
  if (number !== null)
    return (
      <>
        <Button variant="outlined" disabled={status === 'COMPLETED'} loading={settle.isPending} onClick={() => settle.mutate('COMPLETED')}>
          {text('markPaid')}
        </Button>
        <Button disabled={status === 'FAILED'} loading={settle.isPending} onClick={() => settle.mutate('FAILED')}>
          {text('markFailed')}
        </Button>
        <Button loading={compute.isPending} onClick={() => compute.mutate({ issue: false, corrects: id })}>
          {text('correct')}
        </Button>
      </>
    );
  return (
    <>
      <Button variant="contained" onClick={() => setAsking(true)}>
        {text('issue')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={text('issueTitle', { month })}
        confirm={text('issue')}
        busy={compute.isPending}
        onConfirm={() => compute.mutate({ issue: true, ...(corrects !== null && { corrects }) })}
        onClose={() => setAsking(false)}
      >
        {text('issueHelp', { total: formatYen(total) })}
      </ConfirmDialog>
    </>
  );
}
