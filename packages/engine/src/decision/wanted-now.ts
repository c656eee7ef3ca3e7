import { openOrdersOf, type Reason, slotOf } from '@tenbin/bots';
import { askedAfterFill, hasReasonToAsk, haveMoved, type LeftOut, pricesSeen, type Wanted } from '@tenbin/strategy';
import type { Asked, Seen } from './bot-state.ts';
import type { DecisionBuilder } from './decision-builder.ts';
import { filledSince } from './decision-builder.ts';

const paced = 'ordersPaced';
/** A move that is followed so late is not followed at once. */
const lateMs = 5_000;

/**
 * What a running bot wants open: what its strategy says, asked anew for a reason that it named.
 *
 * @throws {DomainError} as the strategy's `wanted`
 */
export function wantedNow(turn: DecisionBuilder): Wanted {
  const { strategy, asked, orders, filledAt } = turn.state;
  if (asked !== null && !isToBeAsked(turn, asked)) {
    // A trade may have brought the moment nearer.
    if (asked.orders !== orders) askInTime(turn, asked.at);
    return withoutFilled(turn, hasNews(turn, asked) ? withoutForbidden(turn, asked) : asked);
  }
  const { rules, prices, books, now } = turn.view;
  const { balances } = turn.ledger;
  const wanted = strategy.wanted({ balances, rules, prices, books, openOrders: openOrdersOf(orders), filledAt, now });
  noteLeftOut(turn, asked?.wanted.leftOut ?? [], wanted.leftOut ?? []);
  turn.change({ asked: { ...seenNow(turn), wanted } });
  askInTime(turn, now);
  return wanted;
}

/** Whether it is too early to ask anew: its account's orders are to last. Prices that came or went are told all the same. */
const isResting = ({ state: { strategy }, view }: DecisionBuilder, asked: Seen): boolean =>
  asked.at.getTime() + view.restMs > view.now.getTime() &&
  !haveMoved(asked.prices, { pairs: strategy.pairs, prices: view.prices }, Number.POSITIVE_INFINITY);

/** What a bot would have been asked for by now is asked for as soon as it may be. */
export function askAfterRest(turn: DecisionBuilder): void {
  const { asked } = turn.state;
  if (asked !== null && isResting(turn, asked)) askInTime(turn, asked.at);
}

/** What whoever set it is warned of: it is asked more rarely than it says. */
export function pacedWarnings({ state: { strategy, warnings }, view: { restMs } }: DecisionBuilder): Reason[] {
  const { everyMs, onMove } = strategy.quoting;
  const followsMoves = onMove !== null && Number.isFinite(onMove);
  const setMs = Math.min(everyMs ?? Number.POSITIVE_INFINITY, followsMoves ? lateMs : Number.POSITIVE_INFINITY);
  const isKnown = warnings.some(({ code }) => code === paced);
  return restMs > (isKnown ? setMs / 2 : setMs) ? [{ code: paced, facts: {} }] : [];
}

/** Wakes the bot when its strategy is to be asked anew, whatever happens until then. */
function askInTime(turn: DecisionBuilder, askedAt: Date): void {
  const { strategy, filledAt } = turn.state;
  const { everyMs } = strategy.quoting;
  const afterFill = askedAfterFill(strategy, askedAt, filledAt)?.getTime() ?? Number.POSITIVE_INFINITY;
  const at = Math.min(everyMs === null ? Number.POSITIVE_INFINITY : askedAt.getTime() + everyMs, afterFill);
  if (Number.isFinite(at)) turn.act({ type: 'askAt', at: new Date(Math.max(at, askedAt.getTime() + turn.view.restMs)) });
}

const isToBeAsked = (turn: DecisionBuilder, asked: Seen): boolean =>
  asked.rules !== turn.view.rules || (hasNews(turn, asked) && !isResting(turn, asked));

/** Whether something has happened for which the strategy wants to be asked anew. */
export function hasNews({ state, view }: DecisionBuilder, asked: Seen): boolean {
  const { strategy } = state;
  if (asked.rules !== view.rules) return true;
  if (strategy.quoting.onFill && (asked.orders !== state.orders || asked.balances !== state.ledger?.balances)) return true;
  const afterFill = askedAfterFill(strategy, asked.at, state.filledAt);
  if (afterFill !== null && afterFill <= view.now) return true;
  return hasReasonToAsk(strategy, asked, { at: view.now, prices: view.prices });
}

/** What the market forbids while the strategy rests is not wanted again before it is asked. */
function withoutForbidden(turn: DecisionBuilder, asked: Asked): Asked {
  const { orders } = asked.wanted;
  const still = turn.state.strategy.stillWanted?.(orders, turn.view.books) ?? orders;
  if (still.length === orders.length) return asked;
  const less = { ...asked, wanted: { ...asked.wanted, orders: still } };
  turn.change({ asked: less });
  return less;
}

/** Who is not asked after a fill has filled slots stay empty. */
function withoutFilled({ state }: DecisionBuilder, { wanted, orders }: Asked): Wanted {
  if (state.strategy.quoting.onFill || state.orders === orders) return wanted;
  const slots = new Set(filledSince(orders, state.orders).map(slotOf));
  return { ...wanted, orders: wanted.orders.filter((order) => !slots.has(slotOf(order))) };
}

/** A place that the market does not take an order in is told once, and once more when it does again. */
function noteLeftOut(turn: DecisionBuilder, before: readonly LeftOut[], now: readonly LeftOut[]): void {
  if (before.length === 0 && now.length === 0) return;
  const known = new Set(before.map(slotOf));
  const still = new Set(now.map(slotOf));
  for (const { pair, side, level, because } of now)
    if (!known.has(slotOf({ pair, side, level })))
      turn.note('levelLeftOut', { pair, side, level, code: because.code, facts: because.facts });
  for (const { pair, side, level } of before) if (!still.has(slotOf({ pair, side, level }))) turn.note('levelBack', { pair, side, level });
}

/** What a bot decides by, as it is now. */
export function seenNow({ state, view, ledger }: DecisionBuilder): Seen {
  const { orders, strategy } = state;
  return { orders, balances: ledger.balances, rules: view.rules, prices: pricesSeen(strategy.pairs, view.prices), at: view.now };
}
