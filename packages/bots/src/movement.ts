/**
 * Money on an exchange account, in double entry. Its accounts are the sub-accounts, by id, the rest, which nobody owns,
 * and everything outside. What holds for every movement:
 *
 * 1. Its entries add up to nothing in each currency: what one account gets others give.
 * 2. It has a cause, and never changes.
 * 3. What the movements of a step give to a bot's sub-account is what its balances change by in that step.
 */
import { type Balances, type Currency, type Decimal, type Fill, isZero, negate, parsePair, subtract } from '@tenbin/market';
import { hasShare } from './bot-phase.ts';
import type { Adjustment, BotStep } from './bot-step.ts';
import { addedTo } from './ledger.ts';

/**
 * - `outside`: the other side of trades, whoever takes fees;
 * - `rest`: what of the wallet nobody owns;
 * - else a sub-account's id; of a virtual account that is what is free, beside what each order holds, see `heldAccount`.
 */
export type LedgerAccount = 'outside' | 'rest' | (string & {});

/** `repayment`: a transfer by which a virtual account pays what it owes the rest. */
export const entryKinds = ['trade', 'fee', 'rounding', 'deposit', 'transfer', 'repayment', 'hold'] as const;
export type EntryKind = (typeof entryKinds)[number];

export interface Entry {
  readonly kind: EntryKind;
  readonly account: LedgerAccount;
  readonly currency: Currency;
  /** What the account gets; negative: gives. */
  readonly amount: Decimal;
}

/**
 * - `fill`: one trade of ours, with its fee;
 * - `rounding`: what the exchange keeps in fewer digits than its figures tell;
 * - `othersFees`: another bot's fee was paid out of this one's money;
 * - `share`: the bot took its share of the wallet, gave it back, or found it changed.
 *
 * Of virtual accounts besides, see `virtual-books.ts`:
 *
 * - `orders`: orders hold what they may spend, or release what is left of it;
 * - `give`, `transfer`: an operator moved money from or to the rest, or between two of them;
 * - `reversal`: an operator took one of these back;
 * - `wallet`: money came to the wallet, or left it, by no order of ours;
 * - `strayFill`: a trade of an order that is none of ours.
 */
export const movementCauses = [
  'fill',
  'rounding',
  'othersFees',
  'share',
  'orders',
  'give',
  'transfer',
  'reversal',
  'wallet',
  'strayFill',
] as const;
export type MovementCause = (typeof movementCauses)[number];

export interface Movement {
  readonly cause: MovementCause;
  /** Of a fill only. */
  readonly fill?: Pick<Fill, 'pair' | 'tradeId' | 'exchangeOrderId'>;
  readonly entries: readonly Entry[];
}

/** What a bot's sub-account holds after a step: nothing of the wallet is its own but while it has a share. */
export function heldAfter(before: Balances, { phase, ledger }: Pick<BotStep, 'phase' | 'ledger'>): Balances {
  const isHeld = phase ? hasShare(phase) : Object.keys(before).length > 0;
  return isHeld ? (ledger?.balances ?? before) : {};
}

/** The movements of a step: from what its sub-account held before to {@link heldAfter}. */
export function movementsOf(
  subAccountId: string,
  before: Balances,
  step: Pick<BotStep, 'phase' | 'ledger' | 'fills' | 'adjustments'>,
): readonly Movement[] {
  const after = heldAfter(before, step);
  const explained = [
    ...(step.fills ?? []).map((fill) => movementOfFill(subAccountId, fill, { ...before, ...after })),
    ...(step.adjustments ?? []).map((adjustment) => movementOfAdjustment(subAccountId, adjustment)),
  ];
  const moved = explained.reduce((sums, { entries }) => givenTo(subAccountId, entries, sums), before);
  const left = Object.keys({ ...moved, ...after }).flatMap((currency) => {
    const amount = subtract(after[currency] ?? '0', moved[currency] ?? '0');
    return amount === '0' ? [] : between('transfer', 'rest', subAccountId, { currency, amount });
  });
  return left.length === 0 ? explained : [...explained, { cause: 'share', entries: left }];
}

/** Sums by currency, with what entries give to an account. */
export const givenTo = (account: LedgerAccount, entries: readonly Entry[], sums: Balances = {}): Balances =>
  entries.reduce((sum, entry) => (entry.account === account ? addedTo(sum, entry.currency, entry.amount) : sum), sums);

/** A fee in a coin that the sub-account does not hold comes out of the rest. */
function movementOfFill(subAccountId: string, fill: Fill, held: Balances): Movement {
  const { pair, side, amount, notional, fee, feeCurrency, tradeId, exchangeOrderId } = fill;
  const { base, counter } = parsePair(pair);
  const [got, gave] = side === 'buy' ? [amount, notional] : [negate(amount), negate(notional)];
  const payer = held[feeCurrency] !== undefined || feeCurrency === base || feeCurrency === counter ? subAccountId : 'rest';
  return {
    cause: 'fill',
    fill: { pair, tradeId, exchangeOrderId },
    entries: [
      ...between('trade', 'outside', subAccountId, { currency: base, amount: got }),
      ...between('trade', subAccountId, 'outside', { currency: counter, amount: gave }),
      ...(isZero(fee) ? [] : between('fee', payer, 'outside', { currency: feeCurrency, amount: fee })),
    ],
  };
}

const movementOfAdjustment = (subAccountId: string, { cause, currency, amount }: Adjustment): Movement => ({
  cause,
  entries:
    cause === 'rounding'
      ? between('rounding', 'outside', subAccountId, { currency, amount })
      : between('transfer', 'rest', subAccountId, { currency, amount }),
});

/** One gives what the other gets. */
export const between = (
  kind: EntryKind,
  from: LedgerAccount,
  to: LedgerAccount,
  { currency, amount }: { readonly currency: Currency; readonly amount: Decimal },
): Entry[] => [
  { kind, account: from, currency, amount: negate(amount) },
  { kind, account: to, currency, amount },
];
