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
  differenceOf,
  hasEnded,
  isBehind,
  isOrderOf,
  isUncertain,
  ownBalances,
  parseClientOrderId,
  tradedAmount,
} from '@tenbin/bots';
import { type ExchangeAccount, ExchangeError, type OrderRef, type OrderReport } from '@tenbin/exchange';
import { addBalances, type Balances, type Currency, compare, subtract } from '@tenbin/market';
import type { RulesByPair } from '@tenbin/strategy';
import { silentLog } from '@tenbin/telemetry';
import { moneyUnitsOf } from '../account/money-units.ts';
import { isTolerated, sumOfRoundings, tolerancesOf } from '../account/tolerance.ts';
import type { BotEvent, Snapshot } from '../decision/bot-event.ts';
import { type BotMemory, type BotState, type View, wake } from '../decision/bot-state.ts';
import { takeIn } from '../decision/decide.ts';
import { defaultKeyPolicy } from '../decision/key-refusal.ts';
import { isTheOrder } from '../orders/is-the-order.ts';
import { OrderSearch } from '../orders/order-search.ts';
import { defaultRefusalPolicy } from '../orders/slot-pause.ts';
import { defaultUnknownOrderPolicy, type UnknownOrderPolicy } from '../orders/unknown-order-policy.ts';
import type { Journal } from '../runner/journal.ts';
import { fetchSnapshot } from '../runner/snapshot.ts';
import type { Difference, DifferenceKind, Remedy, Standing } from './difference.ts';

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
}

export interface Comparing {
  readonly memory: BotMemory;
  readonly account: ExchangeAccount;
  readonly journal: Pick<Journal, 'siblings' | 'linkedOrders' | 'knowsOrder' | 'feesElsewhere'>;
  /** Numbers of all bots of the exchange account. */
  readonly botNumbers: ReadonlySet<number>;
  readonly rules: RulesByPair;
  readonly now: () => Date;
  readonly unknownOrderPolicy?: UnknownOrderPolicy;
  /** What was touched so shortly before is not told; five seconds unless given. */
  readonly settledForMs?: number;
}

/** @throws {ExchangeError} a question failed */
export async function compareBot(given: Comparing): Promise<Compared> {
  const { memory, account, journal, now, settledForMs = settleMs } = given;
  const state = wake(memory);
  const askedAt = now();
  const { snapshot, missing } = await fetchSnapshot(account, state, { askedAt, journal });
  const view = viewOf(given);
  const seen: BotEvent = { type: 'snapshotTaken', snapshot };
  const first = takeIn(state, [seen], view).state;
  const sought = first.orders.filter((order) => !hasEnded(order) && (isUncertain(order) || missing.some((one) => isSameOrder(one, order))));
  const found = await search(first, sought, given);
  const { state: after, step } = takeIn(state, [seen, ...found], view);
  const isOld = ({ since }: Difference) => since.getTime() <= askedAt.getTime() - settledForMs;
  const unknown = unknownOrders(after, snapshot);
  const isTold = (order: BotOrder) => unknown.some((report) => isTheOrder(order, report));
  const isNew = (order: BotOrder) => !memory.orders.some((one) => isSameOrder(one, order));
  const adopted = after.orders.filter((order) => order.state === 'open' && isNew(order) && !isTold(order));
  const uncancelled = memory.orders.filter((order) => isCancelForgotten(order, after));
  const differences = [
    ...after.orders.filter((order) => !(isNew(order) && isTold(order))).flatMap((order) => ordersDifference(order, given)),
    ...unknown.map((report) => unknownDifference(report, state)),
    ...uncancelled.map(cancelDifference),
    ...ownerless(given, snapshot),
    ...(snapshot.unlisted ?? []).flatMap((pair) => onGonePair(after, pair)),
    ...ledgerDifferences(after, snapshot, given),
  ].filter(isOld);
  return { differences, step, unknown: [...adopted, ...unknown, ...ownerlessOrders(given, snapshot), ...uncancelled] };
}

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
      difference('orderUnknown', order, {
        expected: { state: 'none', amount: null },
        found: standingOf(order),
        since: order.sentAt,
        remedy: 'takenIn',
      }),
    ];
  const since = touchedAt(before);
  const stands = { expected: standingOf(before), found: standingOf(order), since };
  if (isUncertain(before)) return [difference('orderStuck', order, { ...stands, remedy: isUncertain(order) ? 'waits' : 'takenIn' })];
  const isTradedMore = compare(tradedAmount(order), tradedAmount(before)) > 0 || isBehind(order);
  if (isTradedMore) return [difference('fillMissing', order, { ...stands, remedy: isBehind(order) ? 'waits' : 'takenIn' })];
  return before.state === order.state ? [] : [difference('orderMissing', order, { ...stands, remedy: 'takenIn' })];
}

