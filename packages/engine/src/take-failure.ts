import type { BotErrorCode } from '@tenbin/bots';
import type { ExchangeError, ExchangeErrorReason } from '@tenbin/exchange';
import { isMoved, noteCrossing } from './beside-market.ts';
import type { Reason } from './bot-effect.ts';
import type { BotOrder } from './bot-order.ts';
import { endKeyDoubt, hearRefusal } from './doubt-key.ts';
import { isLastingRefusal, pauseSlotOf } from './slot-pause.ts';
import { beginStop } from './stop.ts';
import { endOrder } from './take-report.ts';
import type { Turn } from './turn.ts';

/** The exchange does not accept the key. That may be a fault of the exchange, which passes: see `hearRefusal`. */
const keyReasons = ['invalidApiKey', 'invalidSecret', 'invalidPassphrase', 'keyRefused'] as const;

const keyReasonOf = (error: ExchangeError) => keyReasons.find((reason) => reason === error.reason);

/** What the exchange's refusal of an order says about the bot's settings: where that lasts, it stops with that code. */
const stopCodes: Partial<Record<ExchangeErrorReason, BotErrorCode>> = {
  amountOutOfRange: 'amountTooSmall',
  notionalTooSmall: 'valueTooSmall',
  priceOutOfRange: 'priceOutOfRange',
  badSymbol: 'pairNotAvailable',
};

/** The same in a warning. */
export const warningCodeOf = (reason: string): string => stopCodes[reason as ExchangeErrorReason] ?? reason;

export function takePlaceFailure(turn: Turn, clientOrderId: string, error: ExchangeError): void {
  const order = turn.state.orders.find((one) => one.clientOrderId === clientOrderId);
  // Where the exchange takes it back, its stream may have told that first.
  if (order && error.reason === 'wouldTakeImmediately' && !order.rebalanceId) noteCrossing(turn, order);
  if (order?.state !== 'pending') return;
  const { pair, side } = order;
  if (error.kind === 'unknown' || error.reason === 'duplicateClientOrderId') {
    endOrder(turn, order, 'unknown');
    turn.note('waitingForUnknown', { pair, side, clientOrderId });
    turn.act({ type: 'search', order, afterCancel: false });
    return;
  }
  endOrder(turn, order, 'rejected');
  if (error.kind === 'transient') turn.hold(reasonOf(error, { pair, side }), error.retryAfterMs);
  else takeRefusal(turn, order, error);
}

/** A refusal may be one of old rules, or of a restless moment: it pauses the slot, and stops the bot only when it lasts. */
function takeRefusal(turn: Turn, order: BotOrder, error: ExchangeError): void {
  const { clientOrderId, pair, side, price, amount } = order;
  const fault = reasonOf(error, { clientOrderId, pair, side, price, amount });
  turn.note('refused', { clientOrderId, pair, side, price, amount, reason: error.reason });
  const stopCode = stopCodes[error.reason];
  if (doubtsKey(turn, error)) return;
  // It goes beside the market at once, unless our price does not show yet what the exchange saw.
  if (error.reason === 'wouldTakeImmediately' && isMoved(turn, order)) return;
  const pause = pauseSlotOf(turn, order, fault);
  if (stopCode && !order.rebalanceId && isLastingRefusal(turn, pause))
    beginStop(turn, { by: 'automatic', fault: { code: stopCode, facts: fault.facts } });
  if (error.reason === 'insufficientFunds') turn.takeSnapshot();
}

/** What was to be cancelled may be filled, cancelled or never there: only the exchange knows. */
export function takeCancelFailure(turn: Turn, clientOrderId: string, error: ExchangeError): void {
  const order = turn.state.orders.find((one) => one.clientOrderId === clientOrderId);
  if (order?.state !== 'open') return;
  // Nobody can cancel there at present. If it is still open in a minute, the next snapshot lets it be asked for again.
  if (error.reason === 'marketClosed' || error.reason === 'badSymbol') return;
  if (error.kind !== 'transient' && !keyReasonOf(error)) {
    turn.act({ type: 'search', order, afterCancel: true });
    return;
  }
  turn.setOrder({ ...order, cancelAskedAt: null });
  if (!doubtsKey(turn, error)) turn.hold(reasonOf(error), error.retryAfterMs);
}

export function takeConnectFailure(turn: Turn, error: ExchangeError): void {
  if (turn.state.phase.kind === 'stopped') return;
  turn.change({ link: 'none' });
  if (!doubtsKey(turn, error)) turn.hold(reasonOf(error), error.retryAfterMs);
}

export function takeSnapshotFailure(turn: Turn, error: ExchangeError): void {
  if (turn.state.snapshot) turn.change({ snapshot: { ...turn.state.snapshot, isUnderWay: false } });
  turn.change({ glance: null });
  if (!doubtsKey(turn, error)) turn.hold(reasonOf(error), error.retryAfterMs);
}

/** The second look at a refused key, on a connection of its own. */
export function takeKeyCheck(turn: Turn, error: ExchangeError | null): void {
  if (turn.state.phase.kind === 'stopped') return;
  if (error === null) {
    endKeyDoubt(turn);
    return;
  }
  const code = keyReasonOf(error);
  if (error.kind === 'rejected' && code) hearRefusal(turn, reasonOf(error), code);
  else turn.hold(reasonOf(error), error.retryAfterMs);
}

/** @returns whether it was a refusal of the key; then it is being checked, and nothing is sent meanwhile */
function doubtsKey(turn: Turn, error: ExchangeError): boolean {
  if (error.kind !== 'rejected' || !keyReasonOf(error)) return false;
  turn.hold(reasonOf(error), undefined);
  turn.act({ type: 'checkKey', because: error.reason });
  return true;
}

function reasonOf(error: ExchangeError, facts: Reason['facts'] = {}): Reason {
  return { code: error.reason, facts: error.exchangeCode === undefined ? facts : { ...facts, exchangeCode: error.exchangeCode } };
}
