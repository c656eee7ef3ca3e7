import { setTimeout as pause } from 'node:timers/promises';
import { ExchangeError, type MarketData, type ReadCandles } from '@tenbin/exchange';
import type { CandleInterval, PairName } from '@tenbin/market';

const pausesMs = [500, 1_000, 2_000, 4_000, 8_000];

/** Reads a pair's candles; tries again for a while where the network or the exchange is in trouble. */
export function patientReader(
  market: MarketData,
  {
    pair,
    interval,
    signal,
    onTrouble,
  }: { pair: PairName; interval: CandleInterval; signal: AbortSignal; onTrouble: (error: ExchangeError) => void },
): ReadCandles {
  return async ({ since, limit }) => {
    for (const pauseMs of pausesMs) {
      signal.throwIfAborted();
      try {
        return await market.fetchCandles(pair, interval, { since, limit });
      } catch (error) {
        if (!(error instanceof ExchangeError) || error.kind !== 'transient') throw error;
        onTrouble(error);
        await pause(Math.max(pauseMs, error.retryAfterMs ?? 0), undefined, { signal });
      }
    }
    return market.fetchCandles(pair, interval, { since, limit });
  };
}
