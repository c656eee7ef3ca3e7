import { bookRebalanceFill, contractRecordsOf, bookFill as enterFill, forward } from '@tenbin/bots';
import { type Balances, compare, type Fill } from '@tenbin/market';
import { bpsOfGrowth, usdPrices } from '@tenbin/strategy';
import { type BotOrder, isSettled, tradedAmount } from './bot-order.ts';
import { type BotState, tradeKey } from './bot-state.ts';
import type { Ledger } from './ledger.ts';
import type { Turn } from './turn.ts';

/**
 * Takes one trade into the ledger, once: a trade that comes again changes nothing, in whatever order trades come.
 * Trades of other orders on the same exchange account are not ours to book.
 */
export function bookFill(turn: Turn, fill: Fill): void {
  if (turn.state.seenTrades.has(tradeKey(fill))) return;
  const order = orderOfFill(turn.state, fill);
  if (!order) {
    keepIfItMayBeOurs(turn, fill);
    return;
  }
  turn.rememberTrade(tradeKey(fill));
  // The trade's own price stands in where nobody has told one yet.
  const usd = usdPrices({ prices: new Map([[fill.pair, Number(fill.price)], ...turn.view.prices]) });
  const enter = order.rebalanceId ? bookRebalanceFill : enterFill;
  const { balances, booked } = enter(turn.ledger.balances, { ...fill, clientOrderId: order.clientOrderId }, usd);
  turn.setLedger(ledgerAfter(turn.ledger, order, { balances, growth: booked.growth }));
  turn.write({ type: 'fill', fill: booked, clientOrderId: order.clientOrderId });

  const trades = [...order.trades, booked];
  const traded = tradedAmount({ trades });
  const isWhole = compare(traded, order.amount) >= 0;
  turn.setOrder({
    ...order,
    trades,
    state: forward(order.state, isWhole ? 'filled' : 'open'),
    exchangeOrderId: order.exchangeOrderId ?? fill.exchangeOrderId,
    reportedFilled: compare(traded, order.reportedFilled) > 0 ? traded : order.reportedFilled,
  });
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

/** A bot that has never run begins with what rebalancing leaves. */
function ledgerAfter(
  ledger: Ledger,
  order: BotOrder,
  { balances, growth }: { readonly balances: Balances; readonly growth: number },
): Ledger {
  const isBeforeFirstRun = Boolean(order.rebalanceId) && ledger.growth === 0 && ledger.ranMs === 0;
  return { ...ledger, balances, growth: ledger.growth + growth, ...(isBeforeFirstRun && { initialBalances: balances }) };
}

/** Makes the contract record of an order that has ended with all its trades booked. */
export function recordIfSettled(turn: Turn, clientOrderId: string): void {
  const order = turn.state.orders.find((one) => one.clientOrderId === clientOrderId);
  if (!order || !isSettled(order) || order.trades.length === order.recordedTrades) return;
  if (order.rebalanceId) {
    turn.setOrder({ ...order, recordedTrades: order.trades.length });
    return;
  }
  const { balances, growth } = turn.ledger;
  const { delta, timeScale } = turn.state.settings;
  const context = { at: turn.view.now, balances, growth, runningMs: runningMs(turn.state, turn.view.now), timeScale, delta };
  for (const record of contractRecordsOf(order.trades.slice(order.recordedTrades), context)) turn.write({ type: 'record', record });
  turn.setOrder({ ...order, recordedTrades: order.trades.length });
}

/** Trades that were kept until their order's exchange id was known. */
export function bookStrayFills(turn: Turn): void {
  const strays = turn.state.strayFills;
  if (strays.length === 0) return;
  turn.change({ strayFills: [] });
  for (const fill of strays) bookFill(turn, fill);
}

/** All running time so far. */
function runningMs({ phase, ledger }: Pick<BotState, 'phase' | 'ledger'>, now: Date): number {
  const since = phase.kind === 'running' ? phase.since : phase.kind === 'stopping' ? phase.runningSince : null;
  return (ledger?.ranMs ?? 0) + (since ? Math.max(0, now.getTime() - since.getTime()) : 0);
}

/** The ledger of a bot that stops now, however it does: what it earned belongs to the time that it ran. */
export function ledgerAtEnd(bot: Pick<BotState, 'phase' | 'ledger'>, now: Date): Ledger | null {
  return bot.ledger && { ...bot.ledger, ranMs: runningMs(bot, now) };
}

/** Whether a trade of that pair might belong to an order whose exchange id is not known. */
export const mayHaveStrays = (state: BotState, pair: string): boolean =>
  state.orders.some((order) => order.pair === pair && order.exchangeOrderId === null && !isSettled(order));

function orderOfFill(state: BotState, fill: Fill): BotOrder | undefined {
  return state.orders.find(
    (order) =>
      order.pair === fill.pair &&
      (fill.clientOrderId === order.clientOrderId || (order.exchangeOrderId !== null && order.exchangeOrderId === fill.exchangeOrderId)),
  );
}

function keepIfItMayBeOurs(turn: Turn, fill: Fill): void {
  const isKept = turn.state.strayFills.some((stray) => tradeKey(stray) === tradeKey(fill));
  if (fill.clientOrderId === null && !isKept && mayHaveStrays(turn.state, fill.pair)) {
    turn.change({ strayFills: [...turn.state.strayFills, fill] });
  }
}

function markFilledWhileStopping(turn: Turn, { clientOrderId }: BotOrder): void {
  const { phase, duringStop } = turn.state;
  if (phase.kind !== 'stopping' || duringStop.filled.includes(clientOrderId)) return;
  turn.setPhase(phase, { ...duringStop, filled: [...duringStop.filled, clientOrderId] });
}
