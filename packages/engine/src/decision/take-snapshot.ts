import {
  type BotOrder,
  confirmRunning,
  type Difference,
  differenceOf,
  faultOfCheck,
  hasEnded,
  isBehind,
  isOrderOf,
  isUncertain,
  ownBalances,
  parseClientOrderId,
  slotFacts,
} from '@tenbin/bots';
import type { OrderReport } from '@tenbin/exchange';
import { type Balances, compare, subtract } from '@tenbin/market';
import { type Refusal, usdPrices } from '@tenbin/strategy';
import { bookFill, mayHaveUnmatchedFills } from '../account/book-fill.ts';
import { noOthers, type OthersShare } from '../account/shares.ts';
import { balancesOf } from '../account/take-funds.ts';
import { giveUpOthersFees, ledgerTolerances, takeRounding } from '../account/take-rounding.ts';
import { takeShare } from '../account/take-share.ts';
import { acceptUnexplained } from '../account/take-wallet.ts';
import { isTolerated, type Tolerances } from '../account/tolerance.ts';
import { isTheOrder } from '../orders/is-the-order.ts';
import { endWithTheirPair, takeReport } from '../orders/take-report.ts';
import type { Snapshot } from './bot-event.ts';
import type { DecisionBuilder } from './decision-builder.ts';
import { isLasting } from './explain-wait.ts';
import { noteReturn } from './note-return.ts';
import { quoting } from './quote.ts';
import { planSteps } from './rebalance.ts';
import { beginStop, endIfConfirmed, isAfterLastChange } from './stop.ts';

/** A difference between wallet and ledger counts only when it is seen unchanged so often: a trade may be on its way. */
const lastingDifference = 3;
const lastingDifferenceMs = 45_000;
/** Longer than any call, and the questions that follow it. */
const cancellingLastsMs = 60_000;
/** Until a difference is looked at again. */
const differencePauseMs = 20_000;
/** Until what a sibling holds is looked at again. */
const siblingPauseMs = 500;

/** Takes in everything the exchange knows of this bot; afterwards it may quote. */
export function takeSnapshot(turn: DecisionBuilder, snapshot: Snapshot): void {
  const before = turn.state.orders;
  for (const order of [...snapshot.otherOrders, ...snapshot.openOrders])
    takeReport(turn, order, { afterCancel: isCancellingForgotten(turn, order, snapshot) });
  const knownTrades = turn.state.seenTrades.size;
  for (const fill of snapshot.fills) bookFill(turn, fill);
  advanceCursors(turn, snapshot.fills);
  endWithTheirPair(turn, snapshot);
  const asked = turn.state.snapshot;
  // One that was given up and came all the same tells its facts, but does not stand for the one that is awaited.
  if (asked?.askedAt.getTime() !== snapshot.askedAt.getTime()) return;
  turn.change({ snapshot: { ...asked, isUnderWay: false }, fullSyncDue: false });
  endRecovery(turn, { before, knownTrades });
  noteReturn(turn, { before, fillsMissed: turn.state.seenTrades.size - knownTrades });
  noteExternalOrders(turn, snapshot);
  cancelReturned(turn, snapshot);
  if (!turn.isHeld) turn.change({ hold: null });
  if (turn.state.link === 'catchingUp') {
    turn.change({ link: 'synced' });
    turn.forgetNote(quoting);
  }
  for (const order of turn.state.orders) if (isUncertain(order)) turn.act({ type: 'search', order, afterCancel: false });
  if (turn.state.phase.kind === 'starting') start(turn, snapshot);
  if (turn.state.phase.kind === 'rebalancing' && turn.state.phase.steps === null) plan(turn, snapshot);
  turn.checkAgainIn(turn.view.checkEveryMs + turn.spreadMs);
  if (turn.state.phase.kind === 'running') compareWallet(turn, snapshot);
  if (turn.state.phase.kind === 'stopping') endIfConfirmed(turn, snapshot);
}

/** What was missing in what is stored has been asked for: from now on the bot is as any other. */
function endRecovery(
  turn: DecisionBuilder,
  { before, knownTrades }: { readonly before: readonly BotOrder[]; readonly knownTrades: number },
): void {
  const { recoverSince = null, orders, seenTrades } = turn.state;
  if (recoverSince === null) return;
  const known = new Set(before.map((order) => order.clientOrderId));
  turn.endRecovery();
  turn.note('recovered', {
    since: recoverSince.toISOString(),
    orders: orders.filter((order) => !known.has(order.clientOrderId)).length,
    trades: seenTrades.size - knownTrades,
  });
}

