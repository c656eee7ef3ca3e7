import { forceStopped, hasEnded, isBehind, isSettled, isUncertain, type UnconfirmedReason, unconfirmedOrder } from '@tenbin/bots';
import type { DecisionBuilder } from './decision-builder.ts';
import { beginStop, leave } from './stop.ts';

/** So long a last try lasts: to reach the exchange, to cancel, and to be told that nothing is open. */
const lastTryMs = 10_000;

/** The owner waits no longer. Everything is cancelled once more, whatever pause there was; what then is not confirmed stays so. */
export function forceStop(turn: DecisionBuilder, by: string): void {
  beginStop(turn, { by, fault: null });
  if (turn.state.phase.kind !== 'stopping' || turn.state.forced) return;
  const at = turn.view.now;
  turn.note('stopForced', { by });
  turn.change({ forced: { by, at }, hold: null, cancelsFrom: null });
  for (const order of turn.state.orders)
    if (order.state === 'open' && order.cancelAskedAt) turn.setOrder({ ...order, cancelAskedAt: null });
  turn.act({ type: 'tickAt', at: new Date(at.getTime() + lastTryMs) });
}

/** Ends a forced stop when the last try is over. */
export function endIfForced(turn: DecisionBuilder): void {
  const { forced, phase, duringStop, orders } = turn.state;
  if (!forced || phase.kind !== 'stopping' || turn.view.now.getTime() - forced.at.getTime() < lastTryMs) return;
  const { cancelled, filled } = duringStop;
  const unconfirmed = orders.filter((order) => !isSettled(order)).map(unconfirmedOrder);
  const because = reasonOf(turn);
  leave(turn);
  turn.note('stopped', {
    cancelled: cancelled.length,
    filledMeanwhile: filled.length,
    reason: phase.reason,
    unconfirmed: unconfirmed.length,
  });
  const given = { forced: { by: forced.by, at: turn.view.now, because, unconfirmed }, cancelled, filledMeanwhile: filled };
  turn.setPhase(forceStopped(phase, given));
}

function reasonOf(turn: DecisionBuilder): UnconfirmedReason {
  const { orders, link } = turn.state;
  if (link !== 'synced' || turn.isHeld) return 'exchangeAway';
  if (orders.some(isUncertain)) return 'orderUnknown';
  if (orders.some((order) => !hasEnded(order))) return 'orderNotCancelled';
  return orders.some(isBehind) ? 'tradesMissing' : 'notConfirmed';
}
