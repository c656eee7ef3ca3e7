import { getRouteApi } from '@tanstack/react-router';
import { PagedList, query, usePagedList } from '@tenbin/app-kit';
import { paymentResults, paymentTypes } from '@tenbin/billing';
import { countPayments, listPayments } from '@tenbin/contract';
import { Empty, formatDate, Pager, Panel, SmallTable } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { yen } from './plan-words.ts';

const route = getRouteApi('/shell/plan');
const pageSize = 20;
const known = { type: paymentTypes, result: paymentResults } as const;

/** What was paid, what was not, and what came back: newest first, a page at a time. */
export function PaymentsPanel() {
  const text = useText('plan');
  const navigate = route.useNavigate();
  const { page: wanted = 1 } = route.useSearch();
  const list = usePagedList({
    count: query(countPayments, {}),
    list: (part) => query(listPayments, { query: part }),
    page: wanted,
    size: pageSize,
  });
  const named = <Name extends keyof typeof known>(of: Name, value: string): string => {
    const word = (known[of] as readonly string[]).includes(value) ? (value as (typeof known)[Name][number]) : null;
    return word === null ? value : text(`${of}${word}` as never);
  };
  return (
    <Panel title={text('payments')}>
      <PagedList
        list={list}
        what={text('payments')}
        waiting={{ rows: 3, height: 52 }}
        empty={<Empty title={text('noPayments')}>{text('noPaymentsHelp')}</Empty>}
      >
        {(payments) => (
          <SmallTable
            label={text('payments')}
            stacked
            lined
            heads={[text('date'), text('name'), text('type'), text('result'), text('amount')]}
            rows={payments.map(({ transactionId, date, planName, campaignCode, type, result, payment }) => ({
              key: `${transactionId} ${type} ${result}`,
              cells: [
                formatDate(date),
                campaignCode === null ? planName : `${planName} (${campaignCode})`,
                named('type', type),
                named('result', result),
                yen(payment),
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
  );
}
