import { type BotOrder, inferredTradeId, isBehind, isInferredTrade, tradedAmount } from '@tenbin/bots';
import type { OrderReport } from '@tenbin/exchange';
import {
  type Currency,
  compare,
  type Decimal,
  divide,
  type Fill,
  isPositive,
  multiply,
  parseDecimal,
  parsePair,
  roundDecimal,
  subtract,
  sum,
} from '@tenbin/market';
import { usdPrices } from '@tenbin/strategy';
import { bookFill } from '../account/book-fill.ts';
import type { DecisionBuilder } from '../decision/decision-builder.ts';
import { isTheOrder } from './is-the-order.ts';
import { takeReport } from './take-report.ts';

/** Trades show within seconds, in trouble within minutes. Longer no bot waits: it knows what the order moved all the same. */
export const tradesTimeoutMs = 5 * 60_000;
const defaultFee = 0.001;

/**
 * Books what an order moved by the exchange's own totals, since its trades were asked for long enough and did not come.
 * Amount and notional are what the exchange says; the fee is the higher of its two rates, in the coin in which the last one
 * was paid, so that the books rather tell too little than too much.
 *
 * @param totals - the order as the exchange shows it now
 */
export function settleByTotals(turn: DecisionBuilder, clientOrderId: string, totals: OrderReport): void {
  takeReport(turn, totals, { afterCancel: false });
  const order = turn.state.orders.find((one) => one.clientOrderId === clientOrderId);
  if (!order || !isBehind(order) || !isTheOrder(order, totals) || compare(totals.filled, order.reportedFilled) < 0) return;
  const { pair, side, price, trades } = order;
  const amount = subtract(order.reportedFilled, tradedAmount(order));
  const moved = sum(trades.map((trade) => trade.notional));
  const reported = totals.filledNotional ? subtract(totals.filledNotional, moved) : '0';
  const notional = isPositive(reported) ? reported : multiply(price, amount);
  const { base, counter } = parsePair(pair);
  const received = side === 'buy' ? { currency: base, amount } : { currency: counter, amount: notional };
  const { fee, feeCurrency } = feeOf(turn, order, received);
  turn.note('inferred', { clientOrderId, pair, side, price, amount, fee, feeCurrency });
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
    feeCurrency,
    isMaker: true,
    at: totals.at,
  });
}

interface Money {
  readonly currency: Currency;
  readonly amount: Decimal;
}

/** From what was received, unless the account pays its fees in another coin. */
function feeOf({ view, state }: DecisionBuilder, { pair }: BotOrder, received: Money): Pick<Fill, 'fee' | 'feeCurrency'> {
  const rules = view.rules.get(pair);
  const rate = rules ? Math.max(rules.makerFee, rules.takerFee) : defaultFee;
  const fee = multiply(received.amount, parseDecimal(rate));
  const usd = usdPrices({ prices: view.prices });
  const coin = lastFeeCoin(state.orders);
  const [worth, price] = [usd.get(received.currency), coin === null ? undefined : usd.get(coin)];
  if (coin === null || worth === undefined || price === undefined) return { fee, feeCurrency: received.currency };
  return { fee: roundDecimal(parseDecimal((Number(fee) * worth) / price), 8), feeCurrency: coin };
}

/** The coin in which the latest trade was paid for, where that was not what it brought. */
function lastFeeCoin(orders: readonly BotOrder[]): Currency | null {
  const reported = orders.flatMap((order) => order.trades).filter((trade) => !isInferredTrade(trade));
  const last = reported.reduce<Fill | null>((latest, trade) => (latest === null || trade.at >= latest.at ? trade : latest), null);
  if (last === null) return null;
  const { base, counter } = parsePair(last.pair);
  return last.feeCurrency === (last.side === 'buy' ? base : counter) ? null : last.feeCurrency;
}
