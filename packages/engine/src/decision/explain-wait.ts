import { isSettled, isUncertain } from '@tenbin/bots';
import type { DecisionBuilder } from './decision-builder.ts';
import { hasObstacle, quoting } from './quote.ts';

/** Mostly a start or a stop is over sooner, and nothing need be said. */
const soonMs = 5_000;

/** Whether what the bot was asked to do lasts, so that its timeline must say why. */
export const isLasting = ({ state: { phase }, view }: DecisionBuilder): boolean =>
  'askedAt' in phase && view.now.getTime() - phase.askedAt.getTime() >= soonMs;

/** A start and a stop last as long as the exchange needs: what they wait for is said. */
export function explainWait(turn: DecisionBuilder): void {
  const { phase, orders } = turn.state;
  if ((phase.kind !== 'starting' && phase.kind !== 'stopping') || !isLasting(turn) || hasObstacle(turn)) return;
  // What a start waits for that sees everything, the start itself has said.
  if (phase.kind === 'starting') return;
  const order = orders.find((one) => !isSettled(one));
  if (!order) {
    turn.note('waitingForConfirmation', {}, { about: quoting });
    return;
  }
  const { pair, side, clientOrderId } = order;
  turn.note(isUncertain(order) ? 'waitingForUnknown' : 'waitingForCancel', { pair, side, clientOrderId }, { about: quoting });
}
