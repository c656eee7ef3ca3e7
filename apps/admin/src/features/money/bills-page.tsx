import { getRouteApi } from '@tanstack/react-router';
import { PagedList, PageLink, PageTitle, query, usePagedList } from '@tenbin/app-kit';
import { countOwnBills, listOwnBills } from '@tenbin/contract';
import { Empty, formatDay, formatYen, Pager, Panel, SmallTable } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

const route = getRouteApi('/shell/money/bills');
const pageSize = 20;

/** What the platform charges the organization for. */
export function BillsPage() {
  const text = useText('money');
  const navigate = route.useNavigate();
  const { page: wanted = 1 } = route.useSearch();
  const list = usePagedList({
    count: query(countOwnBills, {}),
    list: ({ offset, limit }) => query(listOwnBills, { query: { skip: offset, limit } }),
    page: wanted,
    size: pageSize,
  });
  return (
    <>
      <PageTitle title={text('bills')} />
      <Panel>
        <PagedList
          list={list}
          what={text('bills')}
          waiting={{ rows: 4, height: 40 }}
          empty={<Empty title={text('noBills')}>{text('noBillsHelp')}</Empty>}
        >
          {(bills) => (
            <SmallTable
              lined
              label={text('bills')}
              heads={[text('month'), text('withTax'), text('status'), text('issuedAt'), text('number')]}
              rows={bills.map(({ id, month, number, total, status, issuedAt }) => ({
                key: id,
                cells: [
                  <PageLink key="month" to="/bills/$id" params={{ id }}>
                    {month}
                  </PageLink>,
                  formatYen(total),
                  text(`status_${status}`),
                  formatDay(issuedAt),
                  number,
                ],
              }))}
            />
          )}
        </PagedList>
        {list.rows.data && (
          <Pager page={list.page} pages={list.pages} onPage={(page) => void navigate({ search: { page }, resetScroll: false })} />
        )}
      </Panel>
    </>
  );
}
