/**
 * What a bot does about what happens to it: a plain function, no clock, no network, no database. What holds always:
 *
 * 1. Money follows trades only: the balances are those at the start plus every trade of ours, each exactly once, in
 *    whatever order trades and reports come, and however often they come again. Trades that do not come within minutes
 *    are reckoned from their order's totals, and not booked once more when they come after all.
 * 2. Every order is written down before it is sent, and sent once.
 * 3. There is never more than one live order in a slot, or two where the strategy wants its orders replaced without a gap; and
 *    nothing is placed while it is not known what is open.
 * 4. Every ended order with trades stands in contract records once, and the records add up to the balances' change.
 * 5. A bot is stopped when the exchange confirmed, after the last news of any order, that none of ours is open. The
 *    exceptions are an exchange that refuses the key, and an owner who forces the stop: what may be open is named.
 * 6. Every order has a line in the timeline when it is sent and one when it is over, which says why; where nothing is
 *    sent or cancelled, a line says what is waited for.
 * 7. Nothing stops a bot that is seen once and could pass: a refusal, a price, a list of markets. What lasts does.
 * 8. No pause is longer than a minute unless the exchange says so, and each ends when its cause does.
 */
import { isActive, isBehind, isTakingShare, requestStart, slotFacts } from '@tenbin/bots';
import { ExchangeError } from '@tenbin/exchange';
import { bookFill } from '../account/book-fill.ts';
import { followLedger, turnDay } from '../account/keep-performance.ts';
import { takeFunds } from '../account/take-funds.ts';
import { checkWallet, takeWallet } from '../account/take-wallet.ts';
import { settleByTotals, tradesTimeoutMs } from '../orders/settle-by-totals.ts';
import { takeAbsence, takeAmbiguity, takeReport } from '../orders/take-report.ts';
import type { BotEvent } from './bot-event.ts';
import type { BotState, View } from './bot-state.ts';
import { followHand, withhold } from './by-hand.ts';
import { type Decision, DecisionBuilder } from './decision-builder.ts';
import { explainWait } from './explain-wait.ts';
import { endIfForced, forceStop } from './force-stop.ts';
import { catchUp, goOnByWallet } from './go-on.ts';
import { isOver } from './is-over.ts';
import { clearKeyRefusals } from './key-refusal.ts';
import { cancelAll, quote } from './quote.ts';
import { beginRebalance, rebalance } from './rebalance.ts';
import { beginStop, seekConfirmation, stopIfGone } from './stop.ts';
import { takeCancelFailure, takeConnectFailure, takeKeyCheck, takePlaceFailure, takeSnapshotFailure } from './take-failure.ts';
import { advanceCursors, takeSnapshot } from './take-snapshot.ts';
import { windUp } from './wind-up.ts';

export const decide = (state: BotState, event: BotEvent, view: View): Decision => decideAll(state, [event], view);

/** What follows from several events, in their order: as from one after another, without what the later ones outdate. */
export function decideAll(state: BotState, events: readonly BotEvent[], view: View): Decision {
  const turn = new DecisionBuilder(state, view);
  turnDay(turn);
  takeFunds(turn, events);
  for (const event of events) applyEvent(turn, event);
  applyHalt(turn);
  stopIfGone(turn);
  quote(turn);
  rebalance(turn);
  // What was just looked at may have been a reason to stop.
  if (turn.state.phase.kind === 'stopping') {
    cancelAll(turn);
    seekConfirmation(turn);
    endIfForced(turn);
  }
  windUp(turn);
  explainWait(turn);
  followLedger(turn, state.ledger);
  return turn.end();
}

/** Applies what the exchange reported, and nothing follows from it: nothing is wanted, placed or cancelled, and no phase ends. */
export function applyEvents(state: BotState, events: readonly BotEvent[], view: View): Decision {
  const turn = new DecisionBuilder(state, view);
  turnDay(turn);
  for (const event of events) applyEvent(turn, event);
  followLedger(turn, state.ledger);
  return turn.end();
}

