/**
 * Virtual accounts: ring-fenced parts of one exchange account of the platform, in double entry. The ledger's accounts are
 * `outside`, `rest`, and of each virtual account what is free and what each of its orders holds. What holds after every
 * operation:
 *
 * 1. What moves adds up to nothing in each currency.
 * 2. Nothing is below zero but by a fact: a trade that nothing was held for, or money that left the wallet.
 * 3. What is stored is what the movements add up to.
 * 4. What is held is what the open orders may still spend, order by order.
 * 5. What is refused changes nothing.
 */
import {
  add,
  type Balances,
  type Currency,
  compare,
  type Decimal,
  type Fill,
  negate,
  parsePair,
  reserveOf,
  subtract,
} from '@tenbin/market';
import type { BotOrder } from './bot-order.ts';
import type { BotStep } from './bot-step.ts';
import { BotsError } from './bots-error.ts';
import { addedTo } from './ledger.ts';
import { between, type Entry, type LedgerAccount, type Movement, type MovementCause } from './movement.ts';
import { isEnded } from './order-state.ts';

/** What an open order may still trade, and for which money is held. */
export type Hold = Pick<BotOrder, 'pair' | 'side' | 'price' | 'amount' | 'feeOnTop'>;

export interface VirtualLedger {
  /** Its sub-account's. */
  readonly id: string;
  /** Free and held together. */
  readonly balances: Balances;
  /** By client order id. */
  readonly holds: Readonly<Record<string, Hold>>;
  /** What the rest has paid for it, since it did not have it: fees, and what rounding took beyond what an order held. */
  readonly owed: Balances;
  readonly isFrozen: boolean;
  readonly isClosed: boolean;
}

/**
 * - `frozen`: nothing goes out and nothing new is sent, until it is lifted;
 * - `overdrawn`: something is below zero: only money may come in.
 */
export const ledgerStates = ['active', 'frozen', 'overdrawn', 'closed'] as const;
export type LedgerState = (typeof ledgerStates)[number];

/** The virtual accounts of one exchange account, or those of them that an operation is about, and what none of them has. */
export interface Books {
  readonly rest: Balances;
  readonly ledgers: Readonly<Record<string, VirtualLedger>>;
}

export interface Booked {
  readonly books: Books;
  readonly movements: readonly Movement[];
}

/** What was moved by somebody can be taken back; what happened cannot. */
const reversible: ReadonlySet<MovementCause> = new Set(['give', 'transfer']);

export const newVirtualLedger = (id: string): VirtualLedger => ({
  id,
  balances: {},
  holds: {},
  owed: {},
  isFrozen: false,
  isClosed: false,
});

/** The ledger's account of what an order holds. */
export const heldAccount = (id: string, clientOrderId: string): LedgerAccount => `${id}.held.${clientOrderId}`;

/** What all open orders hold. */
export const heldOf = ({ holds }: Pick<VirtualLedger, 'holds'>): Balances =>
  Object.values(holds).reduce<Balances>((sums, hold) => withReserve(sums, hold), {});

/** What nothing is held for. */
export function freeOf({ balances, holds }: Pick<VirtualLedger, 'balances' | 'holds'>): Balances {
  const held = heldOf({ holds });
  return Object.fromEntries(
    Object.keys({ ...balances, ...held }).map((currency) => [currency, subtract(balances[currency] ?? '0', held[currency] ?? '0')]),
  );
}

/** What orders hold that are none of one bot's: it has no use of that. */
export const heldBesides = ({ holds }: Pick<VirtualLedger, 'holds'>, isOwn: (clientOrderId: string) => boolean): Balances =>
  heldOf({ holds: Object.fromEntries(Object.entries(holds).filter(([clientOrderId]) => !isOwn(clientOrderId))) });

export function ledgerStateOf(ledger: Pick<VirtualLedger, 'balances' | 'holds' | 'isFrozen' | 'isClosed'>): LedgerState {
  if (ledger.isClosed) return 'closed';
  if (Object.values(freeOf(ledger)).some((amount) => compare(amount, '0') < 0)) return 'overdrawn';
  return ledger.isFrozen ? 'frozen' : 'active';
}

/**
 * Moves money from the rest to a virtual account, or, with a negative amount, back: what comes back pays first what is owed.
 *
 * @throws {DomainError} `restLacksFunds`, `ledgerLacksFunds`, `ledgerFrozen`, `ledgerOverdrawn`, `ledgerClosed`
 */
export function give(books: Books, id: string, { currency, amount }: Money): Booked {
  const ledger = ledgerOf(books, id);
  const isTaking = compare(amount, '0') < 0;
  if (isTaking) requireFree(ledger, { currency, amount: negate(amount) });
  else {
    requireOpen(ledger);
    requireRest(books, { currency, amount });
  }
  const repaid = isTaking ? lesser(ledger.owed[currency] ?? '0', negate(amount)) : '0';
  return post(books, {
    cause: 'give',
    entries: [
      ...between('transfer', 'rest', id, { currency, amount: add(amount, repaid) }),
      ...between('repayment', 'rest', id, { currency, amount: negate(repaid) }),
    ],
  });
}

