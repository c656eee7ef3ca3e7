import type { CandleInterval } from '@tenbin/exchange';

const lengths: Readonly<Record<CandleInterval, number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
};

/** Finest first. */
export const candleIntervals = Object.keys(lengths) as readonly CandleInterval[];

export const intervalMsOf = (interval: CandleInterval): number => lengths[interval];
