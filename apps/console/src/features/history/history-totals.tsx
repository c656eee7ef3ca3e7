import Box from '@mui/material/Box';
import type { UseQueryResult } from '@tanstack/react-query';
import type { getRecordTotals, RouteReply } from '@tenbin/contract';
import { decimals, FactList, Failure, Figure, formatAmount, Loading } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

/** Decimals of amounts; coins have eight, a few more. */
const amountDecimals = 10;

/** What all records that are filtered add up to, whatever page of them is shown. */
export function HistoryTotals({ sums }: { sums: UseQueryResult<RouteReply<typeof getRecordTotals>> }) {
  const text = useText('history');
  const totals = sums.data;
  if (sums.isPending) return <Loading what={text('totals')} rows={1} height={56} />;
  if (sums.isLoadingError) return <Failure what={text('totals')} error={sums.error} onRetry={() => void sums.refetch()} />;
  return (
    <Box role="status" sx={{ px: { xs: 2, sm: 2.5 }, pb: 1.5, minHeight: { xs: 172, sm: 92, md: 56 } }}>
      {totals && (
        <FactList
          label={text('totals')}
          facts={[
            { name: text('count'), value: <Figure value={totals.count} digits={0} /> },
            { name: text('volume'), value: <Figure value={Number(totals.volume)} digits={decimals.usd} unit="USD" /> },
            { name: text('profit'), value: <Figure value={totals.basisPoint} digits={decimals.bps} unit="bp" change /> },
            { name: text('fees'), value: <AmountList amounts={totals.fees} none={text('none')} /> },
            { name: text('changes'), value: <AmountList amounts={totals.changes} none={text('none')} signed /> },
          ]}
          sx={{ columnGap: 2, rowGap: 1, gridTemplateColumns: { xs: '1fr 1fr', md: 'auto auto auto 1fr 2fr' } }}
        />
      )}
    </Box>
  );
}

function AmountList({ amounts, none, signed = false }: { amounts: Readonly<Record<string, string>>; none: string; signed?: boolean }) {
  const entries = Object.entries(amounts);
  if (entries.length === 0) return none;
  return (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
      {entries.map(([currency, amount]) => (
        <Box component="span" key={currency} sx={{ whiteSpace: 'nowrap' }}>
          {signed && !amount.startsWith('-') && '+'}
          {formatAmount(amount, amountDecimals)} {currency}
        </Box>
      ))}
    </Box>
  );
}
