import { type BotOrder, type Reason, slotFacts, slotOf } from '@tenbin/bots';
import type { RefusalPolicy, SlotPause } from '../decision/bot-state.ts';
import { type DecisionBuilder, nextHold } from '../decision/decision-builder.ts';

export const defaultRefusalPolicy: RefusalPolicy = { tries: 8, lastsMs: 10 * 60_000 };

const firstPauseMs = 5_000;
/** Another bot of the same exchange account is about to move its orders as well. */
const firstPauseForAnotherMs = 500;
/** An order that the exchange cancels sooner than this was as good as not accepted. Longer than any pause. */
const shortLifeMs = 5 * 60_000;
/** The code of such an end. */
const cancelledAtOnce = 'cancelledAtOnce';
/** The code of an order that would trade with another one of its exchange account. */
const wouldCross = 'ordersWouldCross';

/** Places nothing in the order's slot for a while, longer each time; from the second time on the timeline says so. */
export function pauseSlotOf(turn: DecisionBuilder, order: BotOrder, because: Reason): SlotPause {
  const { now, rules } = turn.view;
  const slot = slotOf(order);
  const last = turn.state.pauses[slot];
  const before = last && last.because.code === because.code && now.getTime() - last.until.getTime() < shortLifeMs ? last : null;
  // That an order was cancelled once, by hand perhaps, slows nothing down.
  const isFirstCancel = before === null && because.code === cancelledAtOnce;
  // A try by new rules, before the pause was over, is one of its own.
  const ended = before !== null && before.rules !== rules ? { ...before, until: now } : before;
  const firstMs = because.code === wouldCross ? firstPauseForAnotherMs : firstPauseMs;
  const hold = nextHold(ended, because, { now, firstMs, retryAfterMs: isFirstCancel ? 0 : undefined });
  const renewals = before === null ? 0 : before.renewals + (before.rules === rules ? 0 : 1);
  const pause: SlotPause = { ...hold, since: before?.since ?? now, rules, renewals };
  turn.change({ pauses: { ...turn.state.pauses, [slot]: pause } });
  turn.act({ type: 'tickAt', at: pause.until });
  if (pause.failures > 1)
    turn.note('slotPaused', { ...slotFacts(order), reason: because.code, times: pause.failures, until: pause.until.toISOString() });
  return pause;
}

/** An order of ours was ended by the exchange, or by a person there, untouched and soon after it was accepted. */
export function pauseIfShortLived(turn: DecisionBuilder, order: BotOrder): void {
  const { price, amount, clientOrderId, sentAt, reportedFilled } = order;
  if (turn.state.phase.kind !== 'running' || order.rebalanceId || reportedFilled !== '0') return;
  if (turn.view.now.getTime() - sentAt.getTime() >= shortLifeMs) return;
  pauseSlotOf(turn, order, { code: cancelledAtOnce, facts: { clientOrderId, ...slotFacts(order), price, amount } });
}

/** The exchange takes orders in this slot again. That it accepts one says nothing where it cancels them at once. */
export function endPauseOf(turn: DecisionBuilder, order: BotOrder): void {
  const { [slotOf(order)]: ended, ...pauses } = turn.state.pauses;
  if (ended && ended.because.code !== cancelledAtOnce) turn.change({ pauses });
}

/** Whether nothing is placed in that slot at present. New rules end a pause: what was refused by the old ones may fit. */
export function isPaused(turn: DecisionBuilder, order: Pick<BotOrder, 'pair' | 'side' | 'level'>): boolean {
  const pause = turn.state.pauses[slotOf(order)];
  if (pause === undefined || pause.until <= turn.view.now) return false;
  return pause.because.code === cancelledAtOnce || pause.rules === turn.view.rules;
}

/** Whether it waits there for another order of its exchange account, which it would meet. */
export const waitsForAnother = (turn: DecisionBuilder, order: Pick<BotOrder, 'pair' | 'side' | 'level'>): boolean =>
  isPaused(turn, order) && turn.state.pauses[slotOf(order)]?.because.code === wouldCross;

/** Whether the same refusal came so often, for so long, and by renewed rules too, that it will not pass by itself. */
export function isLastingRefusal({ view }: DecisionBuilder, { failures, since, renewals }: SlotPause): boolean {
  const { tries, lastsMs } = view.refusalPolicy;
  return failures >= tries && renewals > 0 && view.now.getTime() - since.getTime() >= lastsMs;
}

/** What the user is warned of: slots that are paused for longer than a moment, and while they are tried once more. */
export function pauseWarnings({ state, view }: DecisionBuilder, codeOf: (reason: string) => string): Reason[] {
  const isOver = ({ until }: SlotPause) => view.now.getTime() - until.getTime() >= shortLifeMs;
  return Object.values(state.pauses).flatMap((pause) =>
    pause.failures > 1 && !isOver(pause) ? [{ code: codeOf(pause.because.code), facts: pause.because.facts }] : [],
  );
}
