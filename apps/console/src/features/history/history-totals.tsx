import Box from '@mui/material/Box';
import type { UseQueryResult } from '@tanstack/react-query';
import type { getRecordTotals, RouteReply } from '@tenbin/contract';
import { decimals, FactList, Failure, Figure, formatAmount, Loading } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { HelpLink } from '../../shell/help-link.tsx';

/** Decimals of amounts; coins have eight, a few more. */
const amountDecimals = 10;

/** Of three currencies, whose amounts take two lines on a phone: what is below does not move when they come. */
const filledHeight = { xs: 250, sm: 160, lg: 56 };

interface HistoryTotalsProps {
  readonly sums: UseQueryResult<RouteReply<typeof getRecordTotals>>;
  /** Basis points are of one bot's balances: of several they add up to nothing. */
  readonly isOfOneBot: boolean;
}

/** What all records that are filtered add up to, whatever page of them is shown. */
export function HistoryTotals({ sums, isOfOneBot }: HistoryTotalsProps) {
  const text = useText('history');
  const totals = sums.data;
  if (sums.isLoadingError) return <Failure what={text('totals')} error={sums.error} onRetry={() => void sums.refetch()} />;
  return (
    <Box role="status" sx={{ px: { xs: 2, sm: 2.5 }, pb: 1.5, minHeight: filledHeight }}>
      {sums.isPending && <Loading what={text('totals')} rows={1} height={40} />}
      {totals && (
        <FactList
          label={text('totals')}
          facts={[
            { name: text('count'), value: <Figure value={totals.count} digits={0} /> },
            { name: text('volume'), value: <Figure value={Number(totals.volume)} digits={decimals.usd} unit="USD" /> },
            {
              name: text('profit'),
              help: <HelpLink topic="whatIsBp" />,
              value: (
                <Figure value={isOfOneBot ? totals.basisPoint : null} reason={text('profitOfOne')} digits={decimals.bps} unit="bp" change />
              ),
            },
            { name: text('earned'), value: <Figure value={Number(totals.earned)} digits={decimals.usd} unit="USD" change /> },
            { name: text('fees'), value: <AmountList amounts={totals.fees} none={text('none')} /> },
            { name: text('changes'), value: <AmountList amounts={totals.changes} none={text('none')} signed /> },
          ]}
          sx={{
            columnGap: 2,
            rowGap: 1,
            gridTemplateColumns: { xs: '1fr 1fr', sm: '1fr 1fr 1fr', lg: 'auto auto auto auto 1fr 2fr' },
            '& > div:nth-of-type(n + 5)': { gridColumn: { xs: '1 / -1', lg: 'auto' } },
          }}
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
