import { type Balances, parsePair, subtract } from '@tenbin/market';
import { type OrderPlan, type WantedOrder, wantedOrders } from '@tenbin/strategy';
import { type BotOrder, isPartFilled, slotOf, tradedAmount } from './bot-order.ts';
import { exact, type OrderTerms, type Tolerance } from './reconcile.ts';

/** What a running bot wants open, and how far an open order may be off it. */
export interface WantedNow {
  readonly wanted: readonly OrderTerms[];
  readonly tolerance: Tolerance;
}

/** How far an order that is partly filled may be from evening its pair out, as a fraction of its amount, before it is replaced. */
const partFilledDrift = 0.05;

/**
 * What the balances ask for, with those orders left alone that are partly filled and still do their work.
 *
 * @throws {DomainError} as `wantedOrders`
 */
export function wantedNow(plan: OrderPlan, orders: readonly BotOrder[]): WantedNow {
  const wanted = wantedOrders(plan).map((order) => unlessEvening(orders, order, plan.balances));
  const isMoving = orders.some((order) => isLive(order) && isPartFilled(order));
  return { wanted, tolerance: isMoving ? toleranceOf(plan.delta) : exact };
}

const isLive = (order: BotOrder): boolean => order.state === 'open' && order.cancelAskedAt === null;

/**
 * An order that is partly filled stays as it is while its remainder still evens its pair out at its own price; each
 * part fill at that price keeps it so, only other orders' fills change it.
 */
function unlessEvening(orders: readonly BotOrder[], wanted: WantedOrder, balances: Balances): OrderTerms {
  const order = orders.find((one) => slotOf(one) === slotOf(wanted) && isLive(one) && isPartFilled(one));
  if (!order) return wanted;
  const { base, counter } = parsePair(order.pair);
  const surplus = (Number(balances[base]) - Number(balances[counter]) / Number(order.price)) / 2;
  const evening = order.side === 'sell' ? surplus : -surplus;
  const remaining = Number(subtract(order.amount, tradedAmount(order)));
  return Math.abs(evening - remaining) <= partFilledDrift * Number(order.amount) ? order : wanted;
}

/** While an order is partly filled its neighbours stay where they are if they are off by little. */
function toleranceOf(delta: number): Tolerance {
  return { price: (delta / 10).toFixed(12), amount: String(partFilledDrift) };
}
