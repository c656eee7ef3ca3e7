import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { PageTitle, query } from '@tenbin/app-kit';
import { getRevenue, type RevenueRow } from '@tenbin/contract';
import { Empty, Failure, formatYen, Loading, Panel, SmallTable } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

/** What each month brought: in all, and by plan. */
export function RevenuePage() {
  const text = useText('money');
  const revenue = useQuery(query(getRevenue, {}));
  const months = [...Map.groupBy(revenue.data ?? [], ({ month }) => month)];
  return (
    <>
      <PageTitle title={text('revenue')} />
      <Box sx={{ display: 'grid', gap: 2 }}>
        {revenue.isPending && <Loading what={text('revenue')} rows={6} />}
        {revenue.isLoadingError && <Failure what={text('revenue')} error={revenue.error} onRetry={() => void revenue.refetch()} />}
        {revenue.data?.length === 0 && (
          <Panel>
            <Empty title={text('noRevenue')}>{text('noRevenueHelp')}</Empty>
          </Panel>
        )}
        {months.map(([month, rows]) => (
          <Panel key={month} title={month.replace('-', '/')}>
            <SmallTable
              lined
              label={month.replace('-', '/')}
              heads={[text('plan'), text('count'), text('paid'), text('refunded'), text('total')]}
              rows={[...rows, sumOf(rows, text('allPlans'))].map(({ planName, count, paid, refunded, total }, index) => ({
                key: `${planName} ${index}`,
                cells: [planName, count, formatYen(paid), formatYen(refunded), formatYen(total)],
              }))}
            />
          </Panel>
        ))}
      </Box>
    </>
  );
}

/** Whole yen: exact. */
const sumOf = (rows: readonly RevenueRow[], planName: string): Omit<RevenueRow, 'month'> =>
  rows.reduce(
    (sum, { count, paid, refunded, total }) => ({
      planName,
      count: sum.count + count,
      paid: sum.paid + paid,
      refunded: sum.refunded + refunded,
      total: sum.total + total,
    }),
    { planName, count: 0, paid: 0, refunded: 0, total: 0 },
  );
