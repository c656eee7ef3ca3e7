import {
  addedTo,
  type Booking,
  type BotOrder,
  bookRebalanceFill,
  contractRecordsOf,
  bookFill as enterFill,
  forward,
  isSettled,
  type Ledger,
  type Roundings,
  runningTime,
  slotOf,
  tradedAmount,
} from '@tenbin/bots';
import { compare, type Fill, parsePair } from '@tenbin/market';
import { bpsOfGrowth, type FillMoment, usdPrices } from '@tenbin/strategy';
import { type BotState, tradeKey } from '../decision/bot-state.ts';
import type { DecisionBuilder } from '../decision/decision-builder.ts';
import { isBeforeItsReport, isCovered } from '../orders/is-covered.ts';
import { isTradeOf } from '../orders/is-the-order.ts';
import { withActivity } from './keep-performance.ts';

/** A fraction: what most exchanges take, where a market's own is not known. */
const defaultFee = 0.001;

/**
 * Takes one trade into the ledger, once: a trade that comes again changes nothing, in whatever order trades come.
 * Trades of other orders on the same exchange account are not ours to book.
 */
export function bookFill(turn: DecisionBuilder, fill: Fill): void {
  if (turn.state.seenTrades.has(tradeKey(fill))) return;
  const order = orderOfFill(turn.state, fill);
  if (!order) {
    keepIfItMayBeOurs(turn, fill);
    return;
  }
  if (isBeforeItsReport(order, fill)) {
    keepForLater(turn, fill);
    return;
  }
  turn.rememberTrade(tradeKey(fill));
  if (isCovered(order, fill)) {
    const { clientOrderId, pair, side, price, amount } = { ...fill, clientOrderId: order.clientOrderId };
    turn.note('tradeCovered', { clientOrderId, pair, side, price, amount, tradeId: fill.tradeId });
    return;
  }
  const ours = { ...fill, clientOrderId: order.clientOrderId };
  const [before, moment] = [turn.ledger.balances, momentOf(turn, order, fill)];
  const { balances, booked, activity, uneven } = order.rebalanceId
    ? bookRebalanceFill(before, ours, moment)
    : enterFill(before, ours, moment, turn.state.strategy);
  const ledger = ledgerAfter(turn.ledger, order, { fill, balances, growth: booked.growth, uneven });
  turn.setLedger(withActivity(turn, ledger, activity, fill.at));
  turn.writeFill(booked);

  const trades = [...order.trades, booked];
  const traded = tradedAmount({ trades });
  const isWhole = compare(traded, order.amount) >= 0;
  turn.setOrder({
    ...order,
    trades,
    balancesAfter: isWhole ? null : balances,
    state: forward(order.state, isWhole ? 'filled' : 'open'),
    exchangeOrderId: order.exchangeOrderId ?? fill.exchangeOrderId,
    reportedFilled: compare(traded, order.reportedFilled) > 0 ? traded : order.reportedFilled,
  });
  const { filledAt } = turn.state;
  turn.change({ filledAt: { ...filledAt, [slotOf(order)]: fill.at } });
  const { pair, side, price, amount, fee, feeCurrency } = fill;
  const basisPointChanged = bpsOfGrowth(booked.growth);
  turn.note('filled', {
    clientOrderId: order.clientOrderId,
    pair,
    side,
    price,
    amount,
    fee,
    feeCurrency,
    basisPointChanged,
    isPart: !isWhole,
    ...(order.rebalanceId && { isRebalance: true }),
  });
  markFilledWhileStopping(turn, order);
  recordIfSettled(turn, order.clientOrderId);
}

/** What is known of a trade's order and of its moment. */
function momentOf({ view, ledger }: DecisionBuilder, { trades, marketPrice = null, isEvening = false }: BotOrder, fill: Fill): FillMoment {
  const rules = view.rules.get(fill.pair);
  return {
    earlier: trades,
    marketPrice,
    current: view.prices.get(fill.pair),
    isEvening,
    uneven: ledger.uneven?.left ?? 0,
    // The trade's own price stands in where nobody has told one yet.
    usd: usdPrices({ prices: new Map([[fill.pair, Number(fill.price)], ...view.prices]) }),
    feeRate: (fill.isMaker ? rules?.makerFee : rules?.takerFee) ?? defaultFee,
  };
}

