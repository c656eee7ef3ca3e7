import { inferredTradeId, isInferredTrade } from '@tenbin/bots';
import type { OrderReport } from '@tenbin/exchange';
import { compare, type Decimal, divide, isPositive, multiply, parseDecimal, parsePair, subtract, sum } from '@tenbin/market';
import { bookFill } from './book-fill.ts';
import { type BotOrder, isBehind, tradedAmount } from './bot-order.ts';
import { isTheOrder } from './is-the-order.ts';
import { takeReport } from './take-report.ts';
import type { Turn } from './turn.ts';

/** Trades show within seconds, in trouble within minutes. Longer no bot waits: it knows what the order moved all the same. */
export const tradesPatienceMs = 5 * 60_000;
const usualFee = 0.001;

/**
 * Books what an order moved by the exchange's own totals, since its trades were asked for long enough and did not come.
 * Amount and notional are what the exchange says; the fee is the higher of its two rates, taken from what was received, so
 * that the books rather tell too little than too much.
 *
 * @param totals - the order as the exchange shows it now
 */
export function settleByTotals(turn: Turn, clientOrderId: string, totals: OrderReport): void {
  takeReport(turn, totals, { afterCancel: false });
  const order = turn.state.orders.find((one) => one.clientOrderId === clientOrderId);
  if (!order || !isBehind(order) || !isTheOrder(order, totals) || compare(totals.filled, order.reportedFilled) < 0) return;
  const { pair, side, price, trades } = order;
  const amount = subtract(order.reportedFilled, tradedAmount(order));
  const moved = sum(trades.map((trade) => trade.notional));
  const told = totals.filledNotional ? subtract(totals.filledNotional, moved) : '0';
  const notional = isPositive(told) ? told : multiply(price, amount);
  const { base, counter } = parsePair(pair);
  const received = side === 'buy' ? { currency: base, amount } : { currency: counter, amount: notional };
  const fee = feeOf(turn, order, received.amount);
  turn.note('inferred', { clientOrderId, pair, side, price, amount, fee, feeCurrency: received.currency });
  bookFill(turn, {
    tradeId: inferredTradeId(totals.exchangeOrderId, trades.filter(isInferredTrade).length),
    exchangeOrderId: totals.exchangeOrderId,
    clientOrderId,
    pair,
    side,
    price: divide(notional, amount, 18),
    amount,
    notional,
    fee,
    feeCurrency: received.currency,
    isMaker: true,
    at: totals.at,
  });
}

function feeOf({ view }: Turn, { pair }: BotOrder, received: Decimal): Decimal {
  const rules = view.rules.get(pair);
  const rate = rules ? Math.max(rules.makerFee, rules.takerFee) : usualFee;
  return multiply(received, parseDecimal(rate));
}
