/** From one candle to the next, finest first. */
export const candleIntervals = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
export type CandleInterval = (typeof candleIntervals)[number];

const lengths: Readonly<Record<CandleInterval, number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
};

export const isCandleInterval = (text: string): text is CandleInterval => Object.hasOwn(lengths, text);

export const intervalMsOf = (interval: CandleInterval): number => lengths[interval];
