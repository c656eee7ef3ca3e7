/**
 * Compares a bot with its exchange by the rules by which it compares itself: everything is asked for, and what it would take in
 * is what differs. What holds:
 *
 * 1. It asks; it places nothing, and cancels nothing.
 * 2. What was touched around the moment of asking is not told: the next look tells.
 * 3. A question that fails is no answer: then nothing is told at all.
 * 4. What is left to do is a step of the bot's own. Once it is stored, a second look finds nothing of it.
 */
import {
  type BotOrder,
  type BotStep,
  type DifferenceKind,
  differenceOf,
  hasEnded,
  hasShare,
  isBehind,
  isOrderOf,
  isUncertain,
  ownBalances,
  parseClientOrderId,
  tradedAmount,
  type VirtualLedger,
} from '@tenbin/bots';
import { type ExchangeAccount, ExchangeError, type OrderRef, type OrderReport } from '@tenbin/exchange';
import { addBalances, type Balances, type Currency, compare, type Fill, subtract } from '@tenbin/market';
import type { RulesByPair } from '@tenbin/strategy';
import { silentLog } from '@tenbin/telemetry';
import { moneyUnitsOf } from '../account/money-units.ts';
import { isTolerated, sumOfRoundings, tolerancesOf } from '../account/tolerance.ts';
import type { BotEvent, Snapshot } from '../decision/bot-event.ts';
import { type BotMemory, type BotState, tradeKey, type View, wake } from '../decision/bot-state.ts';
import { applyEvents } from '../decision/decide.ts';
import { defaultKeyPolicy } from '../decision/key-refusal.ts';
import { hasTerms, isTheOrder } from '../orders/is-the-order.ts';
import { OrderSearch } from '../orders/order-search.ts';
import { defaultRefusalPolicy } from '../orders/slot-pause.ts';
import { defaultUnknownOrderPolicy, type UnknownOrderPolicy } from '../orders/unknown-order-policy.ts';
import type { Journal } from '../runner/journal.ts';
import { fetchSnapshot } from '../runner/snapshot.ts';
import { compareBooks } from './compare-books.ts';
import { compareHolds, type HoldsByOrder } from './compare-holds.ts';
import { compareRules } from './compare-rules.ts';
import { compareState, type Wanted } from './compare-state.ts';
import { compareTrades } from './compare-trades.ts';
import type { Difference, Standing } from './difference.ts';
import { amountOf, ofMoney, ofOrder, standingOf, touchedAt } from './differences.ts';
import { fetchRecentTrades, type RecentTrades } from './fetch-recent-trades.ts';

/** What changed so shortly before the question may be missing in the answer. */
const settleMs = 5_000;
/** A search that may be decided needs three answers; one that is not by then waits for its worker. */
const questionsOfSearch = 6;

export interface Compared {
  readonly differences: readonly Difference[];
  /** What the bot would store; null where it has nothing to take in. */
  readonly step: BotStep | null;
  /** Open at the exchange, and nobody wants them there: cancelled only where that is asked for. */
  readonly unknown: readonly OrderRef[];
  /** What its virtual account is to hold for orders instead of what it does. */
  readonly holds: HoldsByOrder;
}

export interface Comparing {
  readonly memory: BotMemory;
  readonly account: ExchangeAccount;
  readonly journal: Pick<Journal, 'siblings' | 'linkedOrders' | 'knowsOrder' | 'feesElsewhere'>;
  /** Numbers of all bots of the exchange account. */
  readonly botNumbers: ReadonlySet<number>;
  readonly rules: RulesByPair;
  readonly now: () => Date;
  /** What its virtual account holds, by client order id; absent of a bot that takes its share of the wallet. */
  readonly holds?: VirtualLedger['holds'] | undefined;
  /** What is stored of its sub-account, and what its movements add up to; absent where that moved meanwhile. */
  readonly stored?: { readonly stored: Balances; readonly derived: Balances } | undefined;
  readonly wanted?: Wanted | undefined;
  readonly unknownOrderPolicy?: UnknownOrderPolicy;
  /** What was touched so shortly before is not told; five seconds unless given. */
  readonly settledForMs?: number;
}