/**
 * @param amount - `all`: what is free of it
 * @throws {DomainError} `ledgerLacksFunds`, `ledgerFrozen`, `ledgerOverdrawn`, `ledgerClosed`, `sameLedger`
 */
export function transfer(
  books: Books,
  { from, to }: FromTo,
  { currency, amount: asked }: { readonly currency: Currency; readonly amount: Decimal | 'all' },
): Booked {
  if (from === to) throw new BotsError('sameLedger');
  const giver = ledgerOf(books, from);
  requireOpen(ledgerOf(books, to));
  const free = freeOf(giver)[currency] ?? '0';
  const amount = asked === 'all' ? free : asked;
  requireFree(giver, { currency, amount });
  if (compare(amount, '0') <= 0) throw new BotsError('ledgerLacksFunds', { currency, needed: amount, free });
  return post(books, { cause: 'transfer', entries: between('transfer', from, to, { currency, amount }) });
}

/**
 * Takes back what was moved by somebody; what was owed before is owed again.
 *
 * @throws {DomainError} `movementNotReversible`, `restLacksFunds`, and as {@link give}
 */
export function reverse(books: Books, { cause, entries }: Pick<Movement, 'cause' | 'entries'>): Booked {
  if (!reversible.has(cause)) throw new BotsError('movementNotReversible');
  const back = entries.map((entry) => ({ ...entry, amount: negate(entry.amount) }));
  for (const { account, currency, amount } of back) {
    const isGiving = compare(amount, '0') < 0;
    const money = { currency, amount: negate(amount) };
    if (account === 'rest') isGiving && requireRest(books, money);
    else if (isGiving) requireFree(ledgerOf(books, account), money);
    else requireOpen(ledgerOf(books, account));
  }
  return post(books, { cause: 'reversal', entries: back });
}

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

/** A trade of an order that is none of ours: its money is nobody's. */
export function drawFromRest(books: Books, fill: Trade & Pick<Fill, 'pair' | 'tradeId' | 'exchangeOrderId'>): Booked {
  const { pair, side, amount, notional, fee, feeCurrency, tradeId, exchangeOrderId } = fill;
  const { base, counter } = parsePair(pair);
  const [got, gave] = side === 'buy' ? [amount, notional] : [negate(amount), negate(notional)];
  const entries = [
    ...between('trade', 'outside', 'rest', { currency: base, amount: got }),
    ...between('trade', 'rest', 'outside', { currency: counter, amount: gave }),
    ...between('fee', 'rest', 'outside', { currency: feeCurrency, amount: fee }),
  ];
  return post(books, { cause: 'strayFill', fill: { pair, tradeId, exchangeOrderId }, entries });
}

/** The wallet has that much more, or, negative, less than all that is booked: it came or went by no order of ours, or by rounding. */
export const noteWallet = (books: Books, { isRounding = false, ...money }: Money & { readonly isRounding?: boolean }): Booked =>
  post(books, {
    cause: isRounding ? 'rounding' : 'wallet',
    entries: between(isRounding ? 'rounding' : 'deposit', 'outside', 'rest', money),
  });

/** @throws {DomainError} `ledgerClosed` */
export function freeze(ledger: VirtualLedger, isFrozen: boolean): VirtualLedger {
  requireOpen(ledger);
  return { ...ledger, isFrozen };
}

/** @throws {DomainError} `ledgerNotEmpty`, `ledgerClosed` */
export function close(ledger: VirtualLedger): VirtualLedger {
  requireOpen(ledger);
  const isEmpty = Object.keys(ledger.holds).length === 0 && Object.values(ledger.balances).every((amount) => compare(amount, '0') === 0);
  if (!isEmpty) throw new BotsError('ledgerNotEmpty');
  return { ...ledger, isClosed: true };
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
  for (const fill of fills) booked = then(booked, (now) => draw(now, id, fill));
  const ended = orders.filter((order) => isOver(order, ledgerOf(booked.books, id).holds[order.clientOrderId]));
  booked = then(booked, (now) => change(now, id, Object.fromEntries(ended.map(({ clientOrderId }) => [clientOrderId, null]))));
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
    const because = state !== 'pending' ? null : ledger.holds[clientOrderId] ? whyNothing(ledger) : 'withdrawn';
    if (because !== null) refused.push({ clientOrderId, because });
  }
  booked = then(booked, (now) => change(now, id, begun));
  return { ...booked, refused };
}

/** Whether a step only tells of orders for which something is held, and that go on: its virtual account stays as it is. */
export const leavesAlone = (
  { orders = [], fills = [] }: Pick<BotStep, 'orders' | 'fills'>,
  { holds }: Pick<VirtualLedger, 'holds'>,
): boolean =>
  fills.length === 0 &&
  orders.every(({ clientOrderId, state }) => state !== 'pending' && !isEnded(state) && holds[clientOrderId] !== undefined);

