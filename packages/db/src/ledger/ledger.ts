import type { Movement } from '@tenbin/bots';
import type { Balances } from '@tenbin/market';

/** A part of an exchange account's wallet, and whose it is. */
export interface SubAccount {
  readonly id: string;
  readonly exchangeAccountId: string;
  /** Null: the platform's own. */
  readonly userId: string | null;
  /** The sum of its movements; empty while nothing of the wallet is its own. */
  readonly balances: Balances;
  readonly createdAt: Date;
}

export interface StoredMovement extends Movement {
  readonly subAccountId: string;
  /** The order of booking. */
  readonly number: number;
  readonly at: Date;
}

/** The sub-ledgers of an organization's exchange accounts. They are written with the steps of bots. */
export interface SubLedgers {
  /** All of one exchange account; what of its wallet is none of theirs is the rest. Oldest first. */
  listOfAccount(exchangeAccountId: string): Promise<SubAccount[]>;
  /** Of one sub-account's owner, newest first. */
  listMovements(subAccountId: string, page: { readonly offset: number; readonly limit: number }): Promise<StoredMovement[]>;
  /** What all movements on the exchange account add up to, by account of the ledger: sub-accounts, `rest` and `outside`. */
  addUp(exchangeAccountId: string): Promise<ReadonlyMap<string, Balances>>;
  /** Stores what a sub-account's movements add up to, where something else was stored. No movement comes of it. */
  correct(subAccountId: string, balances: Balances): Promise<void>;
}
