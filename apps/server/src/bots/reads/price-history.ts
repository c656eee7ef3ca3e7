import type { CandleColumns } from '@tenbin/backtest';
import type { Exchange } from '@tenbin/db';
import { type Currency, candleIntervals, intervalMsOf } from '@tenbin/market';
import { pricePairsOf, type UsdPrices, usdPrices } from '@tenbin/strategy';
import type { CandleQuery, CandleService } from '../../candles/candle-service.ts';
import type { ExchangeAccess } from '../../exchange-access/exchange-access.ts';

/** What currencies were worth at past moments. */
export interface PriceHistory {
  usdAt(at: Date): UsdPrices;
}

export const unknownPrices: PriceHistory = { usdAt: () => new Map() };

/** More say no more on a chart. */
const maxCandles = 500;

interface PriceQuery extends Pick<CandleQuery, 'asker'> {
  readonly exchange: Exchange;
  readonly currencies: readonly Currency[];
  readonly start: Date;
  readonly end: Date;
  /** The candle under way has come as far. */
  readonly now: Date;
}

/** Candles fine enough to follow the period, and no more than a chart shows. @throws {ExchangeError}; {Refusal} as `loadDays` */
export async function readPriceHistory(
  { exchange, currencies, start, end, now, asker }: PriceQuery,
  { exchanges, candles }: { exchanges: ExchangeAccess; candles: CandleService },
): Promise<PriceHistory> {
  const period = end.getTime() - start.getTime();
  const interval = candleIntervals.find((one) => period / intervalMsOf(one) < maxCandles) ?? '1d';
  const intervalMs = intervalMsOf(interval);
  const openings = { start: start.getTime() - 2 * intervalMs, end: end.getTime() + 1 };
  const pairs = pricePairsOf(currencies, (await exchanges.fetchMarkets(exchange)).keys());
  const series = await Promise.all(
    pairs.map(async (pair) => ({ pair, candles: await candles.loadColumns(exchange, { pair, interval, ...openings, asker }) })),
  );
  return {
    usdAt(at) {
      const prices = series.flatMap(({ pair, candles: columns }) => {
        const price = priceAt(columns, { moment: at.getTime(), now: now.getTime() });
        return price === null ? [] : [[pair, price] as const];
      });
      return usdPrices({ prices: new Map(prices) });
    },
  };
}

/** Between the first and the last price of the candle that covers a moment, or of the nearest one; null where there is none. */
function priceAt({ at, open, close, intervalMs }: CandleColumns, { moment, now }: { moment: number; now: number }): number | null {
  const after = at.findIndex((opened) => opened > moment);
  const index = after === -1 ? at.length - 1 : Math.max(0, after - 1);
  const [opened, first, last] = [at[index], open[index], close[index]];
  if (opened === undefined || first === undefined || last === undefined) return null;
  // The last price of the candle under way is that of now, not of its end.
  const lasted = Math.max(1, Math.min(intervalMs, now - opened));
  const passed = Math.min(1, Math.max(0, (moment - opened) / lasted));
  return first + (last - first) * passed;
}
