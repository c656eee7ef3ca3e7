import { type BotOrder, faultOfCheck, hasEnded, isSettled, isUncertain, slotFacts, type TimelineFacts } from '@tenbin/bots';
import { feeOnTopOf, parseDecimal, parsePair } from '@tenbin/market';
import { exact, haveMoved, type PricesByPair, usdPrices } from '@tenbin/strategy';
import { spendableOf } from '../account/take-funds.ts';
import { leaveOneResting } from '../orders/leave-one-resting.ts';
import { cancelOrder, crossesMarket, placeOrder } from '../orders/place-and-cancel.ts';
import { type OrderTerms, type Reconciliation, reconcile, type Waiting } from '../orders/reconcile.ts';
import { isPaused, pauseWarnings, waitsForAnother } from '../orders/slot-pause.ts';
import { besideMarket } from './beside-market.ts';
import type { DecisionBuilder } from './decision-builder.ts';
import { failingCheckWarnings, stopIfLasting } from './failing-check.ts';
import { keyReasons } from './key-refusal.ts';
import { placeAtLine } from './place-at-line.ts';
import { beginStop } from './stop.ts';
import { warningCodeOf } from './take-failure.ts';
import { askAfterRest, hasNews, pacedWarnings, seenNow, wantedNow } from './wanted-now.ts';

/** What the reasons why nothing is placed are about: one of them holds at a time. */
export const quoting = 'quoting';

/** What prices make too small or too far off is noticed that late, unless one has moved by more than that fraction. */
const quoteAgainMs = 15_000;
const noticedMove = 0.005;
const returnMs = 5_000;
/** A cancelled order is soon confirmed; only one that is not is worth a line. */
const slowCancelMs = 5_000;
/** A pause that is shorter is soon over. */
const slowPauseMs = 5_000;
/** So long orders wait for those that they replace, where the exchange took no more of them. */
const crowdedMs = 60 * 60_000;
/** Until it is looked again whether another bot's order on the pair is named. */
const othersPauseMs = 500;

/** Brings the exchange's orders to what the strategy wants, or says why not. */
export function quote(turn: DecisionBuilder): void {
  if (turn.state.phase.kind !== 'running' || turn.state.strategy.isByHand === true) return;
  askAfterRest(turn);
  if (isStillQuoted(turn)) return;
  if (hasObstacle(turn)) {
    withdrawUnwanted(turn);
    warnOfPause(turn);
    return;
  }
  const passes = passesChecks(turn);
  if (turn.state.phase.kind !== 'running') return;
  turn.warn([...failingCheckWarnings(turn), ...pauseWarnings(turn, warningCodeOf), ...pacedWarnings(turn)]);
  if (!passes) return;
  const { orders: all, tolerance, withoutGap = false } = wantedNow(turn);
  // What follows a book is wanted elsewhere at once when the book is elsewhere.
  const inReach = turn.state.strategy.quoting.byBook === true ? all : placeAtLine(turn, all);
  const wanted = withFees(turn, whereItTrades(turn, besideMarket(turn, inReach)));
  endEvening(turn, wanted);
  const given = { balances: spendableOf(turn.state), tolerance, placesBeside: withoutGap && !isCrowded(turn) };
  const reconciled = reconcile(wanted, turn.state.orders, given);
  const place = reconciled.place.filter((order) => !isPaused(turn, order));
  const held = [...reconciled.held, ...reconciled.place.filter((order) => waitsForAnother(turn, order))];
  const next = { ...reconciled, place, held };
  carryOut(turn, withoutGap ? { ...next, cancel: leaveOneResting(next, wanted, turn.view.now) } : next);
  const isAllThere = reconciled.keep.length === wanted.length && reconciled.cancel.length + reconciled.waiting.length === 0;
  if (turn.state.failingCheck === null && isAllThere) turn.change({ quoted: seenNow(turn) });
}

/** The balances are even once nothing that is wanted crosses the market. What crosses it later, prices have made cross it. */
function endEvening(turn: DecisionBuilder, wanted: readonly OrderTerms[]): void {
  const { ledger } = turn;
  if (ledger.isEvening && !wanted.some((order) => crossesMarket(turn, order))) turn.setLedger({ ...ledger, isEvening: false });
}

/** Whoever quotes is missed when its quotes are withdrawn: a pause that lasts is more than a line in the timeline. */
function warnOfPause(turn: DecisionBuilder): void {
  const { hold, strategy } = turn.state;
  if (strategy.quoting.byBook !== true || !turn.isHeld || hold?.because.code !== 'rateLimited') return;
  if (hold.until.getTime() - turn.view.now.getTime() < slowPauseMs) return;
  turn.warn([{ code: 'rateLimited', facts: { until: hold.until.toISOString() } }]);
}

/** Whether the exchange lately had no room for new orders beside those that leave. */
const isCrowded = ({ state: { crowdedAt }, view: { now } }: DecisionBuilder): boolean =>
  crowdedAt !== null && now.getTime() - crowdedAt.getTime() < crowdedMs;

