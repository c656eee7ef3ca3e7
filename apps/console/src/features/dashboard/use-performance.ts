import { useQueries, useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import type { BotView } from '@tenbin/bot-views';
import { getPerformance, type Performance } from '@tenbin/contract';
import { endOfYesterday } from '@tenbin/ui';
import { trendMoments } from './trend.ts';

/** Past figures never change, whatever is traded now. */
const past = { staleTime: 'static' } as const;
/** Until then a trade may be booked that came before. */
export const settledMs = 10_000;

export interface PerformanceFigures {
  /** As it stood at the end of yesterday; null where the bot did not run then. */
  readonly yesterday: Performance | null;
  readonly trend: readonly Performance[];
}

/** What the dashboard's cards compare a bot's figures with. */
export function usePerformance(bot: BotView): PerformanceFigures {
  const now = new Date();
  const started = bot.startDate ? Date.parse(bot.startDate) : null;
  const dayBefore = endOfYesterday(now);
  const params = { id: bot.id };
  const yesterday = useQuery({
    ...query(getPerformance, { params, query: { targetTimestamp: dayBefore.toISOString() } }),
    ...past,
    enabled: started !== null && started < dayBefore.getTime(),
  });
  const moments = started === null ? [] : trendMoments(started, now.getTime() - settledMs).map((at) => new Date(at).toISOString());
  const trend = useQueries({
    queries: moments.map((at) => ({ ...query(getPerformance, { params, query: { targetTimestamp: at } }), ...past })),
  });
  return {
    yesterday: yesterday.data ?? null,
    trend: trend.flatMap(({ data }) => (data ? [data] : [])),
  };
}