/** Its cancelling was asked for so long ago that whoever waited for the answer has given up, and it is open all the same. */
function isCancellingForgotten({ state }: DecisionBuilder, { clientOrderId }: OrderReport, { askedAt }: Snapshot): boolean {
  const asked = state.orders.find((order) => order.clientOrderId === clientOrderId)?.cancelAskedAt ?? null;
  return asked !== null && askedAt.getTime() - asked.getTime() > cancellingLastsMs;
}

/**
 * Orders of ours that had ended when the exchange was asked, as it said, and are open all the same. What they do is
 * booked; but nobody reckons with them, and a stop would wait for them without end.
 */
function cancelReturned(turn: DecisionBuilder, { openOrders }: Snapshot): void {
  if (!isAfterLastChange(turn)) return;
  const { orders, number } = turn.state;
  for (const report of openOrders) {
    const { pair, clientOrderId, exchangeOrderId } = report;
    const known = orders.find((order) => isTheOrder(order, report));
    if (known ? !hasEnded(known) : !isOrderOf(number, clientOrderId)) continue;
    turn.act({ type: 'cancel', order: { pair, clientOrderId: known?.clientOrderId ?? clientOrderId ?? '', exchangeOrderId } });
  }
}

/** Orders that a person, or another program, placed with the same key are left alone. */
function noteExternalOrders(turn: DecisionBuilder, snapshot: Snapshot): void {
  const { orders } = turn.state;
  for (const { pair, exchangeOrderId, clientOrderId } of snapshot.openOrders) {
    if (clientOrderId !== null && parseClientOrderId(clientOrderId)) continue;
    // Without an id of ours it may be one whose answer has not come.
    const mayBeOurs = orders.some(
      (order) => order.pair === pair && (order.exchangeOrderId === exchangeOrderId || (clientOrderId === null && isUncertain(order))),
    );
    if (!mayBeOurs) turn.note('externalOrder', { pair, exchangeOrderId });
  }
}

/** Up to where everything was fetched. It waits while a trade might belong to an order whose exchange id is not known. */
export function advanceCursors(turn: DecisionBuilder, fills: Snapshot['fills']): void {
  for (const { pair, tradeId } of fills) if (!mayHaveUnmatchedFills(turn.state, pair)) turn.setCursor(pair, tradeId);
}

/** What of the wallet is this bot's, and what is others'; null while that cannot be told. */
function shareOf(turn: DecisionBuilder, snapshot: Snapshot): { readonly balances: Balances; readonly others: OthersShare } | null {
  const { strategy, orders } = turn.state;
  const uncertain = orders.find(isUncertain);
  if (uncertain) {
    turn.note('waitingForUnknown', { ...slotFacts(uncertain), clientOrderId: uncertain.clientOrderId });
    return null;
  }
  // The wallet was asked for first: what was traded since is not in it.
  if (!isAfterLastChange(turn)) {
    turn.act({ type: 'tickAt', at: new Date(turn.view.now.getTime() + siblingPauseMs) });
    return null;
  }
  if (turn.state.funds) return { balances: balancesOf(turn.state, turn.state.funds), others: noOthers };
  if (snapshot.others === null) {
    if (isLasting(turn)) turn.note('waitingForSibling', {}, { about: quoting });
    turn.act({ type: 'tickAt', at: new Date(turn.view.now.getTime() + siblingPauseMs) });
    return null;
  }
  const { wallet, others } = snapshot;
  return { balances: ownBalances(wallet, strategy.currencies, others.held), others };
}

function plan(turn: DecisionBuilder, snapshot: Snapshot): void {
  const { strategy } = turn.state;
  const share = shareOf(turn, snapshot);
  if (!share) return;
  if (!strategy.pairs.every((pair) => !turn.view.rules.has(pair) || turn.view.prices.has(pair))) {
    turn.note('exchangeUnreachable', { reason: 'noPrices' });
    return;
  }
  takeShare(turn, share.balances, share.others);
  planSteps(turn);
}

