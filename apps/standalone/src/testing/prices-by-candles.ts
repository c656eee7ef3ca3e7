import { type Amounts, type Exact, exact } from './exact.ts';

const lengths = { '1m': 60_000, '5m': 300_000, '15m': 900_000, '1h': 3_600_000, '4h': 14_400_000, '1d': 86_400_000 } as const;

interface Candle {
  readonly at: number;
  readonly open: Exact;
  readonly close: Exact;
}

/**
 * USD for each coin at any moment of a stretch of time, by the candles that the exchange tells anybody: the finest of which the
 * stretch has fewer than 500. From a candle's opening to its end the price goes straight from the first to the last.
 *
 * @param now - epoch milliseconds: the candle under way has come as far
 */
export async function pricesByCandles(
  url: string,
  coins: readonly string[],
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: number },
): Promise<(at: number) => Amounts> {
  const [interval, length] = Object.entries(lengths).find(([, ms]) => (to - from) / ms < 500) ?? ['1d', lengths['1d']];
  const series = coins.map(async (coin) => {
    const query = new URLSearchParams({ symbol: `${coin}USDT`, interval, limit: '1000', startTime: String(from - 2 * length) });
    const rows = (await (await fetch(`${url}/api/v3/klines?${query}`)).json()) as [number, string, string, string, string][];
    return [coin, rows.map(([at, open, , , close]): Candle => ({ at, open: exact(open), close: exact(close) }))] as const;
  });
  const known = await Promise.all(series);
  const priceAt = (candles: readonly Candle[], at: number): Exact => {
    const candle = candles.findLast((one) => one.at <= at);
    if (!candle) throw new Error(`the exchange has no candle of ${new Date(at).toISOString()}`);
    const lasted = Math.min(length, now - candle.at);
    const passed = Math.min(lasted, at - candle.at);
    return candle.open + ((candle.close - candle.open) * BigInt(passed)) / BigInt(lasted);
  };
  return (at) => ({ USDT: exact('1'), ...Object.fromEntries(known.map(([coin, candles]) => [coin, priceAt(candles, at)])) });
}
