import type { Exchange } from '@tenbin/db';
import type { CandleInterval } from '@tenbin/exchange';
import type { Candle, Currency } from '@tenbin/market';
import { type UsdPrices, usdPrices } from '@tenbin/strategy';
import type { ExchangeAccess } from '../exchange-access/exchange-access.ts';
import { pricePairsOf } from '../exchange-access/price-pairs.ts';

/** What currencies were worth at past moments. */
export interface PriceHistory {
  usdAt(at: Date): UsdPrices;
}

export const unknownPrices: PriceHistory = { usdAt: () => new Map() };

const intervals: readonly (readonly [CandleInterval, number])[] = [
  ['1m', 60_000],
  ['5m', 300_000],
  ['15m', 900_000],
  ['1h', 3_600_000],
  ['4h', 14_400_000],
  ['1d', 86_400_000],
];
/** As many as every exchange gives at once. */
const mostCandles = 500;

/** Candles fine enough to follow the period and coarse enough to come in one answer. @throws {ExchangeError} */
export async function readPriceHistory(
  { exchange, currencies, start, end }: { exchange: Exchange; currencies: readonly Currency[]; start: Date; end: Date },
  exchanges: ExchangeAccess,
): Promise<PriceHistory> {
  const period = end.getTime() - start.getTime();
  const [interval, intervalMs] = intervals.find(([, ms]) => period / ms < mostCandles - 2) ?? (['1d', 86_400_000] as const);
  const since = new Date(Math.floor(start.getTime() / intervalMs) * intervalMs - intervalMs);
  const pairs = pricePairsOf(currencies, (await exchanges.fetchMarkets(exchange)).keys());
  const series = await Promise.all(
    pairs.map(async (pair) => ({ pair, candles: await exchanges.fetchCandles(exchange, { pair, interval, limit: mostCandles, since }) })),
  );
  return {
    usdAt(at) {
      const prices = series.flatMap(({ pair, candles }) => {
        const candle = candleAt(candles, at.getTime());
        return candle ? [[pair, priceWithin(candle, { at: at.getTime(), intervalMs })] as const] : [];
      });
      return usdPrices({ prices: new Map(prices) });
    },
  };
}

/** The candle that covers a moment, or the nearest one. */
function candleAt(candles: readonly Candle[], at: number): Candle | undefined {
  const after = candles.findIndex((candle) => candle.at > at);
  return after === -1 ? candles.at(-1) : candles[Math.max(0, after - 1)];
}

/** Between a candle's opening and closing price, by how much of its time has passed. */
function priceWithin({ at: opened, open, close }: Candle, { at, intervalMs }: { at: number; intervalMs: number }): number {
  const passed = Math.min(1, Math.max(0, (at - opened) / intervalMs));
  return open + (close - open) * passed;
}
