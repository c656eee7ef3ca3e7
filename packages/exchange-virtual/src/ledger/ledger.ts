import { type Currency, DomainError } from '@tenbin/market';
import type { Units } from './units.ts';

export type AccountId = string;

/** The venue's own accounts: its liquidity, and what it earned in fees. */
export const houseAccount: AccountId = 'house';
export const feeAccount: AccountId = 'fees';

export interface Holding {
  free: Units;
  locked: Units;
}

/**
 * Who has how much of what, free and locked.
 *
 * Invariant: the sum over all accounts of a currency, free and locked, is what was deposited minus what was withdrawn.
 * Only the house may go below zero (it lends the market its liquidity); nobody's locked amount may.
 */
export class Ledger {
  #holdings = new Map<AccountId, Map<Currency, Holding>>();
  #supply = new Map<Currency, Units>();

  /** What an account has; zero where it never had any. */
  holding(account: AccountId, currency: Currency): Readonly<Holding> {
    return this.#holdings.get(account)?.get(currency) ?? { free: 0n, locked: 0n };
  }

  /** Every currency the account ever had. */
  holdings(account: AccountId): ReadonlyMap<Currency, Readonly<Holding>> {
    return this.#holdings.get(account) ?? new Map();
  }

  accounts(): Iterable<AccountId> {
    return this.#holdings.keys();
  }

  /** What was ever brought in, minus what was taken out. */
  supply(): ReadonlyMap<Currency, Units> {
    return this.#supply;
  }

  /**
   * Money from outside, or (negative) to outside.
   *
   * @throws {DomainError} `insufficientFunds`
   */
  deposit(account: AccountId, currency: Currency, amount: Units): void {
    this.#credit(account, currency, amount);
    this.#supply.set(currency, (this.#supply.get(currency) ?? 0n) + amount);
  }

  /** @throws {DomainError} `insufficientFunds` */
  lock(account: AccountId, currency: Currency, amount: Units): void {
    this.#credit(account, currency, -amount);
    this.#own(account, currency).locked += amount;
  }

  unlock(account: AccountId, currency: Currency, amount: Units): void {
    this.#takeLocked(account, currency, amount);
    this.#credit(account, currency, amount);
  }

  /** From what is locked (an order's money), or from what is free (the house's), to somebody's free money. */
  pay(from: AccountId, to: AccountId, currency: Currency, { amount, locked }: { amount: Units; locked: boolean }): void {
    if (locked) this.#takeLocked(from, currency, amount);
    else this.#credit(from, currency, -amount);
    this.#credit(to, currency, amount);
  }

  /** Puts back what a snapshot says. */
  restore(account: AccountId, currency: Currency, holding: Holding): void {
    const own = this.#own(account, currency);
    this.#supply.set(currency, (this.#supply.get(currency) ?? 0n) + holding.free + holding.locked - own.free - own.locked);
    own.free = holding.free;
    own.locked = holding.locked;
  }

  #credit(account: AccountId, currency: Currency, amount: Units): void {
    const own = this.#own(account, currency);
    if (amount < 0n && own.free + amount < 0n && account !== houseAccount) {
      throw new DomainError('insufficientFunds', { currency });
    }
    own.free += amount;
  }

  #takeLocked(account: AccountId, currency: Currency, amount: Units): void {
    const own = this.#own(account, currency);
    if (own.locked < amount) throw new Error(`ledger: ${account} has less ${currency} locked than an order of it holds`);
    own.locked -= amount;
  }

  #own(account: AccountId, currency: Currency): Holding {
    const holdings = this.#holdings.get(account) ?? new Map<Currency, Holding>();
    this.#holdings.set(account, holdings);
    const own = holdings.get(currency) ?? { free: 0n, locked: 0n };
    holdings.set(currency, own);
    return own;
  }
}
