import { heldAccount, type LedgerAccount } from '@tenbin/bots';
import type { VirtualMovement } from '@tenbin/db';
import { add, addBalances, type Balances, type Currency, compare, type Decimal, negate, sum } from '@tenbin/market';

/** What movements lead to, one by one. */
export interface Replayed {
  /** By account of the ledger: what is free, what each order holds, `rest` and `outside`. Nothing is left out for being zero. */
  readonly balances: ReadonlyMap<LedgerAccount, Balances>;
  /** By virtual account. */
  readonly owed: ReadonlyMap<string, Balances>;
  /** When virtual accounts came below zero and stayed there for longer than a step. */
  readonly overdrawn: ReadonlyMap<string, Date>;
  /** When orders came to hold money. */
  readonly heldAt: ReadonlyMap<string, Date>;
  readonly wrong: readonly string[];
}

/** These happened: they are booked whatever is there. */
const factsForRest = new Set(['wallet', 'rounding', 'fill', 'strayFill']);

/**
 * Books movements again. Each adds up to nothing; nothing comes below zero but by what happened; nothing new is held by a
 * virtual account that is below zero; and a fee comes out of the rest where its virtual account has less of the coin, and
 * there alone.
 *
 * @param ids - of the virtual accounts
 */
export function replayLedgers(movements: readonly VirtualMovement[], ids: readonly string[]): Replayed {
  const replay = new Replay(ids);
  for (const [index, movement] of movements.entries()) {
    replay.book(movement);
    const next = movements[index + 1];
    // What a step does is stored at one moment.
    if (next?.at.getTime() !== movement.at.getTime() || next.subAccountId !== movement.subAccountId) replay.noteOverdrawn(movement);
  }
  return replay;
}

class Replay implements Replayed {
  readonly balances = new Map<LedgerAccount, Record<Currency, Decimal>>();
  readonly owed = new Map<string, Balances>();
  readonly overdrawn = new Map<string, Date>();
  readonly heldAt = new Map<string, Date>();
  readonly wrong: string[] = [];
  readonly #ids: ReadonlySet<string>;

  constructor(ids: readonly string[]) {
    this.#ids = new Set(ids);
  }

  book(movement: VirtualMovement): void {
    const { entries, number, cause } = movement;
    for (const [currency, amounts] of Object.entries(Object.groupBy(entries, (entry) => entry.currency)))
      if (compare(sum((amounts ?? []).map(({ amount }) => amount)), '0') !== 0)
        this.wrong.push(`movement ${number} (${cause}) does not add up in ${currency}`);
    if (cause === 'fill') this.#checkPayer(movement);
    const heldBefore = new Set(this.heldAt.keys());
    this.#checkHolds(movement);
    for (const { account, currency, amount } of totalsOf(entries)) {
      const before = this.#amount(account, currency);
      const after = add(before, amount);
      this.balances.set(account, { ...this.balances.get(account), [currency]: after });
      if (compare(after, '0') < 0 && compare(after, before) < 0 && !this.#isFact(movement, account, heldBefore))
        this.wrong.push(`movement ${number} (${cause}) took ${currency} of ${account} below zero: ${after}`);
    }
    for (const id of this.#ids) this.#noteOwed(movement, id);
  }

  noteOverdrawn({ subAccountId, at }: VirtualMovement): void {
    if (this.#ids.has(subAccountId) && this.#isOverdrawn(subAccountId) && !this.overdrawn.has(subAccountId))
      this.overdrawn.set(subAccountId, at);
  }

  #amount(account: LedgerAccount, currency: Currency): Decimal {
    return this.balances.get(account)?.[currency] ?? '0';
  }

  #isOverdrawn = (id: string): boolean => Object.values(this.balances.get(id) ?? {}).some((amount) => compare(amount, '0') < 0);

  /** An order that turned out to be there after all holds again what it may spend. */
  #isFact({ cause, entries }: VirtualMovement, account: LedgerAccount, heldBefore: ReadonlySet<string>): boolean {
    if (account === 'outside') return true;
    if (account === 'rest') return factsForRest.has(cause);
    if (!this.#ids.has(account)) return false;
    const held = heldIn(entries);
    return cause === 'fill' || (cause === 'orders' && held.length > 0 && held.every((one) => heldBefore.has(one)));
  }

  #checkHolds({ entries, number, cause, at }: VirtualMovement): void {
    if (cause !== 'orders') return;
    for (const held of heldIn(entries)) {
      const [id = ''] = held.split('.');
      if (!this.heldAt.has(held) && this.#isOverdrawn(id)) this.wrong.push(`movement ${number} holds for ${held}, which is below zero`);
      if (!this.heldAt.has(held)) this.heldAt.set(held, at);
    }
  }

  #checkPayer({ entries, number, subAccountId }: VirtualMovement): void {
    const [paid] = entries.filter(({ kind, account }) => kind === 'fee' && account !== 'outside');
    if (!paid) return;
    const others = entries.filter(
      ({ kind, account, currency }) => kind !== 'fee' && account === subAccountId && currency === paid.currency,
    );
    const free = others.reduce((total, { amount }) => add(total, amount), this.#amount(subAccountId, paid.currency));
    const payer = compare(free, negate(paid.amount)) >= 0 ? subAccountId : 'rest';
    if (paid.account !== payer) this.wrong.push(`the fee of movement ${number} came from ${paid.account}, not from ${payer}`);
  }

  /** What the rest pays in a trade of a virtual account is owed; what that gives back pays it. */
  #noteOwed({ entries, cause, subAccountId }: VirtualMovement, id: string): void {
    for (const { kind, account, currency, amount } of entries) {
      const isPaidForIt = cause === 'fill' && subAccountId === id && account === 'rest' && (kind === 'fee' || kind === 'rounding');
      const isRepaid = kind === 'repayment' && account === id;
      if (!isPaidForIt && !isRepaid) continue;
      const owed = add(this.owed.get(id)?.[currency] ?? '0', isPaidForIt ? negate(amount) : amount);
      this.owed.set(id, { ...this.owed.get(id), [currency]: compare(owed, '0') > 0 ? owed : '0' });
    }
  }
}

/** The orders, as accounts of the ledger, that come to hold more. */
const heldIn = (entries: VirtualMovement['entries']): LedgerAccount[] =>
  entries.flatMap(({ kind, account, amount }) => (kind === 'hold' && isHeld(account) && compare(amount, '0') > 0 ? [account] : []));

const isHeld = (account: LedgerAccount): boolean => account.startsWith(heldAccount(account.split('.', 1)[0] ?? '', ''));

function totalsOf(entries: VirtualMovement['entries']): { account: LedgerAccount; currency: Currency; amount: Decimal }[] {
  const totals = new Map<LedgerAccount, Balances>();
  for (const { account, currency, amount } of entries) totals.set(account, addBalances(totals.get(account) ?? {}, { [currency]: amount }));
  return [...totals].flatMap(([account, sums]) => Object.entries(sums).map(([currency, amount]) => ({ account, currency, amount })));
}
