import type { Side } from '@tenbin/market';
import { balancedPrice } from './balanced-price.ts';
import { allowedPrices } from './check-price-range.ts';
import { type MinimumWidth, minimumWidth, type WidthQuery } from './minimum-width.ts';
import { widestWidth } from './order-width.ts';
import type { PricesByPair } from './usd-prices.ts';
import { requireRules } from './wanted-orders.ts';

/** How far the range that is shown stays inside the real one, in percentage points: balances move between two looks. */
export const widthMargin = 0.1;

/** Widths in percent. The minimums are null where no width is possible. */
export interface WidthRange {
  /** What passes now. */
  readonly minimum: number | null;
  /** 99.9, or where the exchange's price limits end. */
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
  const limit = priceLimit(query);
  const maximum = Math.min(widestWidth, limit);
  const shownMaximum = Math.min(widestWidth, Math.floor((limit - widthMargin) * 100 + 1e-6) / 100);
  const shownMinimum = width === null ? null : Math.ceil((width + widthMargin) * 100 - 1e-6) / 100;
  const possible = width !== null && shownMinimum !== null && shownMinimum <= shownMaximum;
  return { minimum: possible ? width : null, maximum, shownMinimum: possible ? shownMinimum : null, shownMaximum, limitedBy };
}

/** The widest width whose prices the exchange takes, in percent; above 99.9 where it does not matter. */
function priceLimit(plan: WidthQuery & { readonly prices: PricesByPair }): number {
  let limit = Number.POSITIVE_INFINITY;
  for (const pair of plan.pairs) {
    const even = balancedPrice(plan.balances, pair);
    const rules = requireRules(plan.rules, pair);
    const allowed = (side: Side) => allowedPrices(rules, side, plan.prices.get(pair));
    limit = Math.min(limit, 100 * (allowed('sell').highest / even - 1), 100 * (1 - allowed('buy').lowest / even));
  }
  return limit;
}
