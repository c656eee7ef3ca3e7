import type { Balances, PairName, Side } from '@tenbin/market';
import { parsePair, toGrid } from '@tenbin/market';
import { type RulesByPair, requireRules } from '../rules-by-pair.ts';
import type { WantedOrder } from '../strategy.ts';
import { balancedPrice, positiveBalance } from './balanced-price.ts';
import { orderAmount, orderPrice } from './order-kernel.ts';
import { requireDelta } from './order-width.ts';

/** An order of the balancing strategy. */
export interface BalancedOrder extends WantedOrder {
  /** The price around which it stands, before the grid. */
  readonly balancedPrice: number;
}

export interface OrderPlan {
  readonly balances: Balances;
  readonly pairs: readonly PairName[];
  /** Fraction of a balance that one order moves, 0 < delta ≤ 0.4995. */
  readonly delta: number;
  readonly rules: RulesByPair;
}

/** The latest answer for balances that stand, since a running bot is asked with every event, and its balances change only with a fill. */
const latest = new WeakMap<Balances, { readonly plan: OrderPlan; readonly orders: readonly BalancedOrder[] }>();

/**
 * One sell and one buy for every pair, in the order of the pairs.
 *
 * A sell's price goes up to the grid, a buy's down, an amount down: never a step that crosses further or spends more.
 * Whether the exchange takes them is for the checks: on a coarse grid an amount or a price may come out as '0'.
 *
 * @throws {DomainError} `orderWidthOutOfRange`, `balanceNotPositive`, `pairNotAvailable`, `invalidCurrencyPairName`
 */
export function wantedOrders(plan: OrderPlan): readonly BalancedOrder[] {
  const known = latest.get(plan.balances);
  if (known && known.plan.rules === plan.rules && known.plan.delta === plan.delta && known.plan.pairs === plan.pairs) return known.orders;
  requireDelta(plan.delta);
  const orders = plan.pairs.flatMap((pair) => [wantedOrder(plan, pair, 'sell'), wantedOrder(plan, pair, 'buy')]);
  latest.set(plan.balances, { plan, orders });
  return orders;
}

function wantedOrder({ balances, delta, rules }: OrderPlan, pair: PairName, side: Side): BalancedOrder {
  const { tickSize, lotSize } = requireRules(rules, pair);
  const even = balancedPrice(balances, pair);
  const base = positiveBalance(balances, parsePair(pair).base);
  return {
    pair,
    side,
    level: 0,
    price: toGrid(orderPrice(even, delta, side), tickSize, side === 'sell' ? 'up' : 'down'),
    amount: toGrid(orderAmount(base, delta, side), lotSize, 'down'),
    balancedPrice: even,
  };
}
