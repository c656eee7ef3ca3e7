import { bookDepth } from '@tenbin/exchange';
import type { BookLevel, OrderBook, PairName } from '@tenbin/market';
import { asList, asRaw } from './raw-fields.ts';

/** A book of ccxt: rows of price and amount, the best first. It came just now, whatever the exchange's clock says. */
export function readBook(pair: PairName, value: unknown, now: Date): OrderBook {
  const { bids, asks } = asRaw(value);
  return { pair, bids: readLevels(bids), asks: readLevels(asks), at: now };
}

/** A row that cannot be read ends the side: what lies behind it is not known. */
function readLevels(rows: unknown): BookLevel[] {
  const levels: BookLevel[] = [];
  for (const row of asList(rows)) {
    const [price, amount] = asList(row).map(Number);
    if (price === undefined || amount === undefined || !(price > 0 && amount >= 0) || levels.length === bookDepth) break;
    if (amount > 0) levels.push([price, amount]);
  }
  return levels;
}