/**
 * Whether the bot may quote. What its balances alone forbid stops it at once; what prices, or rules that are new, forbid
 * stops it when that lasts. Meanwhile prices hold up nothing: the orders are what the strategy wants.
 */
function passesChecks(turn: DecisionBuilder): boolean {
  const { prices, rules, closed } = turn.view;
  const { strategy } = turn.state;
  const holdings = { balances: turn.ledger.balances, rules };
  const unruled = strategy.pairs.find((pair) => closed.has(pair) && !rules.has(pair));
  if (unruled !== undefined) {
    turn.note('marketHalted', { pair: unruled });
    return false;
  }
  const isPriced = strategy.pairs.every((pair) => prices.has(pair) || closed.has(pair));
  const byHoldings = strategy.checkHoldings(holdings);
  const byPrices = isPriced && byHoldings.ok ? strategy.checkAtPrices({ ...holdings, prices, usd: usdPrices({ prices }) }) : byHoldings;
  if (!isPriced || (!byPrices.ok && byPrices.code === 'noUsdPrice')) {
    turn.note('exchangeUnreachable', { reason: 'noPrices' }, { about: quoting });
    // Quotes that follow a book are withdrawn when it is not known any more: the strategy is to say so.
    return strategy.quoting.byBook === true && byHoldings.ok;
  }
  if (!byHoldings.ok) {
    if (turn.state.passedRules !== rules) stopIfLasting(turn, byHoldings);
    else beginStop(turn, { by: 'automatic', fault: faultOfCheck(byHoldings) });
    return false;
  }
  if (turn.state.passedRules !== rules) turn.change({ passedRules: rules });
  if (!byPrices.ok) return !stopIfLasting(turn, byPrices);
  if (turn.state.failingCheck !== null) turn.change({ failingCheck: null });
  return true;
}

/** Everything that is wanted is open, and nothing that this followed from has changed since: there is nothing to find out. */
function isStillQuoted(turn: DecisionBuilder): boolean {
  const { state, view } = turn;
  const { quoted, asked, orders, ledger, link, strategy } = state;
  if (quoted === null || quoted.orders !== orders || quoted.balances !== ledger?.balances || link !== 'synced' || turn.isHeld) return false;
  if (quoted.rules !== view.rules || view.now.getTime() - quoted.at.getTime() >= quoteAgainMs) return false;
  if (haveMoved(quoted.prices, { pairs: strategy.pairs, prices: view.prices }, noticedMove)) return false;
  return asked !== null && !hasNews(turn, asked);
}

/** Where a fee comes on top of what a buy costs, the balance is to pay for both. */
const withFees = ({ state: { settings }, view: { rules } }: DecisionBuilder, wanted: readonly OrderTerms[]): readonly OrderTerms[] =>
  wanted.map((order) => {
    const known = rules.get(order.pair);
    return known?.feeOnTop === true ? { ...order, ...feeOnTopOf(order.side, known, { rests: settings.postOnly }) } : order;
  });

/** On a pair that does not trade for a while nothing is placed, and what is open there stays as it is. */
function whereItTrades(turn: DecisionBuilder, wanted: readonly OrderTerms[]): readonly OrderTerms[] {
  const { closed } = turn.view;
  if (closed.size === 0) return wanted;
  for (const pair of turn.state.strategy.pairs) if (closed.has(pair)) turn.note('marketHalted', { pair });
  const resting = turn.state.orders.filter((order) => closed.has(order.pair) && order.state === 'open');
  return [...wanted.filter(({ pair }) => !closed.has(pair)), ...resting];
}

/**
 * Quotes that follow a book do so as long as they can be cancelled: those that are not wanted any more are withdrawn,
 * whatever keeps the bot from placing others. A process that has just begun has not heard of its books yet.
 */
function withdrawUnwanted(turn: DecisionBuilder): void {
  if (turn.state.strategy.quoting.byBook !== true || !mayCancel(turn) || isJustReturning(turn)) return;
  const { orders: wanted, tolerance } = wantedNow(turn);
  const reconciled = reconcile(wanted, turn.state.orders, { balances: turn.ledger.balances, tolerance });
  for (const order of leaveOneResting({ ...reconciled, place: [] }, wanted, turn.view.now)) cancelOrder(turn, order);
}

/**
 * Whether cancels may be sent: what failed to be placed, or to be read, does not hold them up. Before there is a connection
 * nothing can be asked, and a failure would only make it wait longer.
 */
export function mayCancel({ isHeld, state: { link, hold, cancelsFrom }, view: { now, haltedUntil } }: DecisionBuilder): boolean {
  if (link === 'none' || link === 'connecting') return false;
  if ((haltedUntil !== null && haltedUntil > now) || (cancelsFrom !== null && cancelsFrom > now)) return false;
  return !isHeld || !keyReasons.some((reason) => reason === hold?.because.code);
}

