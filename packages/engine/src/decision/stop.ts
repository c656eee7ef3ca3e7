import {
  type AskedBy,
  type BotFault,
  confirmStopped,
  hasEnded,
  isOrderOf,
  isSettled,
  ledgerAtEnd,
  type RebalanceProgress,
  requestStop,
} from '@tenbin/bots';
import { endDay } from '../account/keep-performance.ts';
import type { Snapshot } from './bot-event.ts';
import type { DecisionBuilder } from './decision-builder.ts';

const askAgainMs = 1_000;

interface StopRequest {
  readonly by: AskedBy;
  /** Why, when nobody asked. */
  readonly fault: BotFault | null;
  /** When somebody asked, where that is known: a worker may hear of it late. */
  readonly askedAt?: Date | null;
}

/** Nothing more is placed; what is open is cancelled; the end comes with the exchange's confirmation. */
export function beginStop(turn: DecisionBuilder, { by, fault, askedAt = null }: StopRequest): void {
  const { phase } = turn.state;
  if (phase.kind === 'stopped' || phase.kind === 'stopping') return;
  const reason = fault?.code ?? null;
  turn.note('stopRequested', { by, reason, ...(fault && { facts: fault.facts }) });
  turn.warn([]);
  if (fault) turn.fault(fault);
  if (phase.kind === 'rebalancing')
    logRebalance(turn, {
      id: phase.rebalanceId,
      status: fault ? 'failed' : 'cancelled',
      ...(fault && { reason: fault.code, facts: fault.facts }),
    });
  turn.setPhase(requestStop(phase, { by, at: timeOfRequest(turn, askedAt), reason }), { cancelled: [], filled: [] });
  // Nothing was ever sent in this run, and nothing is left of the last: there is nothing to confirm.
  if ((phase.kind === 'starting' || phase.kind === 'rebalancing') && turn.state.orders.every(isSettled)) end(turn);
}

/** A pair that is gone for good ends whatever its bot does: without it nothing can be started, made even or quoted. */
export function stopIfGone(turn: DecisionBuilder): void {
  const { phase, strategy } = turn.state;
  if (phase.kind === 'stopped' || phase.kind === 'stopping') return;
  const pair = strategy.pairs.find((one) => turn.view.closed.get(one) === 'gone');
  if (pair === undefined) return;
  const [code, facts] = ['pairNotAvailable', { pair }] as const;
  if (phase.kind === 'starting') turn.note('startRefused', { code, facts });
  beginStop(turn, { by: 'automatic', fault: { code, facts } });
}

/** As it was asked for, where that was in this run; otherwise now. */
function timeOfRequest({ state: { phase }, view: { now } }: DecisionBuilder, askedAt: Date | null): Date {
  const since = phase.kind === 'running' ? phase.since : 'askedAt' in phase ? phase.askedAt : now;
  return askedAt !== null && askedAt >= since && askedAt < now ? askedAt : now;
}

/**
 * Ends a stop when nothing of ours can be open any more: every order has ended with all its trades booked, and a
 * snapshot that was asked for after that shows none.
 */
export function endIfConfirmed(turn: DecisionBuilder, snapshot: Snapshot): void {
  const { phase, orders, number } = turn.state;
  if (phase.kind !== 'stopping' || !orders.every(isSettled) || !isAfterLastChange(turn)) return;
  if (!snapshot.openOrders.some((order) => isOrderOf(number, order.clientOrderId))) end(turn);
}

/** Asks for the confirmation as soon as it can come; when an answer did not confirm, again after a moment. */
export function seekConfirmation(turn: DecisionBuilder): void {
  const { phase, orders, link, snapshot } = turn.state;
  if (phase.kind !== 'stopping' || turn.isHeld || link === 'none' || link === 'connecting') return;
  if (!orders.every(isSettled) || snapshot?.isUnderWay) return;
  const next = snapshot && isAfterLastChange(turn) ? new Date(snapshot.askedAt.getTime() + askAgainMs) : null;
  if (next && next > turn.view.now) turn.act({ type: 'tickAt', at: next });
  else turn.takeSnapshot();
}

/** The exchange does not let us in any more: what is open stays open, and the message says so. */
export function endUnconfirmed(turn: DecisionBuilder, fault: BotFault): void {
  const mayBeOpen = turn.state.orders.filter((order) => !hasEnded(order)).map((order) => order.clientOrderId);
  const { phase } = turn.state;
  turn.fault({ ...fault, facts: { ...fault.facts, mayBeOpen } } as BotFault);
  if (phase.kind === 'rebalancing')
    logRebalance(turn, { id: phase.rebalanceId, status: 'failed', reason: fault.code, facts: { ...fault.facts, mayBeOpen } });
  turn.note('stopped', { cancelled: 0, filledMeanwhile: 0, reason: fault.code, facts: fault.facts });
  leave(turn);
  turn.setPhase({ kind: 'stopped', receipt: null });
}

function end(turn: DecisionBuilder): void {
  const { phase, duringStop } = turn.state;
  leave(turn);
  turn.note('stopped', {
    cancelled: duringStop.cancelled.length,
    filledMeanwhile: duringStop.filled.length,
    reason: phase.kind === 'stopping' ? phase.reason : null,
  });
  turn.setPhase(confirmStopped(phase, { at: turn.view.now, cancelled: duringStop.cancelled, filledMeanwhile: duringStop.filled }));
}

/** Whether the last snapshot was asked for when our orders were already as they are. */
export const isAfterLastChange = ({ state }: DecisionBuilder): boolean => state.snapshot?.changes === state.changes;

/** Writes into the log of a rebalance. */
export function logRebalance(turn: DecisionBuilder, progress: Omit<RebalanceProgress, 'at'>): void {
  turn.writeRebalance({ ...progress, at: turn.view.now });
}

export function leave(turn: DecisionBuilder): void {
  endDay(turn);
  const ledger = ledgerAtEnd(turn.state, turn.view.now);
  if (ledger) turn.setLedger(ledger);
  turn.change({
    link: 'none',
    hold: null,
    cancelsFrom: null,
    asked: null,
    pauses: {},
    failingCheck: null,
    keyRefusals: null,
    crossing: new Set(),
    unmatchedFills: [],
    walletDiffers: null,
    snapshot: null,
    walletProbe: null,
    fullSyncDue: false,
    checkAt: null,
    unexplained: { known: {}, seen: null },
    forced: null,
  });
  turn.act({ type: 'disconnect' });
}
