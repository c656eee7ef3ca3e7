import { stopCauseOf, type TimelineFacts } from '@tenbin/bots';
import { parseDecimal, parsePair } from '@tenbin/market';
import { checkAtPrices, checkHoldings, type OrderPlan, type PricesByPair, usdPrices } from '@tenbin/strategy';
import { besideMarket } from './beside-market.ts';
import { type BotOrder, hasEnded, isSettled, isUncertain, slotOf } from './bot-order.ts';
import { stopIfLasting } from './doubt.ts';
import { placeAtLine } from './price-line.ts';
import { exact, type OrderTerms, type Reconciliation, reconcile, type Waiting } from './reconcile.ts';
import { cancelOrder, placeOrder } from './send.ts';
import { isPaused, pauseWarnings } from './slot-pause.ts';
import { beginStop } from './stop.ts';
import { warningCodeOf } from './take-failure.ts';
import type { Turn } from './turn.ts';
import { wantedNow } from './wanted-now.ts';

/** What the reasons why nothing is placed are about: one of them holds at a time. */
export const quoting = 'quoting';

/** Prices move without changing what is wanted; what they make too small or too far off is noticed that late. */
const quoteAgainMs = 15_000;
const returnMs = 5_000;
/** Until it is looked again whether another bot's order on the pair is named. */
const othersPauseMs = 500;

/** Brings the exchange's orders to what the balances ask for, or says why not. */
export function quote(turn: Turn): void {
  if (turn.state.phase.kind !== 'running' || isStillQuoted(turn) || hasObstacle(turn)) return;
  const plan = { ...turn.state.settings, balances: turn.ledger.balances, rules: turn.view.rules };
  if (!passesChecks(turn, plan)) return;
  const { wanted: all, tolerance } = wantedNow(plan, turn.state.orders);
  const wanted = whereItTrades(turn, besideMarket(turn, placeAtLine(turn, all)));
  turn.warn(pauseWarnings(turn, warningCodeOf));
  const reconciled = reconcile(wanted, turn.state.orders, { balances: turn.ledger.balances, tolerance });
  carryOut(turn, { ...reconciled, place: reconciled.place.filter((order) => !isPaused(turn, order)) });
  if (turn.state.doubt === null && reconciled.keep.length === wanted.length && reconciled.cancel.length === 0) noteQuoted(turn);
}

/**
 * Whether the bot may quote. What its balances alone forbid stops it at once; what prices, or rules that are new, forbid
 * stops it when that lasts. Meanwhile prices hold up nothing: the orders are what the balances ask for.
 */
function passesChecks(turn: Turn, plan: OrderPlan): boolean {
  const { prices, rules, closed } = turn.view;
  const unruled = plan.pairs.find((pair) => closed.has(pair) && !rules.has(pair));
  if (unruled !== undefined) {
    turn.note('marketHalted', { pair: unruled });
    return false;
  }
  const isPriced = plan.pairs.every((pair) => prices.has(pair) || closed.has(pair));
  const byHoldings = checkHoldings(plan);
  const byPrices = isPriced && byHoldings.ok ? checkAtPrices({ ...plan, prices, usd: usdPrices({ prices }) }) : byHoldings;
  if (!isPriced || (!byPrices.ok && byPrices.code === 'noUsdPrice')) {
    turn.note('exchangeUnreachable', { reason: 'noPrices' }, { about: quoting });
    return false;
  }
  if (!byHoldings.ok) {
    if (turn.state.passedRules !== rules) stopIfLasting(turn, byHoldings);
    else beginStop(turn, { by: 'automatic', fault: { code: stopCauseOf(byHoldings.code), facts: byHoldings.facts } });
    return false;
  }
  if (turn.state.passedRules !== rules) turn.change({ passedRules: rules });
  if (!byPrices.ok) return !stopIfLasting(turn, byPrices);
  if (turn.state.doubt !== null) turn.change({ doubt: null });
  return true;
}

