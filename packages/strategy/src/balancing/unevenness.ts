import type { Balances } from '@tenbin/market';
import type { UsdPrices } from '../usd-prices.ts';

/**
 * What making balances even at the market's prices, without a fee, would let their geometric mean grow: the logarithm of
 * the mean worth less the mean of the logarithms. 0 for balances that are worth the same each, else above.
 *
 * @param worths - of each balance, above zero, in whatever unit
 *
 * Source: docs/concepts/profit.md, "What a fill earns".
 */
export function unevenness(worths: readonly number[]): number {
  const mean = worths.reduce((sum, worth) => sum + worth, 0) / worths.length;
  const logarithms = worths.reduce((sum, worth) => sum + Math.log1p((worth - mean) / mean), 0);
  return Math.max(0, -logarithms / worths.length);
}

/** As {@link unevenness}; null where a balance has no price, or is none. */
export function unevennessOf(balances: Balances, usd: UsdPrices): number | null {
  const worths = Object.entries(balances).map(([currency, amount]) => Number(amount) * (usd.get(currency) ?? Number.NaN));
  return worths.length > 0 && worths.every((worth) => worth > 0) ? unevenness(worths) : null;
}

/**
 * What is left to use up after a start: all of it after the first, later what money that came or went has added. What
 * prices did to balances that were traded with is the bot's own, and nothing is left of what prices have made even.
 *
 * @param at - `now`: the unevenness of the balances that the start found; `before`: of those that were there, at the same
 *   prices, 0 at the first; `left`: of the starts before
 */
export const unevenAtStart = ({ now, before, left }: { readonly now: number; readonly before: number; readonly left: number }): number =>
  Math.min(now, left + Math.max(0, now - before));

/** What a trade let grow without its fee, and what of that an exchange at the market's price brought. */
export interface Grown {
  readonly grown: number;
  readonly exchanged: number;
}

/**
 * What of a trade's growth is no profit: what it exchanged at the market's price, and beyond that whatever is left of the
 * unevenness that came with the balances. Both make the balances even, and use it up.
 *
 * @param uneven - what is left of it before the trade
 * @returns `off`: what is taken off; `left` of the unevenness
 */
export function takeOffUneven(uneven: number, { grown, exchanged }: Grown): { readonly off: number; readonly left: number } {
  const left = uneven - Math.min(uneven, Math.max(0, exchanged));
  const evened = Math.min(left, Math.max(0, grown - exchanged));
  return { off: exchanged + evened, left: left - evened };
}
