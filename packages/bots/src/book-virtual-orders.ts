/** What orders do to a virtual account: they hold what they may spend, trade, and end. */
import { type Currency, compare, type Decimal, type Fill, negate, parsePair, reserveOf, subtract } from '@tenbin/market';
import type { BotOrder } from './bot-order.ts';
import type { BotStep } from './bot-step.ts';
import { between, type Entry } from './movement.ts';
import { isEnded } from './order-state.ts';
import {
  type Booked,
  type Books,
  followedBy,
  freeOf,
  type Hold,
  heldAccount,
  ledgerOf,
  ledgerStateOf,
  lesser,
  owedAfter,
  post,
  requireFree,
  type Trade,
  type VirtualLedger,
  whyNothing,
  withHolds,
  withLedger,
} from './virtual-books.ts';

/**
 * Holds what an order may spend.
 *
 * @throws {DomainError} `ledgerLacksFunds`, `ledgerFrozen`, `ledgerOverdrawn`, `ledgerClosed`
 */
export function hold(books: Books, id: string, order: Hold & Pick<BotOrder, 'clientOrderId'>): Booked {
  requireFree(ledgerOf(books, id), reserveOf(order));
  return change(books, id, { [order.clientOrderId]: holdOf(order) });
}

/** Brings what orders hold to what is given; null: nothing. What is held beyond what there is, its orders may spend: a fact. */
export const holdInstead = (books: Books, id: string, holds: Readonly<Record<string, Hold | null>>): Booked => change(books, id, holds);

/** What is left of an order's hold is free again. */
export const release = (books: Books, id: string, clientOrderId: string): Booked => change(books, id, { [clientOrderId]: null });

/**
 * A trade draws from what its order holds, and from what is free where that is not enough: it has happened. What a better
 * price left is free at once. A fee in a coin of which too little is free comes out of the rest, and is owed; and so is what
 * the exchange rounded up beyond what the order held.
 */
export function draw(books: Books, id: string, fill: Trade & Pick<Fill, 'clientOrderId' | 'pair' | 'tradeId' | 'exchangeOrderId'>): Booked {
  const { clientOrderId, pair, side, amount, notional, fee, feeCurrency, tradeId, exchangeOrderId } = fill;
  const ledger = ledgerOf(books, id);
  const before = clientOrderId === null ? undefined : ledger.holds[clientOrderId];
  const left = before && lessBy(before, amount);
  const { base, counter } = parsePair(pair);
  const [spends, gets] = side === 'sell' ? [base, counter] : [counter, base];
  const [spent, got] = side === 'sell' ? [amount, notional] : [notional, amount];
  const drawn = before && left ? subtract(reserveOf(before).amount, reserveOf(left).amount) : '0';
  const exact = [
    ...(clientOrderId === null ? [] : between('hold', heldAccount(id, clientOrderId), id, { currency: spends, amount: drawn })),
    ...between('trade', id, 'outside', { currency: spends, amount: spent }),
    ...between('trade', 'outside', id, { currency: gets, amount: got }),
  ];
  const holds = clientOrderId !== null && left ? { ...ledger.holds, [clientOrderId]: left } : ledger.holds;
  const freeAfter = (entries: readonly Entry[], currency: Currency) =>
    freeOf(ledgerOf(post(withLedger(books, { ...ledger, holds }), { cause: 'fill', entries }).books, id))[currency] ?? '0';
  const rounded = before ? roundedUp(spent, drawn) : '0';
  const lacking = lesser(rounded, negate(lesser(freeAfter(exact, spends), '0')));
  const trade = [...exact, ...between('rounding', 'rest', id, { currency: spends, amount: lacking })];
  const unpaid = compare(freeAfter(trade, feeCurrency), fee) >= 0 ? '0' : fee;
  const payer = unpaid === '0' ? id : 'rest';
  const owed = owedAfter(owedAfter(ledger.owed, spends, lacking), feeCurrency, unpaid);
  return post(withLedger(books, { ...ledger, holds, owed }), {
    cause: 'fill',
    fill: { pair, tradeId, exchangeOrderId },
    entries: [...trade, ...between('fee', payer, 'outside', { currency: feeCurrency, amount: fee })],
  });
}

/** What a trade took more than was held for it, where that is less than its last digit: the exchange rounded it up. */
function roundedUp(spent: Decimal, held: Decimal): Decimal {
  const beyond = subtract(spent, held);
  const [, fraction = ''] = spent.split('.');
  const lastDigit = fraction === '' ? '1' : `0.${'1'.padStart(fraction.length, '0')}`;
  return compare(beyond, '0') > 0 && compare(beyond, lastDigit) < 0 ? beyond : '0';
}

