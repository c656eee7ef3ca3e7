const lengths = { '1m': 60_000, '5m': 300_000, '15m': 900_000, '1h': 3_600_000, '4h': 14_400_000, '1d': 86_400_000 } as const;

/** From one candle to the next. */
export type CandleInterval = keyof typeof lengths;

/** Finest first. */
export const candleIntervals = Object.keys(lengths) as readonly CandleInterval[];

export const isCandleInterval = (text: string): text is CandleInterval => Object.hasOwn(lengths, text);

export const intervalMsOf = (interval: CandleInterval): number => lengths[interval];
