import { type BotOrder, forward, hasEnded, isSettled, type OrderState, parseClientOrderId, slotFacts, tradedAmount } from '@tenbin/bots';
import type { OrderReport, OrderStatus } from '@tenbin/exchange';
import { compare, isPositive } from '@tenbin/market';
import { bookUnmatchedFills, recordIfSettled } from '../account/book-fill.ts';
import type { Snapshot } from '../decision/bot-event.ts';
import type { DecisionBuilder } from '../decision/decision-builder.ts';
import { isTheOrder } from './is-the-order.ts';
import { endPauseOf, pauseIfShortLived } from './slot-pause.ts';

const tradesPauseMs = 500;

/**
 * Takes in what the exchange says of an order. States only go forward, so an old report changes nothing. Money does not
 * follow from it: an order that ended with more filled than the ledger holds waits for its trades.
 *
 * @param options - `afterCancel`: it answers the question what became of a cancelling
 */
export function takeReport(turn: DecisionBuilder, report: OrderReport, { afterCancel }: { readonly afterCancel: boolean }): void {
  const order = orderOfReport(turn, report) ?? adopt(turn, report);
  if (!order) return;
  const state = forward(order.state, stateOf(report));
  const next: BotOrder = {
    ...order,
    state,
    exchangeOrderId: order.exchangeOrderId ?? report.exchangeOrderId,
    reportedFilled: compare(report.filled, order.reportedFilled) > 0 ? report.filled : order.reportedFilled,
    cancelAskedAt: afterCancel && state === 'open' ? null : order.cancelAskedAt,
  };
  // It came after it was given up. Its slot may have been taken since, and it must not stay.
  const isBelated = order.state === 'neverPlaced' && report.status === 'open';
  if (isBelated) turn.act({ type: 'cancel', order: next });
  if (isSame(order, next)) return;
  turn.setOrder(next);
  if (state !== order.state) noteState(turn, next);
  if (order.state === 'unknown' || isBelated) noteAdoption(turn, next);
  if (state === 'open') endPauseOf(turn, next);
  if (state === 'cancelled' && order.state !== 'cancelled' && order.cancelAskedAt === null) pauseIfShortLived(turn, next);
  bookUnmatchedFills(turn);
  recordIfSettled(turn, next.clientOrderId);
  // Its trades are usually pushed at the same time; if not, they are fetched.
  if (hasEnded(next) && !isSettled(next)) turn.act({ type: 'tickAt', at: new Date(turn.view.now.getTime() + tradesPauseMs) });
}

/** The exchange has no such order, as sure as that can be known. */
export function takeAbsence(turn: DecisionBuilder, clientOrderId: string): void {
  const order = turn.state.orders.find((one) => one.clientOrderId === clientOrderId);
  if (!order || hasEnded(order)) return;
  const state: OrderState = order.state === 'open' ? 'cancelled' : 'neverPlaced';
  turn.setOrder({ ...order, state });
  noteState(turn, { ...order, state });
  recordIfSettled(turn, clientOrderId);
}

/**
 * A pair has left the exchange for good, and it tells nothing of its orders any more: they are over. What they traded
 * and nobody could tell shows in the wallet.
 */
export function endWithTheirPair(turn: DecisionBuilder, { unlisted = [] }: Pick<Snapshot, 'unlisted'>): void {
  for (const order of turn.state.orders) {
    const { pair, side, price, amount, clientOrderId, reportedFilled } = order;
    if (isSettled(order) || !unlisted.includes(pair) || turn.view.closed.get(pair) !== 'gone') continue;
    const booked = tradedAmount(order);
    turn.note('endedWithPair', { clientOrderId, pair, side, price, amount, filled: reportedFilled, booked });
    const next: BotOrder = { ...order, state: forward(order.state, 'cancelled'), reportedFilled: booked };
    turn.setOrder(next);
    noteState(turn, next);
    recordIfSettled(turn, clientOrderId);
  }
}

/** Several orders at the exchange could be this one. None is taken for it: a wrong guess would touch somebody else's. */
export function takeAmbiguity(turn: DecisionBuilder, clientOrderId: string, exchangeOrderIds: readonly string[]): void {
  const order = turn.state.orders.find((one) => one.clientOrderId === clientOrderId);
  if (!order || hasEnded(order)) return;
  const { pair, side, price, amount } = order;
  turn.note('severalMatch', { clientOrderId, pair, side, price, amount, exchangeOrderIds });
}

