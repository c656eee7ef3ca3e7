/**
 * The four formulas of an order on plain doubles: no grid, no checks, no allocation. A backtest calls them in its
 * innermost loop; everything that reaches an exchange goes through `wantedOrders`.
 *
 * With u = 2·delta, an order stands u away from the balanced price, and is sized so that both sides of its pair are
 * worth the same at the order's own price once it fills:
 *
 * ```
 * sell: price = P0·(1 + u), amount = base/2·(1 − P0/price) = base·delta/(1 + u)
 * buy:  price = P0·(1 − u), amount = base/2·(P0/price − 1) = base·delta/(1 − u)
 * ```
 *
 * Either is worth counter·delta, so the two pairs that share a currency lock less than all of it while delta < 0.5.
 *
 * Source: docs/concepts/balancing.md, "Orders".
 */
import type { Side } from '@tenbin/market';

/** Counter per base at which both balances of a pair are worth the same. */
export const evenPrice = (base: number, counter: number): number => counter / base;

export const sellPrice = (balancedPrice: number, delta: number): number => balancedPrice * (1 + 2 * delta);
export const buyPrice = (balancedPrice: number, delta: number): number => balancedPrice * (1 - 2 * delta);
export const sellAmount = (base: number, delta: number): number => (base * delta) / (1 + 2 * delta);
export const buyAmount = (base: number, delta: number): number => (base * delta) / (1 - 2 * delta);

/** @returns counter per base */
export const orderPrice = (balancedPrice: number, delta: number, side: Side): number =>
  side === 'sell' ? sellPrice(balancedPrice, delta) : buyPrice(balancedPrice, delta);

/** @returns in base */
export const orderAmount = (base: number, delta: number, side: Side): number =>
  side === 'sell' ? sellAmount(base, delta) : buyAmount(base, delta);
