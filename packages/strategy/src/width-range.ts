import type { Side } from '@tenbin/market';
import { balancedPrice } from './balanced-price.ts';
import { allowedPrices } from './check-price-range.ts';
import { minimumWidth } from './minimum-width.ts';
import { widestWidth } from './order-width.ts';
import type { PricesByPair, UsdPrices } from './usd-prices.ts';
import { type OrderPlan, requireRules } from './wanted-orders.ts';

/** How far the range that is shown stays inside the real one, in percentage points: balances move between two looks. */
export const widthMargin = 0.1;

/** Widths in percent. */
export interface WidthRange {
  /** The smallest that passes now. */
  readonly smallest: number;
  /** Shown, and accepted from a form: `smallest` and the margin. */
  readonly minimum: number;
  /** Shown, and accepted from a form: 99.9, or the margin inside the exchange's price limits. */
  readonly maximum: number;
}

/**
 * The widths that a form offers.
 *
 * @returns null where no width is both wide enough for the minimums and inside the exchange's price limits
 * @throws {DomainError} as `minimumWidth`
 */
export function widthRange(plan: Omit<OrderPlan, 'delta'> & { readonly usd: UsdPrices; readonly prices: PricesByPair }): WidthRange | null {
  const smallest = minimumWidth(plan);
  if (smallest === null) return null;
  const minimum = Math.ceil((smallest + widthMargin) * 100 - 1e-6) / 100;
  const limit = priceLimit(plan);
  const maximum = limit >= widestWidth ? widestWidth : Math.floor((limit - widthMargin) * 100 + 1e-6) / 100;
  return minimum <= maximum ? { smallest, minimum, maximum } : null;
}

/** The widest width whose prices the exchange takes, in percent; above 99.9 where it does not matter. */
function priceLimit(plan: Omit<OrderPlan, 'delta'> & { readonly prices: PricesByPair }): number {
  let limit = Number.POSITIVE_INFINITY;
  for (const pair of plan.pairs) {
    const even = balancedPrice(plan.balances, pair);
    const rules = requireRules(plan.rules, pair);
    const allowed = (side: Side) => allowedPrices(rules, side, plan.prices.get(pair));
    limit = Math.min(limit, 100 * (allowed('sell').highest / even - 1), 100 * (1 - allowed('buy').lowest / even));
  }
  return limit;
}