/** Asks for the cancelling of every order that may be open, and waits for those whose fate is not known. */
export function cancelAll(turn: DecisionBuilder): void {
  const { orders, ledger } = turn.state;
  if (!ledger || !mayCancel(turn)) return;
  for (const order of reconcile([], orders, { balances: ledger.balances, tolerance: exact }).cancel) cancelOrder(turn, order);
}

/** A process that has just begun connects at once, which is told by what it finds; only what lasts is worth a line. */
const isJustReturning = ({ state: { away }, view }: DecisionBuilder): boolean =>
  away?.because === 'processEnded' && view.now.getTime() - away.since.getTime() < returnMs;

/** Whether the bot does not see well enough to decide; then it says so. */
export function hasObstacle(turn: DecisionBuilder): boolean {
  const { link, turnAt, phase, hold, orders } = turn.state;
  if (link === 'none') return true;
  const isStopInTurn = link === 'waiting' && phase.kind === 'stopping';
  if (link === 'waiting' && turnAt && !isStopInTurn) {
    turn.note('waitingForTurn', { until: turnAt.toISOString() }, { about: quoting });
    return true;
  }
  if (link !== 'synced' && !isStopInTurn) {
    if (!isJustReturning(turn))
      turn.note('exchangeUnreachable', { reason: link === 'broken' ? 'streamBroken' : 'connecting' }, { about: quoting });
    return true;
  }
  if (hold && turn.isHeld) {
    if (hold.because.code === 'rateLimited') turn.noteRateLimit(hold.until);
    else turn.note('exchangeUnreachable', { reason: hold.because.code }, { about: quoting });
    return true;
  }
  return orders.some((order) => hasEnded(order) && !isSettled(order));
}

function carryOut(turn: DecisionBuilder, { place: wanted, cancel: stale, keep, waiting }: Reconciliation): void {
  const place = oneAtATime(turn, wanted);
  for (const order of stale) cancelOrder(turn, order);
  for (const terms of place) placeOrder(turn, terms);
  if (place.length + stale.length > 0) turn.forgetNote(quoting);
  else explain(turn, keep, waiting);
}

/**
 * Where orders carry no ids of ours, one order on a pair is sent at a time; the next follows when the exchange has named
 * that one, or when it is known not to be there.
 */
function oneAtATime(turn: DecisionBuilder, place: readonly OrderTerms[]): readonly OrderTerms[] {
  const { createsInFlight, now } = turn.view;
  if (createsInFlight === null || place.length === 0) return place;
  const taken = new Set([...createsInFlight, ...turn.state.orders.filter(isUncertain).map((order) => order.pair)]);
  if (place.some((order) => createsInFlight.has(order.pair))) turn.act({ type: 'tickAt', at: new Date(now.getTime() + othersPauseMs) });
  return place.filter(({ pair }) => !taken.has(pair) && taken.add(pair));
}

/** Why there was nothing to do. */
function explain(turn: DecisionBuilder, keep: readonly BotOrder[], waiting: readonly Waiting[]): void {
  const about = { about: quoting };
  const uncertain = waiting.find((one) => one.because === 'answer');
  const { order } = uncertain ?? {};
  if (order && order.state === 'unknown') {
    turn.note('waitingForUnknown', { ...slotFacts(order), clientOrderId: order.clientOrderId }, about);
    return;
  }
  const slow = waiting.find(({ because, order: one }) => because === 'cancel' && isSlow(turn, one));
  if (slow?.order) {
    turn.note('waitingForCancel', { ...slotFacts(slow.order), clientOrderId: slow.order.clientOrderId }, about);
    return;
  }
  const [waits] = waiting;
  if (waits?.because === 'funds') {
    const { base, counter } = parsePair(waits.terms.pair);
    turn.note('waitingForFunds', { ...slotFacts(waits.terms), currency: waits.terms.side === 'sell' ? base : counter }, about);
  }
  // Whoever quotes both sides waits for nothing to come near.
  const nearest = waits || turn.state.strategy.quoting.byBook === true ? null : nearestOf(keep, turn.view.prices);
  if (nearest) turn.note('insideWidth', nearest, about);
}

const isSlow = ({ view: { now } }: DecisionBuilder, order: BotOrder | null): boolean =>
  order !== null && order.cancelAskedAt !== null && now.getTime() - order.cancelAskedAt.getTime() >= slowCancelMs;

/** The open order that the market must move least to reach. */
function nearestOf(orders: readonly BotOrder[], prices: PricesByPair): TimelineFacts['insideWidth'] | null {
  const distances = orders
    .map(({ pair, side, price }) => ({ pair, side, price, current: prices.get(pair) ?? Number.NaN }))
    .map((order) => ({ ...order, distancePercent: Math.abs(Number(order.price) / order.current - 1) * 100 }))
    .sort((a, b) => a.distancePercent - b.distancePercent);
  const [nearest] = distances;
  return nearest
    ? {
        ...nearest,
        current: parseDecimal(nearest.current.toPrecision(10)),
        distancePercent: Math.round(nearest.distancePercent * 100) / 100,
      }
    : null;
}
