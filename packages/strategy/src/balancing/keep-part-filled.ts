import { type Balances, parsePair } from '@tenbin/market';
import { exact, type OpenOrder, type Tolerance, type Wanted, type WantedOrder } from '../strategy.ts';

/** How far an order that is partly filled may be from evening its pair out, as a fraction of its amount, before it is replaced. */
const partFilledDrift = 0.05;

/** What the balances ask for, with those orders left alone that are partly filled and still do their work. */
export function keepPartFilled(
  wanted: readonly WantedOrder[],
  openOrders: readonly OpenOrder[],
  { balances, delta }: { readonly balances: Balances; readonly delta: number },
): Wanted {
  const partFilled = openOrders.filter(({ amount, remaining }) => remaining !== amount && remaining !== '0');
  if (partFilled.length === 0) return { orders: wanted, tolerance: exact };
  return { orders: wanted.map((order) => unlessEvening(partFilled, order, balances)), tolerance: toleranceOf(delta) };
}

/**
 * An order that is partly filled stays as it is while its remainder still evens its pair out at its own price; each
 * part fill at that price keeps it so, only other orders' fills change it.
 */
function unlessEvening(partFilled: readonly OpenOrder[], wanted: WantedOrder, balances: Balances): WantedOrder {
  const order = partFilled.find(({ pair, side }) => pair === wanted.pair && side === wanted.side);
  if (!order) return wanted;
  const { base, counter } = parsePair(order.pair);
  const surplus = (Number(balances[base]) - Number(balances[counter]) / Number(order.price)) / 2;
  const evening = order.side === 'sell' ? surplus : -surplus;
  return Math.abs(evening - Number(order.remaining)) <= partFilledDrift * Number(order.amount) ? order : wanted;
}

/** While an order is partly filled its neighbours stay where they are if they are off by little. */
const toleranceOf = (delta: number): Tolerance => ({ price: (delta / 10).toFixed(12), amount: String(partFilledDrift) });