/** A bot that has never run begins with what rebalancing leaves. */
function ledgerAfter(
  ledger: Ledger,
  order: BotOrder,
  { fill, balances, growth, uneven }: Pick<Booking, 'balances' | 'uneven'> & { readonly fill: Fill; readonly growth: number },
): Ledger {
  const isBeforeFirstRun = Boolean(order.rebalanceId) && ledger.growth === 0 && ledger.ranMs === 0;
  const { fee, feeCurrency } = fill;
  return {
    ...ledger,
    balances,
    growth: ledger.growth + growth,
    ...(ledger.uneven && { uneven: { ...ledger.uneven, left: uneven } }),
    ...(isBeforeFirstRun && { initialBalances: balances }),
    tradesSinceAgreement: tradesWith(fill, ledger),
    ...(balances[feeCurrency] === undefined && { feesElsewhere: addedTo(ledger.feesElsewhere, feeCurrency, fee) }),
  };
}

/** One more for every balance that the trade moved. */
function tradesWith({ pair, feeCurrency }: Fill, { balances, tradesSinceAgreement }: Ledger): Roundings {
  const { base, counter } = parsePair(pair);
  const moved = [...new Set([base, counter, feeCurrency])].filter((currency) => balances[currency] !== undefined);
  return { ...tradesSinceAgreement, ...Object.fromEntries(moved.map((currency) => [currency, (tradesSinceAgreement[currency] ?? 0) + 1])) };
}

/** Makes the contract record of an order that has ended with all its trades booked. */
export function recordIfSettled(turn: DecisionBuilder, clientOrderId: string): void {
  const order = turn.state.orders.find((one) => one.clientOrderId === clientOrderId);
  if (!order || !isSettled(order) || order.trades.length === order.recordedTrades) return;
  if (order.rebalanceId) {
    turn.setOrder({ ...order, recordedTrades: order.trades.length });
    return;
  }
  const { growth, ranMs } = turn.ledger;
  // Others may have traded between the last trade of an order and its cancelling.
  const balances = order.balancesAfter ?? turn.ledger.balances;
  const { settings, strategy } = turn.state;
  const runningMs = runningTime({ phase: turn.state.phase, ranMs }, turn.view.now);
  const context = { balances, growth, runningMs, timeScale: settings.timeScale, facts: strategy.facts };
  for (const record of contractRecordsOf(order.trades.slice(order.recordedTrades), context)) turn.writeRecord(record);
  turn.setOrder({ ...order, recordedTrades: order.trades.length });
}

/** Trades that were kept until more was known of their order. */
export function bookUnmatchedFills(turn: DecisionBuilder): void {
  const unmatched = turn.state.unmatchedFills;
  if (unmatched.length === 0) return;
  turn.change({ unmatchedFills: [] });
  for (const fill of unmatched) bookFill(turn, fill);
}

/** Whether a trade of that pair might belong to an order whose exchange id is not known. */
export const mayHaveUnmatchedFills = (state: BotState, pair: string): boolean =>
  state.orders.some((order) => order.pair === pair && order.exchangeOrderId === null && !isSettled(order));

function orderOfFill(state: BotState, fill: Fill): BotOrder | undefined {
  return state.orders.find((order) => isTradeOf(order, fill));
}

function keepIfItMayBeOurs(turn: DecisionBuilder, fill: Fill): void {
  if (fill.clientOrderId === null && mayHaveUnmatchedFills(turn.state, fill.pair)) keepForLater(turn, fill);
}

function keepForLater(turn: DecisionBuilder, fill: Fill): void {
  const isKept = turn.state.unmatchedFills.some((one) => tradeKey(one) === tradeKey(fill));
  if (!isKept) turn.change({ unmatchedFills: [...turn.state.unmatchedFills, fill] });
}

function markFilledWhileStopping(turn: DecisionBuilder, { clientOrderId }: BotOrder): void {
  const { phase, duringStop } = turn.state;
  if (phase.kind !== 'stopping' || duringStop.filled.includes(clientOrderId)) return;
  turn.setPhase(phase, { ...duringStop, filled: [...duringStop.filled, clientOrderId] });
}
