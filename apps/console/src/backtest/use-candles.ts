import { useQueries } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import { ApiError, getCandles } from '@tenbin/contract';
import { useMemo, useState } from 'react';
import { type PeriodName, periods, spanOf } from './periods.ts';
import type { SeriesBlocks } from './worker-messages.ts';

interface CandlesWanted {
  readonly exchangeId: string;
  readonly pairs: readonly string[];
  readonly period: PeriodName;
}

/** How long a server may go on fetching from an exchange while we look in again and again. */
const maxPolls = 120;
const failedTries = 2;
const defaultWaitMs = 2000;

const isUnderWay = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'candlesBeingFetched';

/** Candles of some pairs, fetched once; while the server still gets them from the exchange, how far it is. */
export function useCandles({ exchangeId, pairs, period }: CandlesWanted) {
  const [now] = useState(() => Date.now());
  const { interval } = periods[period];
  const reads = useQueries({
    queries: pairs.map((pair) => ({
      ...query(getCandles, { query: { pair, interval, exchange: exchangeId, ...spanOf(period, now) } }),
      staleTime: Number.POSITIVE_INFINITY,
      retry: (failures: number, error: Error) => failures < (isUnderWay(error) ? maxPolls : failedTries),
      retryDelay: (_: number, error: Error) => (error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : defaultWaitMs),
    })),
  });
  const data = reads.map((read) => read.data);
  const series = useMemo<SeriesBlocks[] | null>(
    () =>
      data.every((one) => one !== undefined)
        ? data.map(({ pair, intervalMs, days }) => ({ pair, intervalMs, blocks: days.map(({ block }) => block) }))
        : null,
    // biome-ignore lint/correctness/useExhaustiveDependencies: the list is made anew each time, what is in it is not
    data,
  );
  const waiting = reads.map(({ failureReason }) => failureReason).filter(isUnderWay);
  const failed = reads.find(({ isError }) => isError);
  return {
    series,
    error: failed?.error ?? null,
    /** Days that are there, of how many; null where it is not known. */
    progress:
      waiting.length > 0
        ? { days: Math.min(...waiting.map(({ facts }) => Number(facts.days))), total: Number(waiting[0]?.facts.total) }
        : null,
    retry: () => {
      for (const read of reads) if (read.isError) void read.refetch();
    },
  };
}
