import type { Candle, PairName } from '@tenbin/market';
import type { CandleStretch } from './candle-block.ts';
import { type CandleColumns, priceColumns } from './candle-columns.ts';

type Columns = Omit<CandleStretch, 'priceStep'>;

/** Candles as an exchange gives them, put into columns. */
export function candleStretch(candles: readonly Candle[]): Columns {
  const column = (name: keyof Columns) => Float64Array.from(candles, (candle) => candle[name]);
  return {
    at: column('at'),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  };
}

/** Stretches of one series, oldest first, as one. No moment may stand in two of them. */
export function joinCandles(stretches: readonly CandleStretch[], series: { pair: PairName; intervalMs: number }): CandleColumns {
  const length = stretches.reduce((sum, { at }) => sum + at.length, 0);
  const join = (name: keyof Columns): Float64Array => {
    const joined = new Float64Array(length);
    let position = 0;
    for (const stretch of stretches) {
      joined.set(stretch[name], position);
      position += stretch[name].length;
    }
    return joined;
  };
  const steps = stretches.filter(({ at }) => at.length > 0).map(({ priceStep }) => priceStep);
  const [open, high, low, close] = priceColumns.map(join) as [Float64Array, Float64Array, Float64Array, Float64Array];
  return { ...series, at: join('at'), open, high, low, close, volume: join('volume'), priceStep: Math.min(1, ...steps) };
}