/** @throws {ExchangeError} a question failed */
export async function compareBot(given: Comparing): Promise<Compared> {
  const { memory, account, journal, now, settledForMs = settleMs } = given;
  const askedAt = now();
  const state: BotState = { ...wake(memory), recoverSince: memory.recoverSince ?? askedAt };
  const asked = await fetchSnapshot(account, { ...state, recoverSince: memory.recoverSince ?? null }, { askedAt, journal });
  const { missing } = asked;
  const pairs = [...new Set([...state.strategy.pairs, ...state.orders.map(({ pair }) => pair)])];
  const recent = await fetchRecentTrades(account, { number: state.number, orders: state.orders, pairs }, { journal, now: askedAt });
  const snapshot = withRecent(asked.snapshot, recent, state);
  const view = viewOf(given);
  const seen: BotEvent = { type: 'snapshotTaken', snapshot };
  const first = applyEvents(state, [seen], view).state;
  const sought = first.orders.filter((order) => !hasEnded(order) && (isUncertain(order) || missing.some((one) => isSameOrder(one, order))));
  const found = await search(first, sought, given);
  const { state: after, step } = applyEvents(state, [seen, ...found], view);
  const isOld = ({ since }: Difference) => since.getTime() <= askedAt.getTime() - settledForMs;
  const unknown = unknownOrders(after, snapshot);
  const isTold = (order: BotOrder) => unknown.some((report) => isTheOrder(order, report));
  const isNew = (order: BotOrder) => !memory.orders.some((one) => isSameOrder(one, order));
  const adopted = after.orders.filter((order) => order.state === 'open' && isNew(order) && !isTold(order));
  const uncancelled = memory.orders.filter((order) => isCancelForgotten(order, after));
  const altered = after.orders.flatMap((order) => alteredOrder(order, snapshot));
  const isByHand = memory.strategy.isByHand === true;
  const holds = given.holds ? compareHolds(memory, { holds: given.holds, after: after.orders, isByHand, now: askedAt }) : null;
  const reports = [...snapshot.openOrders, ...snapshot.otherOrders];
  const differences = [
    ...after.orders.filter((order) => !(isNew(order) && isTold(order))).flatMap((order) => ordersDifference(order, given)),
    ...altered.map(({ order, report }) => ofReport('orderDiffers', report, { state: order.state, amount: order.amount })),
    ...unknown.map((report) => unknownDifference(report, state)),
    ...uncancelled.map(cancelDifference),
    ...ownerless(given, snapshot),
    ...(snapshot.unlisted ?? []).flatMap((pair) => onGonePair(after, pair)),
    ...compareRules(
      memory.orders.filter((order) => after.orders.some((one) => isSameOrder(one, order) && !hasEnded(one))),
      given.rules,
    ),
    ...(after.phase.kind === 'running'
      ? compareTrades(after.orders, {
          told: recent.fills,
          reports,
          since: after.phase.since,
          units: moneyUnitsOf(pairs, given.rules),
          isVirtual: Boolean(after.funds),
        })
      : []),
    ...(holds?.differences ?? []),
    ...moneyDifferences(after, snapshot, given),
    ...(given.stored ? compareBooks(given.stored, { since: lastMoved(after) }) : []),
    ...(given.wanted ? compareState(given.wanted, { now: askedAt }) : []),
  ].filter(isOld);
  const cancelled = [...adopted, ...unknown, ...altered.map(({ report }) => report), ...ownerlessOrders(given, snapshot), ...uncancelled];
  return { differences, step, unknown: cancelled, holds: holds?.holds ?? {} };
}

/**
 * Its orders that nobody knew are taken in as if what is stored were older than they are, and so are trades of those that are
 * known which nobody booked.
 */
function withRecent(snapshot: Snapshot, { fills, strangers }: RecentTrades, { orders, seenTrades }: BotState): Snapshot {
  const known = [...orders, ...strangers];
  const isOwn = (fill: Fill) => known.some(({ pair, exchangeOrderId }) => pair === fill.pair && exchangeOrderId === fill.exchangeOrderId);
  const missed = fills.filter((fill) => !seenTrades.has(tradeKey(fill)) && isOwn(fill));
  return { ...snapshot, otherOrders: [...snapshot.otherOrders, ...strangers], fills: [...snapshot.fills, ...missed] };
}

