import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import { getOwnVolumeUse } from '@tenbin/contract';
import { decimals, endOfYesterday, formatDay, formatNumber, percent } from '@tenbin/ui';
import type { HistorySearch } from '../../app/history-search.ts';
import { useText } from '../../app/text.ts';
import { botsQuery } from '../../bots/use-bots.ts';
import { FigureCard, FigureLink, lastCardHeights } from './figure-card.tsx';
import { maxTrendMs, trendMoments } from './trend.ts';
import { settledMs } from './use-performance.ts';

interface VolumeCardProps {
  /** The records behind the difference to yesterday. */
  readonly searchToday: HistorySearch;
}

/** What all bots traded in the payment period, those that were deleted too, as the plan's limit counts it. */
export function VolumeCard({ searchToday }: VolumeCardProps) {
  const text = useText('dashboard');
  const now = new Date();
  const midnight = endOfYesterday(now).getTime() + 1;
  const moments = trendMoments(now.getTime() - maxTrendMs, now.getTime() - settledMs);
  const use = useQuery({
    ...query(getOwnVolumeUse, { query: { at: [midnight, ...moments].map((at) => new Date(at).toISOString()) } }),
    placeholderData: keepPreviousData,
  });
  const { used, limit, rest, consumption, isNearlyUsedUp, thisMonth, monthStart, monthEnd, start, end } = use.data ?? {};
  const [atMidnight = 0, ...trend] = use.data?.usedAt ?? [];
  const { data: bots = [] } = useQuery(botsQuery);
  // On the first day of a period there is nothing at midnight: all of it was traded since.
  const hadBot = atMidnight > 0 || bots.some(({ startDate }) => startDate !== null && Date.parse(startDate) < midnight);
  const begun = moments.findIndex((at) => start !== undefined && at > Date.parse(start));
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
      difference={used === undefined || !hadBot ? null : used - atMidnight}
      differenceDigits={decimals.worth}
      trend={isLimited || begun < 0 ? null : trend.slice(begun)}
      heights={lastCardHeights}
    >
      {limit === null && <Box sx={{ fontSize: 14, mt: 0.5 }}>{text('noUpperLimit')}</Box>}
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
