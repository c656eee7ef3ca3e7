import { forceStopped, type UnconfirmedOrder, type UnconfirmedReason } from '@tenbin/bots';
import { compare } from '@tenbin/market';
import { type BotOrder, hasEnded, isBehind, isSettled, isUncertain, tradedAmount } from './bot-order.ts';
import { beginStop, leave } from './stop.ts';
import type { Turn } from './turn.ts';

/** So long a last try lasts: to reach the exchange, to cancel, and to be told that nothing is open. */
const lastTryMs = 10_000;

/** The owner waits no longer. Everything is cancelled once more, whatever pause there was; what then is not confirmed stays so. */
export function forceStop(turn: Turn, by: string): void {
  beginStop(turn, { by, fault: null });
  if (turn.state.phase.kind !== 'stopping' || turn.state.forced) return;
  const at = turn.view.now;
  turn.note('stopForced', { by });
  turn.change({ forced: { by, at }, hold: null });
  for (const order of turn.state.orders)
    if (order.state === 'open' && order.cancelAskedAt) turn.setOrder({ ...order, cancelAskedAt: null });
  turn.act({ type: 'lookAt', at: new Date(at.getTime() + lastTryMs) });
}

/** Ends a forced stop when the last try is over. */
export function endIfForced(turn: Turn): void {
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

/** The order as it was last known, for whoever must look after it now. */
export function unconfirmedOrder(
  order: Pick<BotOrder, (keyof UnconfirmedOrder & keyof BotOrder) | 'reportedFilled' | 'trades'>,
): UnconfirmedOrder {
  const { clientOrderId, pair, side, price, amount, state, reportedFilled } = order;
  const traded = tradedAmount(order);
  return { clientOrderId, pair, side, price, amount, state, filled: compare(traded, reportedFilled) > 0 ? traded : reportedFilled };
}

function reasonOf(turn: Turn): UnconfirmedReason {
  const { orders, link } = turn.state;
  if (link !== 'synced' || turn.isHeld) return 'exchangeAway';
  if (orders.some(isUncertain)) return 'orderUnknown';
  if (orders.some((order) => !hasEnded(order))) return 'orderNotCancelled';
  return orders.some(isBehind) ? 'tradesMissing' : 'notConfirmed';
}
