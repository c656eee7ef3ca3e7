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
import { add, type Balances, type Currency, compare, type Decimal, type Fill, reserveOf, subtract } from '@tenbin/market';
import type { BotOrder } from './bot-order.ts';
import { BotsError } from './bots-error.ts';
import { addedTo } from './ledger.ts';
import type { LedgerAccount, Movement } from './movement.ts';

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

export interface Money {
  readonly currency: Currency;
  readonly amount: Decimal;
}

export type Trade = Pick<Fill, 'side' | 'amount' | 'notional' | 'fee' | 'feeCurrency'>;

const withReserve = (sums: Balances, hold: Hold): Balances => {
  const { currency, amount } = reserveOf(hold);
  return addedTo(sums, currency, amount);
};

/** Why nothing may go out of a virtual account, nothing new be sent and no bot be started on it, whatever it has; null: they may. */
export function whyNothing(state: LedgerState): 'ledgerFrozen' | 'ledgerOverdrawn' | 'ledgerClosed' | null {
  switch (state) {
    case 'active':
      return null;
    case 'frozen':
      return 'ledgerFrozen';
    case 'overdrawn':
      return 'ledgerOverdrawn';
    case 'closed':
      return 'ledgerClosed';
    default:
      return state satisfies never;
  }
}

/** Money may go out, and so much of it is free. */
export function requireFree(ledger: VirtualLedger, { currency, amount }: Money): void {
  const because = whyNothing(ledgerStateOf(ledger));
  if (because !== null) throw new BotsError(because);
  const free = freeOf(ledger)[currency] ?? '0';
  if (compare(free, amount) < 0) throw new BotsError('ledgerLacksFunds', { currency, needed: amount, free });
}

/** What is owed in a coin is that much more, or, negative, less. */
export function owedAfter(owed: Balances, currency: Currency, amount: Decimal): Balances {
  const { [currency]: debt = '0', ...others } = owed;
  const left = add(debt, amount);
  return compare(left, '0') > 0 ? { ...others, [currency]: left } : others;
}

export const lesser = (one: Decimal, other: Decimal): Decimal => (compare(one, other) < 0 ? one : other);

export function withHolds(ledger: VirtualLedger, changes: Readonly<Record<string, Hold | null>>): VirtualLedger {
  if (Object.keys(changes).length === 0) return ledger;
  const entries = Object.entries({ ...ledger.holds, ...changes }).filter((entry): entry is [string, Hold] => entry[1] !== null);
  return { ...ledger, holds: Object.fromEntries(entries) };
}

/** Takes a movement into the balances. What an order holds stays with its virtual account. */
export function post(books: Books, movement: Movement): Booked {
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

export function followedBy(before: Booked, next: (books: Books) => Booked): Booked {
  const { books, movements } = next(before.books);
  return { books, movements: [...before.movements, ...movements] };
}

export const withLedger = (books: Books, ledger: VirtualLedger): Books => ({
  ...books,
  ledgers: { ...books.ledgers, [ledger.id]: ledger },
});

export function ledgerOf({ ledgers }: Pick<Books, 'ledgers'>, id: string): VirtualLedger {
  const ledger = ledgers[id];
  if (!ledger) throw new Error(`no virtual account ${id} among the books`);
  return ledger;
}
