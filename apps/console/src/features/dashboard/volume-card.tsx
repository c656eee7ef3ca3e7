import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import { getOwnVolumeUse } from '@tenbin/contract';
import { decimals, formatDay, formatNumber, percent } from '@tenbin/ui';
import type { HistorySearch } from '../../app/history-search.ts';
import { useText } from '../../app/text.ts';
import { FigureCard, FigureLink, lastCardHeights } from './figure-card.tsx';

interface VolumeCardProps {
  /** The records behind `today`. */
  readonly searchToday: HistorySearch;
  readonly today: number | null;
  readonly trend: readonly number[];
}

/** What is traded in the payment period, as the plan's limit counts it. */
export function VolumeCard({ searchToday, today, trend }: VolumeCardProps) {
  const text = useText('dashboard');
  const use = useQuery(query(getOwnVolumeUse, {}));
  const { used, limit, rest, consumption, isNearlyUsedUp, thisMonth, monthStart, monthEnd, start, end } = use.data ?? {};
  const isLimited = limit !== undefined && limit !== null;
  return (
    <FigureCard
      search={start && end ? { from: start, to: end } : {}}
      searchToday={searchToday}
      name={text('volume')}
      value={used ?? null}
      reason={text(use.isLoadingError ? 'volumeFailed' : 'notYet')}
      digits={decimals.usd}
      unit="USD"
      difference={today}
      differenceDigits={decimals.worth}
      trend={isLimited ? null : trend}
      heights={lastCardHeights}
      aside={limit === null && <span>{text('noUpperLimit')}</span>}
    >
      {isLimited && (
        <Box sx={{ fontSize: 14, mt: 0.5 }}>
          <LinearProgress
            variant="determinate"
            aria-label={text('volumeUsed')}
            value={Math.min(100, consumption ?? 0)}
            color={isNearlyUsedUp ? 'error' : 'success'}
            sx={{ height: 8, borderRadius: 1, my: 0.5 }}
          />
          {text('volumeRest', {
            rest: money(rest ?? 0),
            limit: money(limit),
            share: percent(formatNumber(consumption ?? 0, { digits: 1 })),
          })}
        </Box>
      )}
      <Box sx={{ fontSize: 14, color: 'text.secondary', minHeight: 22 }}>
        {start && end && text('volumePeriod', { start: formatDay(start), end: formatDay(lastMomentBefore(end)) })}
      </Box>
      <Box sx={{ fontSize: 14, color: 'text.secondary', minHeight: 22 }}>
        {thisMonth !== undefined && monthStart && monthEnd && (
          <FigureLink to="/history/" search={{ from: monthStart, to: monthEnd }} title={text('toRecords')}>
            {text('volumeMonth', { volume: money(thisMonth) })}
          </FigureLink>
        )}
      </Box>
    </FigureCard>
  );
}

const lastMomentBefore = (end: string): Date => new Date(Date.parse(end) - 1);
const money = (usd: number): string => formatNumber(usd, { digits: decimals.worth });