interface Money {
  readonly currency: Currency;
  readonly amount: Decimal;
}

interface FromTo {
  readonly from: string;
  readonly to: string;
}

type Trade = Pick<Fill, 'side' | 'amount' | 'notional' | 'fee' | 'feeCurrency'>;

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

const withReserve = (sums: Balances, hold: Hold): Balances => {
  const { currency, amount } = reserveOf(hold);
  return addedTo(sums, currency, amount);
};

/** It has ended, and all its trades are booked: of one that filled further than it was large, all that it held for. */
function isOver({ state, amount, reportedFilled }: Pick<BotOrder, 'state' | 'amount' | 'reportedFilled'>, left: Hold | undefined): boolean {
  if (left === undefined || !isEnded(state)) return false;
  return compare(subtract(amount, left.amount), lesser(amount, reportedFilled)) >= 0;
}

/** Nothing new may be sent, whatever it is. */
function whyNothing(ledger: VirtualLedger): RefusedOrder['because'] | null {
  const state = ledgerStateOf(ledger);
  if (state === 'active') return null;
  return state === 'frozen' ? 'ledgerFrozen' : state === 'closed' ? 'ledgerClosed' : 'ledgerOverdrawn';
}

function whyNot(ledger: VirtualLedger, order: Hold): RefusedOrder['because'] | null {
  const { currency, amount } = reserveOf(order);
  return whyNothing(ledger) ?? (compare(freeOf(ledger)[currency] ?? '0', amount) < 0 ? 'ledgerLacksFunds' : null);
}

function requireOpen({ isClosed }: Pick<VirtualLedger, 'isClosed'>): void {
  if (isClosed) throw new BotsError('ledgerClosed');
}

/** Money may go out, and so much of it is free. */
function requireFree(ledger: VirtualLedger, { currency, amount }: Money): void {
  const state = ledgerStateOf(ledger);
  if (state === 'closed') throw new BotsError('ledgerClosed');
  if (state === 'overdrawn') throw new BotsError('ledgerOverdrawn');
  if (state === 'frozen') throw new BotsError('ledgerFrozen');
  const free = freeOf(ledger)[currency] ?? '0';
  if (compare(free, amount) < 0) throw new BotsError('ledgerLacksFunds', { currency, needed: amount, free });
}

function requireRest({ rest }: Books, { currency, amount }: Money): void {
  const free = rest[currency] ?? '0';
  if (compare(free, amount) < 0) throw new BotsError('restLacksFunds', { currency, needed: amount, free });
}

/** What is owed in a coin is that much more, or, negative, less. */
function owedAfter(owed: Balances, currency: Currency, amount: Decimal): Balances {
  const { [currency]: debt = '0', ...others } = owed;
  const left = add(debt, amount);
  return compare(left, '0') > 0 ? { ...others, [currency]: left } : others;
}

const lesser = (one: Decimal, other: Decimal): Decimal => (compare(one, other) < 0 ? one : other);

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

function withHolds(ledger: VirtualLedger, changes: Readonly<Record<string, Hold | null>>): VirtualLedger {
  if (Object.keys(changes).length === 0) return ledger;
  const entries = Object.entries({ ...ledger.holds, ...changes }).filter((entry): entry is [string, Hold] => entry[1] !== null);
  return { ...ledger, holds: Object.fromEntries(entries) };
}

/** Takes a movement into the balances. What an order holds stays with its virtual account. */
function post(books: Books, movement: Movement): Booked {
  const entries = movement.entries.filter(({ amount }) => compare(amount, '0') !== 0);
  let { rest, ledgers } = books;
  for (const { kind, account, currency, amount } of entries) {
    if (account === 'outside') continue;
    if (account === 'rest') {
      rest = addedTo(rest, currency, amount);
      continue;
    }
    const [id = ''] = account.split('.');
    const ledger = ledgerOf({ ledgers }, id);
    const owed = kind === 'repayment' ? owedAfter(ledger.owed, currency, amount) : ledger.owed;
    ledgers = { ...ledgers, [id]: { ...ledger, balances: addedTo(ledger.balances, currency, amount), owed } };
  }
  return { books: { rest, ledgers }, movements: entries.length === 0 ? [] : [{ ...movement, entries }] };
}

function then(before: Booked, next: (books: Books) => Booked): Booked {
  const { books, movements } = next(before.books);
  return { books, movements: [...before.movements, ...movements] };
}

const withLedger = (books: Books, ledger: VirtualLedger): Books => ({ ...books, ledgers: { ...books.ledgers, [ledger.id]: ledger } });

function ledgerOf({ ledgers }: Pick<Books, 'ledgers'>, id: string): VirtualLedger {
  const ledger = ledgers[id];
  if (!ledger) throw new Error(`no virtual account ${id} among the books`);
  return ledger;
}
