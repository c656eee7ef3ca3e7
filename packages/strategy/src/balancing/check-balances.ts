import type { Balances, Currency } from '@tenbin/market';
import { isPositive } from '@tenbin/market';
import { type CheckResult, passed, refuse } from '../check-result.ts';
import type { UsdPrices } from '../usd-prices.ts';

/** Every currency has a balance above 0. */
export function checkPositive(balances: Balances, currencies: readonly Currency[]): CheckResult {
  const empty = currencies.filter((currency) => !isPositive(balances[currency] ?? '0'));
  return empty.length === 0 ? passed : refuse('balanceNotPositive', { currency: empty.join(', '), currencies: empty });
}

/** How far a balance may be from an even part before a start is refused, as a fraction of the even part. */
export const balanceTolerance = 0.5;

/** The same as an organization sets it: percent to fraction. */
export const toleranceOf = ({ balanceTolerance: percent }: { readonly balanceTolerance: number }): number => percent / 100;

/**
 * The worth of each currency differs from an even part of the whole by at most the tolerance; the facts name the
 * currency that is furthest off.
 */
export function checkBalanced(
  { balances, currencies, usd }: { balances: Balances; currencies: readonly Currency[]; usd: UsdPrices },
  { tolerance = balanceTolerance }: { tolerance?: number } = {},
): CheckResult {
  const unknown = currencies.filter((currency) => !usd.has(currency));
  if (unknown.length > 0) return refuse('noUsdPrice', { currencies: unknown });
  const worths = currencies.map((currency) => Number(balances[currency] ?? 0) * (usd.get(currency) ?? 0));
  const even = worths.reduce((total, worth) => total + worth, 0) / worths.length;
  const offs = worths.map((worth) => worth / even - 1);
  const furthest = offs.reduce((found, off, index) => (Math.abs(off) > Math.abs(offs[found] ?? 0) ? index : found), 0);
  const off = offs[furthest] ?? 0;
  // Doubles: exactly 50 % off is still allowed.
  if (Math.abs(off) <= tolerance + 1e-9) return passed;
  return refuse('unbalanced', {
    currency: currencies[furthest] ?? '',
    offPercent: Math.round(off * 10_000) / 100,
    tolerance: tolerance * 100,
    worthUsd: Math.round((worths[furthest] ?? 0) * 100) / 100,
    evenUsd: Math.round(even * 100) / 100,
  });
}
