import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { getRouteApi } from '@tanstack/react-router';
import { given, PagedList, PageLink, PageTitle, PeriodFields, query, SearchField, usePagedList } from '@tenbin/app-kit';
import { daysIn, periodIn } from '@tenbin/app-kit/staff';
import { countOrganizationPayments, downloadTransactionLogs, listOrganizationPayments } from '@tenbin/contract';
import { Empty, FoldingFilters, formatDate, formatYen, Pager, Panel, SelectField, SmallTable } from '@tenbin/ui';
import { ClocksNote } from '../../app/clocks-note.tsx';
import { CsvDownload } from '../../app/csv-download.tsx';
import { useText } from '../../app/text.ts';
import { useMayDo, useTimeZone } from '../../app/use-self.ts';

const route = getRouteApi('/shell/money/payments');
const pageSize = 20;
const results = ['FAILED', 'PENDING', 'COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED', 'REINSTATED'] as const;
type Result = (typeof results)[number];
const yesNo = ['true', 'false'] as const;
const types = ['SUBSCRIPTION_FEE', 'INITIAL_PURCHASE_FEE', 'REFUND'] as const;

type Parts = Readonly<Partial<Record<'result' | 'type' | 'unexpected' | 'email' | 'from' | 'to', string | undefined>>>;

const resultOf = (value: string | undefined): Result | undefined => results.find((result) => result === value);

/** Payments of all users: those that stand out first. */
export function PaymentsPage() {
  const text = useText('money');
  const [mayExport, mayReadUsers] = [useMayDo('export'), useMayDo('read')];
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const timeZone = useTimeZone();
  const { page: wanted = 1, email } = search;
  const result = resultOf(search.result);
  const type = types.find((one) => one === search.type);
  const unexpected = yesNo.find((one) => one === search.unexpected);
  const filter = {
    ...periodIn(search, timeZone),
    ...(result && { result }),
    ...(type && { type }),
    ...(unexpected && { unexpected }),
    ...(email !== undefined && { email }),
  };
  const list = usePagedList({
    count: query(countOrganizationPayments, { query: filter }),
    list: ({ offset, limit }) => query(listOrganizationPayments, { query: { ...filter, skip: offset, limit } }),
    page: wanted,
    size: pageSize,
  });
  const change = (part: Parts) => void navigate({ search: (now) => given({ ...now, ...part, page: undefined }), replace: true });
  return (
    <>
      <PageTitle
        title={text('payments')}
        action={mayExport && <CsvDownload label={text('download')} name="transactions" route={downloadTransactionLogs} filter={filter} />}
      />
      <Panel>
        <FoldingFilters
          label={text('payments')}
          name={text('filters')}
          count={[result, type, unexpected, search.from, search.to].filter((one) => one !== undefined).length}
          first={
            <SearchField
              label={text('email')}
              value={email ?? ''}
              maxLength={254}
              onSearch={(typed) => change({ email: typed || undefined })}
            />
          }
          sx={{ mb: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 200px), 1fr))' }}
        >
          <SelectField
            small
            label={text('result')}
            value={result ?? ''}
            options={[{ value: '', name: text('everyResult') }, ...results.map((value) => ({ value, name: text(`result_${value}`) }))]}
            onChange={(value) => change({ result: value || undefined })}
          />
          <SelectField
            small
            label={text('type')}
            value={type ?? ''}
            options={[{ value: '', name: text('everyType') }, ...types.map((value) => ({ value, name: text(`type_${value}`) }))]}
            onChange={(value) => change({ type: value || undefined })}
          />
          <SelectField
            small
            label={text('expected')}
            value={unexpected ?? ''}
            options={[
              { value: '', name: text('either') },
              { value: 'true', name: text('unexpectedOnly') },
              { value: 'false', name: text('expectedOnly') },
            ]}
            onChange={(value) => change({ unexpected: value || undefined })}
          />
          <PeriodFields {...daysIn(search, timeZone)} onChange={change} />
        </FoldingFilters>
        <ClocksNote words="money" />
        <PagedList
          list={list}
          what={text('payments')}
          waiting={{ rows: 6, height: 40 }}
          empty={<Empty title={text('noPayments')}>{text('noPaymentsHelp')}</Empty>}
        >
          {(payments) => (
            <SmallTable
              lined
              label={text('payments')}
              heads={[text('date'), text('amount'), text('result'), text('user'), text('plan'), text('type')]}
              rows={payments.map((payment) => ({
                key: `${payment.transactionId} ${payment.type} ${payment.result}`,
                cells: [
                  formatDate(payment.date),
                  formatYen(payment.payment),
                  <Box key="result" component="span" sx={{ display: 'inline-flex', gap: 0.5, alignItems: 'center' }}>
                    {text(`result_${payment.result as Result}`)}
                    {payment.isOutstanding && <Chip size="small" color="error" label={text('outstanding')} />}
                    {payment.isUnexpected && <Chip size="small" color="warning" label={text('unexpected')} />}
                  </Box>,
                  payment.user !== null && mayReadUsers ? (
                    <PageLink key="user" to="/users/$userId" params={{ userId: payment.user }}>
                      {payment.email}
                    </PageLink>
                  ) : (
                    (payment.email ?? text('unknownUser'))
                  ),
                  payment.campaignCode === null ? payment.planName : `${payment.planName} (${payment.campaignCode})`,
                  text(`type_${payment.type as 'REFUND'}`),
                ],
              }))}
            />
          )}
        </PagedList>
        {list.rows.data && (
          <Pager
            page={list.page}
            pages={list.pages}
            onPage={(page) => void navigate({ search: (now) => ({ ...now, page }), resetScroll: false })}
          />
        )}
      </Panel>
    </>
  );
}
