/** What people, and the wallet, do to virtual accounts: money comes, goes, and is moved between them. */
import { add, type Currency, compare, type Decimal, type Fill, isZero, negate, parsePair, roundDecimal } from '@tenbin/market';
import { BotsError } from './bots-error.ts';
import { between, type Movement, type MovementCause } from './movement.ts';
import {
  type Booked,
  type Books,
  freeOf,
  ledgerOf,
  lesser,
  type Money,
  post,
  requireFree,
  type Trade,
  type VirtualLedger,
} from './virtual-books.ts';

/** What was moved by somebody can be taken back; what happened cannot. */
const reversible: ReadonlySet<MovementCause> = new Set(['give', 'transfer']);

/** Whether it is of a kind that can be taken back; once, which the database sees to. */
export const isReversible = ({ cause }: Pick<Movement, 'cause'>): boolean => reversible.has(cause);

/** No exchange keeps money finer: it is the unit of ether. */
const maxDecimals = 18;

/**
 * Moves money from the rest to a virtual account, or, with a negative amount, back: what comes back pays first what is owed.
 *
 * @throws {DomainError} `amountZero`, `amountTooFine`, `restLacksFunds`, `ledgerLacksFunds`, `ledgerFrozen`, `ledgerOverdrawn`, `ledgerClosed`
 */
export function give(books: Books, id: string, { currency, amount }: Money): Booked {
  requireAmount(amount);
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
 * @throws {DomainError} `amountZero`, `amountTooFine`, `nothingToTransfer`, `ledgerLacksFunds`, `ledgerFrozen`, `ledgerOverdrawn`, `ledgerClosed`, `sameLedger`
 */
export function transfer(
  books: Books,
  { from, to }: FromTo,
  { currency, amount: asked }: { readonly currency: Currency; readonly amount: Decimal | 'all' },
): Booked {
  if (from === to) throw new BotsError('sameLedger');
  if (asked !== 'all') requireAmount(asked);
  const giver = ledgerOf(books, from);
  requireOpen(ledgerOf(books, to));
  const free = freeOf(giver)[currency] ?? '0';
  const amount = asked === 'all' ? free : asked;
  requireFree(giver, { currency, amount });
  if (compare(amount, '0') <= 0) throw new BotsError('nothingToTransfer', { currency });
  return post(books, { cause: 'transfer', entries: between('transfer', from, to, { currency, amount }) });
}

/**
 * Takes back what was moved by somebody; what was owed before is owed again.
 *
 * @throws {DomainError} `movementNotReversible`, `restLacksFunds`, and as {@link give}
 */
export function reverse(books: Books, { cause, entries }: Pick<Movement, 'cause' | 'entries'>): Booked {
  if (!isReversible({ cause })) throw new BotsError('movementNotReversible');
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

/** What is open, and what is left, on a virtual account that shall be closed. */
export interface Remains extends Pick<VirtualLedger, 'balances'> {
  /** Orders that hold something. */
  readonly orders: number;
}

/** Why a virtual account that is not closed yet may not be; null: it may. */
export const whyNotClose = ({ balances, orders }: Remains): 'ledgerNotEmpty' | null =>
  orders === 0 && Object.values(balances).every(isZero) ? null : 'ledgerNotEmpty';

/** @throws {DomainError} `ledgerNotEmpty`, `ledgerClosed` */
export function close(ledger: VirtualLedger): VirtualLedger {
  requireOpen(ledger);
  const { balances, holds } = ledger;
  const because = whyNotClose({ balances, orders: Object.keys(holds).length });
  if (because !== null) throw new BotsError(because);
  return { ...ledger, isClosed: true };
}

interface FromTo {
  readonly from: string;
  readonly to: string;
}

function requireAmount(amount: Decimal): void {
  if (isZero(amount)) throw new BotsError('amountZero');
  if (compare(roundDecimal(amount, maxDecimals), amount) !== 0) throw new BotsError('amountTooFine', { most: maxDecimals });
}

function requireOpen({ isClosed }: Pick<VirtualLedger, 'isClosed'>): void {
  if (isClosed) throw new BotsError('ledgerClosed');
}

function requireRest({ rest }: Books, { currency, amount }: Money): void {
  const free = rest[currency] ?? '0';
  if (compare(free, amount) < 0) throw new BotsError('restLacksFunds', { currency, needed: amount, free });
}