/** The exchange has named it, and it stands there on other terms. */
const alteredOrder = (order: BotOrder, { openOrders }: Snapshot): { readonly order: BotOrder; readonly report: OrderReport }[] =>
  hasEnded(order)
    ? []
    : openOrders.filter((report) => isTheOrder(order, report) && !hasTerms(report, order)).map((report) => ({ order, report }));

const isSameOrder = (one: BotOrder, other: BotOrder): boolean => one.clientOrderId === other.clientOrderId;

/** Nothing is known of the market but its rules: what would want a price is left out. */
const viewOf = ({ now, rules, unknownOrderPolicy }: Comparing): View => ({
  now: now(),
  prices: new Map(),
  books: new Map(),
  closed: new Map(),
  rules,
  haltedUntil: null,
  createsInFlight: null,
  restMs: 0,
  checkEveryMs: 0,
  refusalPolicy: unknownOrderPolicy?.refusals ?? defaultRefusalPolicy,
  keyPolicy: unknownOrderPolicy?.key ?? defaultKeyPolicy,
});

/** By the search of whoever runs the bot, without its pauses. An order that may still arrive is not asked for. */
async function search(
  state: BotState,
  orders: readonly BotOrder[],
  { account, journal, now, unknownOrderPolicy = defaultUnknownOrderPolicy }: Comparing,
): Promise<readonly BotEvent[]> {
  const events: BotEvent[] = [];
  for (const order of orders) {
    if (now().getTime() - order.sentAt.getTime() < unknownOrderPolicy.neverPlacedAfterMs) continue;
    let questions = 0;
    let isAsked = true;
    const one = new OrderSearch({
      bot: () => state,
      account: () => (isAsked ? account : null),
      linkedOrders: (pair) => journal.linkedOrders(pair),
      emit: (event) => events.push(event),
      wait: async () => {
        questions += 1;
        isAsked = questions <= questionsOfSearch;
      },
      now,
      unknownOrderPolicy,
      log: silentLog,
    });
    await one.run(order, { afterCancel: !isUncertain(order) });
  }
  return events;
}

function ordersDifference(order: BotOrder, { memory }: Comparing): Difference[] {
  const before = memory.orders.find((one) => isSameOrder(one, order));
  if (!before)
    return [
      ofOrder(hasEnded(order) ? 'fillUnknown' : 'orderUnknown', order, {
        expected: { state: 'none', amount: null },
        found: standingOf(order),
        since: order.sentAt,
        remedy: 'takenIn',
      }),
    ];
  const since = touchedAt(before);
  const stands = { expected: standingOf(before), found: standingOf(order), since };
  if (isUncertain(before)) return [ofOrder('orderStuck', order, { ...stands, remedy: isUncertain(order) ? 'waits' : 'takenIn' })];
  const isTradedMore = compare(tradedAmount(order), tradedAmount(before)) > 0 || isBehind(order);
  if (isTradedMore) return [ofOrder('fillMissing', order, { ...stands, remedy: isBehind(order) ? 'waits' : 'takenIn' })];
  return before.state === order.state ? [] : [ofOrder('orderMissing', order, { ...stands, remedy: 'takenIn' })];
}

/** Its cancelling was asked for, and it is open all the same. */
const isCancelForgotten = ({ cancelAskedAt, clientOrderId }: BotOrder, { orders }: BotState): boolean =>
  cancelAskedAt !== null && orders.some((order) => order.clientOrderId === clientOrderId && order.state === 'open');

const cancelDifference = (order: BotOrder): Difference =>
  ofOrder('orderStuck', order, {
    expected: { state: 'cancelled', amount: null },
    found: standingOf(order),
    since: order.cancelAskedAt ?? order.sentAt,
    remedy: 'cancelled',
  });

/** With an id of the bot's, open there, and over or unknown here even after everything was taken in. */
function unknownOrders({ orders, number, phase, funds }: BotState, { openOrders }: Snapshot): OrderReport[] {
  return openOrders.filter((report) => {
    const known = orders.find((order) => isTheOrder(order, report));
    // Of one that stands still nothing may be open. What a virtual account's leaves is followed until it is over.
    if (known && phase.kind === 'stopped' && !funds) return true;
    return known ? hasEnded(known) : isOrderOf(number, report.clientOrderId);
  });
}