/** An order of a step for which nothing is held, nor can be. */
export interface RefusedOrder {
  readonly clientOrderId: string;
  /** `withdrawn`: it was asked for by hand, and is not wanted any more. */
  readonly because: 'ledgerLacksFunds' | 'ledgerFrozen' | 'ledgerOverdrawn' | 'ledgerClosed' | 'withdrawn';
}

/**
 * What a step of a bot does to its virtual account. Facts come first: orders that turned out to be there, trades, ends. Then
 * new orders hold what they may spend; none is written down, let alone sent, for which that is not there.
 *
 * @param given - `isByHand`: who asked for its orders has held their money already; what is new is sent while its account may send
 * @returns `refused`: nothing of the step may be stored
 */
export function bookStep(
  books: Books,
  id: string,
  { orders = [], fills = [] }: Pick<BotStep, 'orders' | 'fills'>,
  { isByHand }: { readonly isByHand: boolean },
): Booked & { readonly refused: readonly RefusedOrder[] } {
  const unheld = orders.filter(({ clientOrderId, state }) => !isEnded(state) && ledgerOf(books, id).holds[clientOrderId] === undefined);
  const found = unheld.filter(({ state }) => state !== 'pending');
  let booked = change(books, id, Object.fromEntries(found.map((order) => [order.clientOrderId, holdOf(order)])));
  for (const fill of fills) booked = followedBy(booked, (now) => draw(now, id, fill));
  const ended = orders.filter((order) => isOver(order, ledgerOf(booked.books, id).holds[order.clientOrderId]));
  booked = followedBy(booked, (now) => change(now, id, Object.fromEntries(ended.map(({ clientOrderId }) => [clientOrderId, null]))));
  const refused: RefusedOrder[] = [];
  const begun: Record<string, Hold> = {};
  for (const order of unheld) {
    if (order.state !== 'pending' || isByHand) continue;
    const because = whyNot(withHolds(ledgerOf(booked.books, id), begun), order);
    if (because !== null) refused.push({ clientOrderId: order.clientOrderId, because });
    else begun[order.clientOrderId] = holdOf(order);
  }
  for (const { clientOrderId, state } of isByHand ? orders : []) {
    const ledger = ledgerOf(booked.books, id);
    const because = state !== 'pending' ? null : ledger.holds[clientOrderId] ? whyNothing(ledgerStateOf(ledger)) : 'withdrawn';
    if (because !== null) refused.push({ clientOrderId, because });
  }
  booked = followedBy(booked, (now) => change(now, id, begun));
  return { ...booked, refused };
}

/** Whether a step only tells of orders for which something is held, and that go on: its virtual account stays as it is. */
export const leavesAlone = (
  { orders = [], fills = [] }: Pick<BotStep, 'orders' | 'fills'>,
  { holds }: Pick<VirtualLedger, 'holds'>,
): boolean =>
  fills.length === 0 &&
  orders.every(({ clientOrderId, state }) => state !== 'pending' && !isEnded(state) && holds[clientOrderId] !== undefined);

const holdOf = ({ pair, side, price, amount, feeOnTop }: Hold): Hold => ({
  pair,
  side,
  price,
  amount,
  ...(feeOnTop && { feeOnTop }),
});

/** An order may have filled further than it was large: then nothing of it is left. */
function lessBy(hold: Hold, amount: Decimal): Hold {
  const left = subtract(hold.amount, amount);
  return { ...hold, amount: compare(left, '0') < 0 ? '0' : left };
}

/** It has ended, and all its trades are booked: of one that filled further than it was large, all that it held for. */
function isOver({ state, amount, reportedFilled }: Pick<BotOrder, 'state' | 'amount' | 'reportedFilled'>, left: Hold | undefined): boolean {
  if (left === undefined || !isEnded(state)) return false;
  return compare(subtract(amount, left.amount), lesser(amount, reportedFilled)) >= 0;
}

function whyNot(ledger: VirtualLedger, order: Hold): RefusedOrder['because'] | null {
  const { currency, amount } = reserveOf(order);
  return whyNothing(ledgerStateOf(ledger)) ?? (compare(freeOf(ledger)[currency] ?? '0', amount) < 0 ? 'ledgerLacksFunds' : null);
}

/** Orders hold other amounts than before; null: nothing any more. */
function change(books: Books, id: string, holds: Readonly<Record<string, Hold | null>>): Booked {
  const ledger = ledgerOf(books, id);
  const entries: Entry[] = [];
  for (const [clientOrderId, after] of Object.entries(holds)) {
    const before = ledger.holds[clientOrderId];
    const terms = after ?? before;
    if (!terms) continue;
    const amount = subtract(after ? reserveOf(after).amount : '0', before ? reserveOf(before).amount : '0');
    entries.push(...between('hold', id, heldAccount(id, clientOrderId), { currency: reserveOf(terms).currency, amount }));
  }
  return post(withLedger(books, withHolds(ledger, holds)), { cause: 'orders', entries });
}