/** Sets an order's state where the exchange's answer itself says it. */
export function endOrder(turn: DecisionBuilder, order: BotOrder, state: 'rejected' | 'unknown'): void {
  turn.setOrder({ ...order, state: forward(order.state, state) });
}

function orderOfReport(turn: DecisionBuilder, report: OrderReport): BotOrder | undefined {
  const { orders } = turn.state;
  const found = orders.find((order) => isTheOrder(order, report));
  if (found) return found;
  const named = orders.find((order) => order.clientOrderId === report.clientOrderId);
  if (named) {
    const { clientOrderId } = named;
    turn.note('notTheOrder', { ...slotFacts(named), clientOrderId, exchangeOrderId: report.exchangeOrderId });
  }
  return undefined;
}

/**
 * An open order with an id of ours that is not written down: it becomes one of ours, to be kept or cancelled. One that
 * ended and was forgotten is not open, whatever comes late: its trades are booked, and would be waited for without end.
 * Where what is stored is older than what was done, one that has ended since is ours as well.
 */
function adopt(turn: DecisionBuilder, report: OrderReport): BotOrder | null {
  const { clientOrderId } = report;
  if (turn.state.orders.some((order) => order.clientOrderId === clientOrderId)) return null;
  const parsed = clientOrderId === null ? null : parseClientOrderId(clientOrderId);
  const { ledger, recoverSince = null } = turn.state;
  // A bot that never ran has no books to put it into; where it is open, it is cancelled.
  if (ledger === null || (report.status !== 'open' && recoverSince === null)) return null;
  if (clientOrderId === null || parsed?.botNumber !== turn.state.number) return null;
  const { sequence } = parsed;
  const { forgotten } = turn.state;
  if (sequence <= forgotten.upTo && !forgotten.neverPlaced.has(sequence)) return null;
  turn.change({ nextSequence: Math.max(turn.state.nextSequence, sequence + 1) });
  return {
    clientOrderId,
    sequence,
    pair: report.pair,
    side: report.side,
    // No exchange tells it, and whatever is not wanted there is cancelled.
    level: 0,
    price: report.price,
    amount: report.amount,
    sentAt: report.at,
    state: 'unknown',
    exchangeOrderId: report.exchangeOrderId,
    reportedFilled: '0',
    trades: [],
    cancelAskedAt: null,
    recordedTrades: 0,
  };
}

function stateOf(report: OrderReport): OrderState {
  const states: Readonly<Record<OrderStatus, OrderState>> = {
    open: 'open',
    filled: 'filled',
    cancelled: 'cancelled',
    expired: 'cancelled',
    rejected: isPositive(report.filled) ? 'cancelled' : 'rejected',
  };
  return states[report.status];
}

function isSame(before: BotOrder, after: BotOrder): boolean {
  return (
    before.state === after.state &&
    before.exchangeOrderId === after.exchangeOrderId &&
    before.reportedFilled === after.reportedFilled &&
    before.cancelAskedAt === after.cancelAskedAt
  );
}

/** It was not known whether the exchange has it, and it has. */
function noteAdoption(turn: DecisionBuilder, { clientOrderId, pair, side, price, amount }: BotOrder): void {
  turn.note('adopted', { clientOrderId, pair, side, price, amount });
}

function noteState(turn: DecisionBuilder, order: BotOrder): void {
  const { clientOrderId, pair, side, price, amount, state, cancelAskedAt } = order;
  const facts = { clientOrderId, pair, side, price, amount };
  if (state === 'neverPlaced') turn.note('neverPlaced', facts);
  if (state !== 'cancelled') return;
  const { phase, duringStop } = turn.state;
  const isStopping = phase.kind === 'stopping';
  turn.note('cancelled', { ...facts, because: isStopping ? 'stopping' : cancelAskedAt ? 'repriced' : 'elsewhere' });
  if (isStopping && !duringStop.cancelled.includes(clientOrderId)) {
    turn.setPhase(phase, { ...duringStop, cancelled: [...duringStop.cancelled, clientOrderId] });
  }
}