/** Its cancelling was asked for, and it is open all the same. */
const isCancelForgotten = ({ cancelAskedAt, clientOrderId }: BotOrder, { orders }: BotState): boolean =>
  cancelAskedAt !== null && orders.some((order) => order.clientOrderId === clientOrderId && order.state === 'open');

const cancelDifference = (order: BotOrder): Difference =>
  difference('orderStuck', order, {
    expected: { state: 'cancelled', amount: null },
    found: standingOf(order),
    since: order.cancelAskedAt ?? order.sentAt,
    remedy: 'cancelled',
  });

/** When it was last changed, where that is stored. */
const touchedAt = (order: BotOrder): Date => ('updatedAt' in order && order.updatedAt instanceof Date ? order.updatedAt : order.sentAt);

const standingOf = (order: BotOrder): Standing => ({ state: order.state, amount: tradedAmount(order) });

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
  ...difference(kind, report, { expected, found: { state: 'open', amount: report.filled }, since: report.at, remedy: 'cancelled' }),
});

/** Its worker ends them once the lists have lacked the pair for long. */
const onGonePair = ({ orders }: BotState, pair: string): Difference[] =>
  orders
    .filter((order) => order.pair === pair && !hasEnded(order))
    .map((order) =>
      difference('marketChanged', order, {
        expected: standingOf(order),
        found: { state: 'none', amount: null },
        since: touchedAt(order),
        remedy: 'waits',
      }),
    );

function ledgerDifferences(state: BotState, { wallet, others }: Snapshot, { rules }: Comparing): Difference[] {
  const { ledger, phase, funds, strategy, orders } = state;
  if (funds || !ledger || phase.kind !== 'running' || others === null || orders.some((order) => isBehind(order) || isUncertain(order)))
    return [];
  // What other bots paid in coins of this one is theirs.
  const paid = Object.fromEntries(
    Object.entries(others.fees).map(([currency, fee]) => [currency, subtract(fee, ledger.othersFees[currency] ?? '0')]),
  );
  const found = addBalances(ownBalances(wallet, strategy.currencies, others.held), ofCurrencies(paid, strategy.currencies));
  const moved = [phase.since, ...orders.flatMap(({ trades }) => trades.map(({ at }) => at))];
  const since = new Date(Math.max(...moved.map(Number)));
  const roundings = sumOfRoundings([ledger.tradesSinceAgreement, others.heldRoundings]);
  const tolerances = tolerancesOf(roundings, moneyUnitsOf(strategy.pairs, rules));
  return Object.entries(differenceOf(ledger.balances, found))
    .filter(([currency, amount]) => compare(amount, '0') < 0 && !isTolerated(amount, currency, tolerances))
    .map(([currency]) => ({
      kind: 'ledgerDiffers' as const,
      pair: null,
      clientOrderId: null,
      exchangeOrderId: null,
      currency,
      expected: { state: null, amount: ledger.balances[currency] ?? '0' },
      found: { state: null, amount: found[currency] ?? '0' },
      since,
      remedy: 'stopAsked' as const,
    }));
}

const ofCurrencies = (amounts: Balances, currencies: readonly Currency[]): Balances =>
  Object.fromEntries(Object.entries(amounts).filter(([currency]) => currencies.includes(currency)));

const difference = (
  kind: DifferenceKind,
  { pair, clientOrderId, exchangeOrderId }: OrderRef,
  stands: { readonly expected: Standing; readonly found: Standing; readonly since: Date; readonly remedy: Remedy },
): Difference => ({ kind, pair, clientOrderId, exchangeOrderId, currency: null, ...stands });

/** One that is over by now is as wished. @throws {ExchangeError} */
export async function cancelUnknown(account: ExchangeAccount, orders: readonly OrderRef[]): Promise<void> {
  for (const order of orders)
    await account.cancelOrder(order).catch((error: unknown) => {
      if (!(error instanceof ExchangeError) || error.reason !== 'orderNotFound') throw error;
    });
}
