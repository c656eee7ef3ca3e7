import type { PairName } from '@tenbin/market';
import { allowedPrices } from '../check-price-range.ts';
import { requireRules } from '../rules-by-pair.ts';
import type { PricesByPair } from '../usd-prices.ts';
import { balancedPrice } from './balanced-price.ts';
import { marketOfBot, widestAllowed } from './market-widths.ts';
import { type MinimumWidth, minimumWidth, type WidthQuery } from './minimum-width.ts';
import { widestWidth } from './order-width.ts';

/** How far the range that is shown stays inside the real one, in percentage points: balances move between two looks. */
export const widthMargin = 0.1;

/** Widths in percent. The minimums are null where no width is possible. */
export interface WidthRange {
  /** What passes now. */
  readonly minimum: number | null;
  /** 99.9, or where the exchange's limits of price and amount end; 0 where they leave no width at all. */
  readonly maximum: number;
  /** What is shown: the range with its margin, in steps of 0.01. */
  readonly shownMinimum: number | null;
  readonly shownMaximum: number;
  readonly limitedBy: MinimumWidth['limitedBy'];
}

/**
 * The widths that a form offers.
 *
 * @throws {DomainError} as `minimumWidth`
 */
export function widthRange(query: WidthQuery & { readonly prices: PricesByPair }): WidthRange {
  const { width, limitedBy } = minimumWidth(query);
  const limits = query.pairs.map((pair) => Math.min(widestAllowed(marketOfBot(query, pair)), priceLimit(query, pair)));
  const maximum = Math.max(0, Math.min(...limits));
  // 99.9 is a bound of ours, which nothing moves: only an exchange's limit needs the margin.
  const shownMaximum = maximum < widestWidth ? Math.max(0, Math.floor((maximum - widthMargin) * 100 + 1e-6) / 100) : widestWidth;
  const shownMinimum = width === null ? null : Math.ceil((width + widthMargin) * 100 - 1e-6) / 100;
  const isPossible = shownMinimum !== null && shownMinimum <= shownMaximum;
  return { minimum: isPossible ? width : null, maximum, shownMinimum: isPossible ? shownMinimum : null, shownMaximum, limitedBy };
}

/** The widest width whose prices the exchange takes, in percent; at most 99.9. */
function priceLimit(query: WidthQuery & { readonly prices: PricesByPair }, pair: PairName): number {
  const even = balancedPrice(query.balances, pair);
  const rules = requireRules(query.rules, pair);
  const current = query.prices.get(pair);
  const sell = allowedPrices(rules, 'sell', current).highest / even - 1;
  const buy = 1 - allowedPrices(rules, 'buy', current).lowest / even;
  return Math.min(widestWidth, 100 * sell, 100 * buy);
}
