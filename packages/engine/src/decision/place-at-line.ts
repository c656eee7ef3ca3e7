import { type BotOrder, slotFacts, slotOf } from '@tenbin/bots';
import { type Decimal, parseDecimal } from '@tenbin/market';
import { atPriceLine, isPastPrice } from '@tenbin/strategy';
import type { OrderTerms } from '../orders/reconcile.ts';
import type { DecisionBuilder } from './decision-builder.ts';

/** An order at the line stays there while it is off by less, as a share of its price: prices move at every tick. */
const lineDrift = 0.01;

/**
 * Orders that would be more than 5 % worse than their pair's price are placed 5 % from it, with the same amount: that is
 * better than what was wanted, and better than nothing.
 *
 * 1. An order at the line follows the price in steps of a percent only, and not at all while what is wanted has come to be
 *    better: then it is placed there.
 * 2. The price is the market's, not what an order of ours has made of it: one that was placed past the market and is still
 *    open stands at the head of the book. Then the price before it counts.
 */
export function placeAtLine(turn: DecisionBuilder, wanted: readonly OrderTerms[]): readonly OrderTerms[] {
  const { closed, rules, prices } = turn.view;
  return wanted.map((order) => {
    const { pair, side, level, amount } = order;
    const now = prices.get(pair);
    const tickSize = rules.get(pair)?.tickSize;
    if (closed.has(pair) || now === undefined || tickSize === undefined) return order;
    const marketPrice = priceWithoutOurs(turn.state.orders, pair, now);
    const current = Number(marketPrice);
    const price = atPriceLine(order, current, tickSize);
    if (price === order.price) return order;
    turn.note('atPriceLine', { ...slotFacts(order), wanted: order.price, price, current });
    const resting = turn.state.orders.find((one) => slotOf(one) === slotOf(order) && one.state === 'open' && one.isEvening === true);
    if (resting?.amount === amount && isStillAtLine(resting, { price, wanted: order.price })) return resting;
    return { pair, side, level, amount, price, isEvening: true, marketPrice };
  });
}

function isStillAtLine({ side, price }: BotOrder, line: { readonly price: Decimal; readonly wanted: Decimal }): boolean {
  const isBetter = side === 'sell' ? Number(price) >= Number(line.wanted) : Number(price) <= Number(line.wanted);
  return isBetter && Math.abs(Number(price) / Number(line.price) - 1) <= lineDrift;
}

function priceWithoutOurs(orders: readonly BotOrder[], pair: string, current: number): Decimal {
  const ours = orders.find((one) => one.pair === pair && one.state === 'open' && isPastMarket(one) && isNear(Number(one.price), current));
  return ours?.marketPrice ?? parseDecimal(current);
}

/** Whether it was placed beyond the price of its moment. */
const isPastMarket = (order: BotOrder): boolean => order.marketPrice != null && isPastPrice(order, Number(order.marketPrice));

const isNear = (price: number, current: number): boolean => Math.abs(price / current - 1) <= lineDrift;