/** Everything that is wanted is open, and nothing that this followed from has changed since: there is nothing to find out. */
function isStillQuoted({ state, view, isHeld }: Turn): boolean {
  const { quoted, orders, ledger, link } = state;
  if (quoted === null || quoted.orders !== orders || quoted.balances !== ledger?.balances || link !== 'synced' || isHeld) return false;
  const isSameView = quoted.rules === view.rules && quoted.prices === view.prices;
  return isSameView && view.now.getTime() - quoted.at.getTime() < quoteAgainMs;
}

function noteQuoted(turn: Turn): void {
  if (turn.ledger.isEvening) turn.setLedger({ ...turn.ledger, isEvening: false });
  const { orders, ledger } = turn.state;
  const { rules, prices, now } = turn.view;
  turn.change({ quoted: { orders, balances: ledger?.balances, rules, prices, at: now } });
}

/** On a pair that does not trade for a while nothing is placed, and what is open there stays as it is. */
function whereItTrades(turn: Turn, wanted: readonly OrderTerms[]): readonly OrderTerms[] {
  const { closed } = turn.view;
  if (closed.size === 0) return wanted;
  for (const pair of turn.state.settings.pairs) if (closed.has(pair)) turn.note('marketHalted', { pair });
  return wanted.flatMap((order) => {
    if (!closed.has(order.pair)) return [order];
    return turn.state.orders.find((one) => slotOf(one) === slotOf(order) && one.state === 'open') ?? [];
  });
}

/**
 * Asks for the cancelling of every order that may be open, and waits for those whose fate is not known. Before there is a
 * connection nothing can be asked, and a failure would only make it wait longer.
 */
export function cancelAll(turn: Turn): void {
  const { orders, ledger, link } = turn.state;
  if (!ledger || turn.isHeld || link === 'none' || link === 'connecting') return;
  for (const order of reconcile([], orders, { balances: ledger.balances, tolerance: exact }).cancel) cancelOrder(turn, order);
}

/** A process that has just begun connects at once, which is told by what it finds; only what lasts is worth a line. */
const isJustReturning = ({ state: { away }, view }: Turn): boolean =>
  away?.because === 'processEnded' && view.now.getTime() - away.since.getTime() < returnMs;

/** Whether the bot does not see well enough to decide; then it says so. */
export function hasObstacle(turn: Turn): boolean {
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

function carryOut(turn: Turn, { place: wanted, cancel: stale, keep, waiting }: Reconciliation): void {
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
function oneAtATime(turn: Turn, place: readonly OrderTerms[]): readonly OrderTerms[] {
  const { createsInFlight, now } = turn.view;
  if (createsInFlight === null || place.length === 0) return place;
  const taken = new Set([...createsInFlight, ...turn.state.orders.filter(isUncertain).map((order) => order.pair)]);
  if (place.some((order) => createsInFlight.has(order.pair))) turn.act({ type: 'lookAt', at: new Date(now.getTime() + othersPauseMs) });
  return place.filter(({ pair }) => !taken.has(pair) && taken.add(pair));
}

/** Why there was nothing to do. */
function explain(turn: Turn, keep: readonly BotOrder[], waiting: readonly Waiting[]): void {
  const about = { about: quoting };
  const uncertain = waiting.find((one) => one.because === 'answer');
  const { order } = uncertain ?? {};
  if (order && order.state === 'unknown') {
    turn.note('waitingForUnknown', { pair: order.pair, side: order.side, clientOrderId: order.clientOrderId }, about);
    return;
  }
  const [waits] = waiting;
  if (waits?.because === 'funds') {
    const { base, counter } = parsePair(waits.terms.pair);
    const { pair, side } = waits.terms;
    turn.note('waitingForFunds', { pair, side, currency: side === 'sell' ? base : counter }, about);
  }
  const nearest = waits ? null : nearestOf(keep, turn.view.prices);
  if (nearest) turn.note('insideWidth', nearest, about);
}

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