function unknownDifference(report: OrderReport, { orders }: BotState): Difference {
  const named = orders.find(({ clientOrderId }) => clientOrderId === report.clientOrderId);
  const isAnother = named !== undefined && !isTheOrder(named, report);
  return ofReport(isAnother ? 'orderDiffers' : 'orderUnknown', report, named ? standingOf(named) : { state: 'none', amount: null });
}

const ownerlessOrders = ({ botNumbers }: Comparing, { openOrders }: Snapshot): OrderReport[] =>
  openOrders.filter(({ clientOrderId }) => {
    const parsed = clientOrderId === null ? null : parseClientOrderId(clientOrderId);
    return parsed !== null && !botNumbers.has(parsed.botNumber);
  });

const ownerless = (given: Comparing, snapshot: Snapshot): Difference[] =>
  ownerlessOrders(given, snapshot).map((report) => ofReport('ownerless', report, { state: 'none', amount: null }));

const ofReport = (kind: DifferenceKind, report: OrderReport, expected: Standing): Difference => ({
  ...ofOrder(kind, report, { expected, found: { state: 'open', amount: report.filled }, since: report.at, remedy: 'cancelled' }),
});

/** Its worker ends them once the lists have lacked the pair for long. */
const onGonePair = ({ orders }: BotState, pair: string): Difference[] =>
  orders
    .filter((order) => order.pair === pair && !hasEnded(order))
    .map((order) =>
      ofOrder('marketChanged', order, {
        expected: standingOf(order),
        found: { state: 'none', amount: null },
        since: touchedAt(order),
        remedy: 'waits',
      }),
    );

/** Too little is the bot's loss. What is too much is told once: by the first of the account's bots that has the currency. */
function moneyDifferences(state: BotState, { wallet, others }: Snapshot, { rules }: Comparing): Difference[] {
  const { ledger, phase, funds, strategy, orders } = state;
  if (funds || !ledger || !hasShare(phase) || others === null || orders.some((order) => isBehind(order) || isUncertain(order))) return [];
  // What other bots paid in coins of this one is theirs.
  const paid = Object.fromEntries(
    Object.entries(others.fees).map(([currency, fee]) => [currency, subtract(fee, ledger.othersFees[currency] ?? '0')]),
  );
  const found = addBalances(ownBalances(wallet, strategy.currencies, others.held), ofCurrencies(paid, strategy.currencies));
  const roundings = sumOfRoundings([ledger.tradesSinceAgreement, others.heldRoundings]);
  const tolerances = tolerancesOf(roundings, moneyUnitsOf(strategy.pairs, rules));
  return Object.entries(differenceOf(ledger.balances, found)).flatMap(([currency, amount]) => {
    const isLacking = compare(amount, '0') < 0;
    if (isTolerated(amount, currency, tolerances) || (!isLacking && others.roundedThere.has(currency))) return [];
    const stands = {
      expected: amountOf(ledger.balances[currency] ?? '0'),
      found: amountOf(found[currency] ?? '0'),
      since: lastMoved(state),
    };
    if (!isLacking) return [ofMoney('walletMoved', currency, { ...stands, remedy: 'atNextStart' })];
    return [ofMoney('ledgerDiffers', currency, { ...stands, remedy: phase.kind === 'running' ? 'stopAsked' : 'waits' })];
  });
}

const lastMoved = ({ phase, orders }: BotState): Date => {
  const moved = orders.flatMap(({ trades }) => trades.map(({ at }) => at.getTime()));
  return new Date(Math.max(0, ...moved, ...('since' in phase ? [phase.since.getTime()] : [])));
};

const ofCurrencies = (amounts: Balances, currencies: readonly Currency[]): Balances =>
  Object.fromEntries(Object.entries(amounts).filter(([currency]) => currencies.includes(currency)));

/** One that is over by now is as wished. @throws {ExchangeError} */
export async function cancelUnknown(account: ExchangeAccount, orders: readonly OrderRef[]): Promise<void> {
  for (const order of orders)
    await account.cancelOrder(order).catch((error: unknown) => {
      if (!(error instanceof ExchangeError) || error.reason !== 'orderNotFound') throw error;
    });
}
