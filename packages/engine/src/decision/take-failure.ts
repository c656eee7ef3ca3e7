import { type BotFault, type BotOrder, type Reason, slotFacts } from '@tenbin/bots';
import type { ExchangeError, ExchangeErrorReason } from '@tenbin/exchange';
import { multiply, parsePair } from '@tenbin/market';
import { allowedPrices } from '@tenbin/strategy';
import { isLastingRefusal, pauseSlotOf } from '../orders/slot-pause.ts';
import { endOrder } from '../orders/take-report.ts';
import { isMoved, noteCrossing } from './beside-market.ts';
import type { DecisionBuilder } from './decision-builder.ts';
import { isOver } from './is-over.ts';
import { clearKeyRefusals, keyReasons, takeRefusalOfKey } from './key-refusal.ts';
import { beginStop } from './stop.ts';

const keyReasonOf = (error: ExchangeError) => keyReasons.find((reason) => reason === error.reason);

/** What the exchange's refusal of an order says about the bot's settings: where that lasts, it stops with that code. */
const stopCodes: Partial<Record<ExchangeErrorReason, 'amountTooSmall' | 'valueTooSmall' | 'priceOutOfRange' | 'pairNotAvailable'>> = {
  amountOutOfRange: 'amountTooSmall',
  notionalTooSmall: 'valueTooSmall',
  priceOutOfRange: 'priceOutOfRange',
  badSymbol: 'pairNotAvailable',
};

/** The same in a warning. */
export const warningCodeOf = (reason: string): string => stopCodes[reason as ExchangeErrorReason] ?? reason;

export function takePlaceFailure(turn: DecisionBuilder, clientOrderId: string, error: ExchangeError): void {
  const order = turn.state.orders.find((one) => one.clientOrderId === clientOrderId);
  // Where the exchange takes it back, its stream may have told that first.
  if (order && error.reason === 'wouldTakeImmediately' && !order.rebalanceId) noteCrossing(turn, order);
  if (order?.state !== 'pending') return;
  const { pair, side } = order;
  if (error.kind === 'unknown' || error.reason === 'duplicateClientOrderId') {
    endOrder(turn, order, 'unknown');
    turn.note('waitingForUnknown', { ...slotFacts(order), clientOrderId });
    turn.act({ type: 'search', order, afterCancel: false });
    return;
  }
  endOrder(turn, order, 'rejected');
  if (error.kind === 'transient') turn.hold(reasonOf(error, { pair, side }), error.retryAfterMs);
  else takeRefusal(turn, order, error);
}

/** A refusal may be one of old rules, or of a restless moment: it pauses the slot, and stops the bot only when it lasts. */
function takeRefusal(turn: DecisionBuilder, order: BotOrder, error: ExchangeError): void {
  const { clientOrderId, price, amount } = order;
  const facts = { clientOrderId, ...slotFacts(order), price, amount };
  const fault = reasonOf(error, facts);
  turn.note('refused', { ...facts, reason: error.reason });
  if (tookKeyRefusal(turn, error)) return;
  // It goes beside the market at once, unless our price does not show yet what the exchange saw.
  if (error.reason === 'wouldTakeImmediately' && isMoved(turn, order)) return;
  if (error.reason === 'tooManyOrders') turn.change({ crowdedAt: turn.view.now });
  const pause = pauseSlotOf(turn, order, fault);
  const stopFault = stopFaultOf(turn, order, fault);
  if (stopFault && !order.rebalanceId && isLastingRefusal(turn, pause)) beginStop(turn, { by: 'automatic', fault: stopFault });
  if (error.reason === 'insufficientFunds') turn.takeSnapshot();
}

/** Why a bot stops whose order is refused for good, beside what its rules and prices say; null where it does not. */
function stopFaultOf({ view }: DecisionBuilder, { pair, side, price, amount }: BotOrder, { code, facts }: Reason): BotFault | null {
  const stopCode = stopCodes[code as ExchangeErrorReason];
  if (stopCode === undefined) return null;
  const rules = view.rules.get(pair);
  const { base: unit, counter } = parsePair(pair);
  if (stopCode === 'pairNotAvailable' || !rules) return { code: 'pairNotAvailable', facts: { ...facts, pair } };
  switch (stopCode) {
    case 'amountTooSmall':
      return { code: stopCode, facts: { ...facts, pair, side, value: amount, minimum: rules.minimumAmount, unit } };
    case 'valueTooSmall': {
      const value = multiply(price, amount);
      return { code: stopCode, facts: { ...facts, pair, side, value, minimum: rules.minimumNotional, unit: counter } };
    }
    case 'priceOutOfRange': {
      const { lowest, highest } = allowedPrices(rules, side, view.prices.get(pair));
      return { code: stopCode, facts: { ...facts, pair, side, price, lowest, highest: Number.isFinite(highest) ? highest : null } };
    }
    default:
      return stopCode satisfies never;
  }
}

/** What was to be cancelled may be filled, cancelled or never there: only the exchange knows. */
export function takeCancelFailure(turn: DecisionBuilder, clientOrderId: string, error: ExchangeError): void {
  const order = turn.state.orders.find((one) => one.clientOrderId === clientOrderId);
  if (order?.state !== 'open') return;
  // Nobody can cancel there at present. If it is still open in a minute, the next snapshot lets it be asked for again.
  if (error.reason === 'marketClosed' || error.reason === 'badSymbol') return;
  if (error.kind !== 'transient' && !keyReasonOf(error)) {
    turn.act({ type: 'search', order, afterCancel: true });
    return;
  }
  turn.setOrder({ ...order, cancelAskedAt: null });
  if (!tookKeyRefusal(turn, error)) turn.hold(reasonOf(error), error.retryAfterMs);
  turn.change({ cancelsFrom: turn.state.hold?.until ?? null });
}

export function takeConnectFailure(turn: DecisionBuilder, error: ExchangeError): void {
  if (isOver(turn.state)) return;
  turn.change({ link: 'none' });
  if (!tookKeyRefusal(turn, error)) turn.hold(reasonOf(error), error.retryAfterMs);
}

export function takeSnapshotFailure(turn: DecisionBuilder, error: ExchangeError): void {
  if (turn.state.snapshot) turn.change({ snapshot: { ...turn.state.snapshot, isUnderWay: false } });
  turn.change({ walletProbe: null });
  if (!tookKeyRefusal(turn, error)) turn.hold(reasonOf(error), error.retryAfterMs);
}

/** The second look at a refused key, on a connection of its own. */
export function takeKeyCheck(turn: DecisionBuilder, error: ExchangeError | null): void {
  if (turn.state.phase.kind === 'stopped') return;
  if (error === null) {
    clearKeyRefusals(turn);
    return;
  }
  const code = keyReasonOf(error);
  if (error.kind === 'rejected' && code) takeRefusalOfKey(turn, reasonOf(error), code);
  else turn.hold(reasonOf(error), error.retryAfterMs);
}

/** @returns whether it was a refusal of the key; then it is being checked, and nothing is sent meanwhile */
function tookKeyRefusal(turn: DecisionBuilder, error: ExchangeError): boolean {
  if (error.kind !== 'rejected' || !keyReasonOf(error)) return false;
  turn.hold(reasonOf(error), undefined);
  turn.act({ type: 'checkKey', because: error.reason });
  return true;
}

function reasonOf(error: ExchangeError, facts: Reason['facts'] = {}): Reason {
  return { code: error.reason, facts: error.exchangeCode === undefined ? facts : { ...facts, exchangeCode: error.exchangeCode } };
}
