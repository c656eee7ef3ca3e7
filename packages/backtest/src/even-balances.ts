import type { Balances } from '@tenbin/market';
import { type CandleMarket, openingValues } from './candle-market.ts';

/**
 * Balances that are worth the same each, and so much together, at the first opening.
 *
 * @param worth - in the market's currency of worth
 * @returns 8 decimals each
 */
export function evenBalances(market: CandleMarket, worth: number): Balances {
  const values = openingValues(market);
  const each = worth / market.currencies.length;
  return Object.fromEntries(market.currencies.map((currency, c) => [currency, (each / values[c]!).toFixed(8)]));
}
