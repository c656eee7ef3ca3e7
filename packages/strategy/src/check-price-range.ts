import type { MarketRules, Side } from '@tenbin/market';
import { type CheckResult, passed, refuse } from './check-result.ts';
import { type RulesByPair, requireRules } from './rules-by-pair.ts';
import type { WantedOrder } from './strategy.ts';
import type { PricesByPair } from './usd-prices.ts';

/**
 * Every order's price lies inside its market's own limits.
 *
 * @param prices - stand for the average price to which an exchange's band refers; a pair without one is held against
 * the fixed limits only
 * @throws {DomainError} `pairNotAvailable`
 */
export function checkPriceRange(orders: readonly WantedOrder[], rules: RulesByPair, prices: PricesByPair): CheckResult {
  for (const { pair, side, price } of orders) {
    const { lowest, highest } = allowedPrices(requireRules(rules, pair), side, prices.get(pair));
    const value = Number(price);
    if (!(value > 0 && value >= lowest && value <= highest))
      return refuse('priceOutOfRange', { pair, side, price, lowest, highest: Number.isFinite(highest) ? highest : null });
  }
  return passed;
}

/** @returns counter per base; 0 and Infinity where there is no limit */
export function allowedPrices(rules: MarketRules, side: Side, current: number | undefined): { lowest: number; highest: number } {
  const { minimumPrice, maximumPrice, priceBand } = rules;
  const fixed = { lowest: Number(minimumPrice ?? 0), highest: maximumPrice === null ? Number.POSITIVE_INFINITY : Number(maximumPrice) };
  if (priceBand === null || current === undefined) return fixed;
  const [down, up] = side === 'sell' ? [priceBand.sellDown, priceBand.sellUp] : [priceBand.buyDown, priceBand.buyUp];
  return { lowest: Math.max(fixed.lowest, current * down), highest: Math.min(fixed.highest, current * up) };
}