function start(turn: DecisionBuilder, snapshot: Snapshot): void {
  const { strategy, phase } = turn.state;
  const share = shareOf(turn, snapshot);
  if (!share) return;
  const { balances } = share;
  const { prices, rules } = turn.view;
  const isPriced = strategy.pairs.every((pair) => !rules.has(pair) || prices.has(pair));
  const check = isPriced ? strategy.checkStart({ balances, rules, prices, usd: usdPrices({ prices }) }) : null;
  if (check === null || (!check.ok && check.code === 'noUsdPrice')) {
    turn.note('exchangeUnreachable', { reason: 'noPrices' });
    return;
  }
  if (!check.ok) {
    refuseStart(turn, check);
    return;
  }
  takeShare(turn, balances, share.others);
  turn.setLedger({ ...turn.ledger, isEvening: true });
  turn.setPhase(confirmRunning(phase, { at: turn.view.now }));
  turn.note('started', { ...strategy.facts, pairs: strategy.pairs, balances });
}

function refuseStart(turn: DecisionBuilder, refusal: Refusal): void {
  turn.note('startRefused', { code: refusal.code, facts: refusal.facts });
  beginStop(turn, { by: 'automatic', fault: faultOfCheck(refusal) });
}

/** The wallet is a check of the ledger, not its source. Too little in it means that somebody else spent the bot's funds. */
function compareWallet(turn: DecisionBuilder, { wallet, others }: Snapshot): void {
  // What an order moved that is not booked yet is in the wallet already.
  if (turn.state.funds || others === null || turn.state.orders.some(isBehind)) return;
  const found = ownBalances(wallet, turn.state.strategy.currencies, others.held);
  // The wallet was asked for first: what was traded since is not in it.
  if (isAfterLastChange(turn)) {
    const { fees: paid, roundedThere } = others;
    takeRounding(turn, giveUpOthersFees(turn, surplusOf(turn.ledger.balances, found), { paid, roundedThere }), others);
  }
  const tolerances = ledgerTolerances(turn, others);
  const difference = Object.fromEntries(
    Object.entries(differenceOf(turn.ledger.balances, found)).filter(([currency, amount]) => !isTolerated(amount, currency, tolerances)),
  );
  if (Object.keys(difference).length === 0) {
    turn.change({ walletDiffers: null });
    acceptUnexplained(turn, { isLasting: false });
    return;
  }
  const before = turn.state.walletDiffers;
  const isSame =
    before !== null &&
    (isSameDifference(before.difference, difference, tolerances) || (isFullyReported(turn) && isNoLess(before.difference, difference)));
  const seen = isSame ? { ...before, difference, times: before.times + 1 } : { difference, times: 1, since: turn.view.now };
  turn.change({ walletDiffers: seen });
  if (seen.times < lastingDifference || turn.view.now.getTime() - seen.since.getTime() < lastingDifferenceMs) {
    turn.checkAgainIn(differencePauseMs);
    return;
  }
  for (const currency of Object.keys(difference)) {
    turn.note('ledgerDifference', { currency, written: turn.ledger.balances[currency] ?? '0', found: found[currency] ?? '0' });
  }
  if (Object.values(difference).some((amount) => compare(amount, '0') < 0)) {
    beginStop(turn, { by: 'automatic', fault: { code: 'ledgerDifference', facts: difference } });
    return;
  }
  // More than the books say harms nobody, and is taken into them at the next start.
  turn.change({ walletDiffers: null });
  acceptUnexplained(turn, { isLasting: true });
}

const surplusOf = (written: Balances, found: Balances): Balances =>
  Object.fromEntries(Object.entries(found).map(([currency, amount]) => [currency, subtract(amount, written[currency] ?? '0')]));

/** Nothing of ours is on its way: no trade was booked since the wallet was asked for, and none is waited for. */
const isFullyReported = (turn: DecisionBuilder): boolean => isAfterLastChange(turn) && !turn.state.orders.some(isBehind);

/** What was missing is still missing, or even more: money that goes little by little is not there either. */
function isNoLess(before: Difference, now: Difference): boolean {
  const lacks = Object.entries(before).filter(([, amount]) => compare(amount, '0') < 0);
  return lacks.length > 0 && lacks.every(([currency, amount]) => compare(now[currency] ?? '0', amount) <= 0);
}

/** Of the same currencies, and as much but for what rounding adds. */
function isSameDifference(one: Difference, other: Difference, tolerances: Tolerances): boolean {
  const currencies = Object.keys({ ...one, ...other });
  return currencies.every((currency) => {
    const [before, now] = [one[currency], other[currency]];
    return before !== undefined && now !== undefined && isTolerated(subtract(before, now), currency, tolerances);
  });
}