/** What each kind of event changes; what follows from it is decided afterwards, the same for all. */
const takers: { readonly [Type in BotEvent['type']]: (turn: DecisionBuilder, event: Extract<BotEvent, { type: Type }>) => void } = {
  startAsked: (turn, { by }) => startAsked(turn, by),
  rebalanceAsked: (turn, asked) => {
    if (beginRebalance(turn, asked)) connect(turn);
  },
  stopAsked: (turn, { by, fault = null, askedAt = null }) => beginStop(turn, { by, fault, askedAt }),
  stopForced: (turn, { by }) => {
    forceStop(turn, by);
    lookAgain(turn);
  },
  resumed: (turn) => resume(turn),
  connectFailed: (turn, { error }) => takeConnectFailure(turn, error),
  streamConnected: (turn) => catchUp(turn),
  streamWaits: (turn, { until }) => {
    if (turn.state.link !== 'none') turn.change({ link: 'waiting', turnAt: until });
  },
  streamBroke: (turn) => {
    const { link, away } = turn.state;
    if (link !== 'none') turn.change({ link: 'broken', walletProbe: null, away: away ?? { since: turn.view.now, because: 'streamBroke' } });
  },
  snapshotTaken: (turn, { snapshot }) => {
    clearKeyRefusals(turn);
    takeSnapshot(turn, snapshot);
  },
  walletSeen: (turn, { seen }) => {
    clearKeyRefusals(turn);
    if (turn.state.link === 'catchingUp') goOnByWallet(turn, seen);
    else takeWallet(turn, seen);
  },
  snapshotFailed: (turn, { error }) => takeSnapshotFailure(turn, error),
  orderReported: (turn, event) => takeReport(turn, event.order, event),
  fillReported: (turn, { fill }) => bookFill(turn, fill),
  fillsFetched: (turn, { fills, totals }) => {
    for (const fill of fills) bookFill(turn, fill);
    if (totals) settleByTotals(turn, totals.clientOrderId, totals.order);
    advanceCursors(turn, fills);
  },
  placeFailed: (turn, { clientOrderId, error }) => takePlaceFailure(turn, clientOrderId, error),
  cancelFailed: (turn, { clientOrderId, error }) => takeCancelFailure(turn, clientOrderId, error),
  orderAmbiguous: (turn, { clientOrderId, exchangeOrderIds }) => takeAmbiguity(turn, clientOrderId, exchangeOrderIds),
  orderNotThere: (turn, { clientOrderId }) => takeAbsence(turn, clientOrderId),
  keyChecked: (turn, { error }) => takeKeyCheck(turn, error),
  // Taken before all others: what it tells is stored, and what they bring is not.
  fundsSeen: () => {},
  askedByHand: (turn, asked) => followHand(turn, asked),
  sendWithheld: (turn, { orders }) => withhold(turn, orders),
  // What it means follows from the prices themselves.
  pricesMoved: () => {},
  ticked: (turn) => lookAgain(turn),
};

function applyEvent<Type extends BotEvent['type']>(turn: DecisionBuilder, event: Extract<BotEvent, { type: Type }>): void {
  takers[event.type as Type](turn, event);
}

/** While nobody on this address may call, nothing is written down in order to be sent either. */
function applyHalt(turn: DecisionBuilder): void {
  const { haltedUntil, now } = turn.view;
  const { hold } = turn.state;
  if (haltedUntil === null || haltedUntil <= now || isOver(turn.state)) return;
  if (!hold || hold.until.getTime() < haltedUntil.getTime())
    turn.hold({ code: 'rateLimited', facts: {} }, haltedUntil.getTime() - now.getTime());
}

function startAsked(turn: DecisionBuilder, by: string): void {
  if (turn.state.phase.kind !== 'stopped') return;
  turn.note('startRequested', { by });
  turn.setPhase(requestStart(turn.state.phase, { by, at: turn.view.now }));
  connect(turn);
}

function resume(turn: DecisionBuilder): void {
  if (isOver(turn.state)) return;
  if (isActive(turn.state.phase) || turn.state.phase.kind === 'rebalancing')
    turn.change({ away: { since: turn.view.now, because: 'processEnded' } });
  connect(turn);
}

function connect(turn: DecisionBuilder): void {
  turn.change({ link: 'connecting', connectingSince: turn.view.now, snapshot: null, walletProbe: null });
  turn.act({ type: 'connect' });
}

/** Whoever waits for a stop waits for what the exchange says: it is asked more often. */
const stoppingPauseMs = 10_000;
const isOld = (snapshot: BotState['snapshot'], now: Date): boolean =>
  snapshot === null || now.getTime() - snapshot.askedAt.getTime() >= stoppingPauseMs;

/** Time passed: fetch what is due. */
function lookAgain(turn: DecisionBuilder): void {
  const { phase, link, connectingSince, checkAt, walletDiffers, fullSyncDue, walletProbe, orders, snapshot } = turn.state;
  if (link === 'connecting' && connectingSince && turn.isOverdue(connectingSince)) {
    turn.act({ type: 'disconnect' });
    takeConnectFailure(turn, new ExchangeError('no stream', { kind: 'transient', reason: 'deadlinePassed' }));
    return;
  }
  // Its orders rest meanwhile; only a stop needs no stream.
  const isInTurn = link === 'waiting' && phase.kind !== 'stopping';
  const isWaiting = link === 'connecting' || isInTurn || (walletProbe !== null && !turn.isOverdue(walletProbe));
  if (isOver(turn.state) || turn.isHeld || isWaiting) return;
  if (walletProbe !== null) turn.change({ walletProbe: null });
  if (link === 'none') {
    connect(turn);
    return;
  }
  const isDue = checkAt === null || checkAt <= turn.view.now || (phase.kind === 'stopping' && isOld(snapshot, turn.view.now));
  // No wallet tells of a virtual account what is missed.
  const mustSeeAll = turn.state.funds || link !== 'synced' || phase.kind !== 'running' || walletDiffers !== null || fullSyncDue;
  if (link === 'catchingUp' || isTakingShare(phase) || (isDue && mustSeeAll)) turn.takeSnapshot();
  else if (isDue) checkWallet(turn);
  const behind = orders.filter(isBehind);
  const { now } = turn.view;
  const since = Object.fromEntries(behind.map(({ clientOrderId: id }) => [id, turn.state.behindSince[id] ?? now]));
  turn.change({ behindSince: since });
  for (const order of behind) {
    const { clientOrderId } = order;
    turn.note('waitingForTrades', { ...slotFacts(order), clientOrderId });
    const asksTotals = now.getTime() - (since[clientOrderId] ?? now).getTime() >= tradesTimeoutMs;
    turn.act({ type: 'fetchFills', order, asksTotals });
  }
}
