import type { Exchange } from '../exchanges/exchanges.ts';
import type { Sealed } from '../seal/sealed.ts';
import type { Vault } from '../seal/vault.ts';

/** A user's login at an exchange: one API key. Its secrets stay sealed. */
export interface ExchangeAccount {
  readonly id: string;
  /** Null: the platform's own. */
  readonly userId: string | null;
  readonly exchangeId: string;
  /** The credentials, see `sealCredentials`; or {@link erasedSeal}. */
  readonly sealed: Sealed;
  /** When its user took the key back: only what is still being stopped uses it, then it is erased. Null: it is good for all. */
  readonly withdrawnAt: Date | null;
  /** Keyed hash of exchange and API key: the same key is the same account. */
  readonly keyFingerprint: string;
  /** Empty where the key was withdrawn. */
  readonly keyLastFour: string;
  readonly hasPassphrase: boolean;
  /** Whose account it is at the exchange, see {@link exchangeUserOf}; null where that is not known. */
  readonly exchangeUser: string | null;
  /** Grows whenever a worker claims it; writes under an older one are refused. */
  readonly epoch: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewExchangeAccount {
  /** Made by the caller (`newId()` of the organization), since the seal is bound to it. */
  readonly id: string;
  /** Null: the platform's own. */
  readonly userId: string | null;
  readonly exchangeId: string;
  readonly sealed: Sealed;
  readonly keyFingerprint: string;
  readonly keyLastFour: string;
  readonly hasPassphrase: boolean;
  readonly exchangeUser?: string | null;
}

export interface ExchangeAccounts {
  find(id: string): Promise<ExchangeAccount | null>;
  /** @throws {DomainError} `exchangeAccountNotFound` */
  require(id: string): Promise<ExchangeAccount>;
  /** Those of these that are there, in any order. */
  list(ids: readonly string[]): Promise<ExchangeAccount[]>;
  findByFingerprint(exchangeId: string, keyFingerprint: string): Promise<ExchangeAccount | null>;
  findByExchangeUser(exchangeUser: string): Promise<ExchangeAccount | null>;
  /** Oldest first. */
  /** The platform's own on an exchange. */
  findOfPlatform(exchangeId: string): Promise<ExchangeAccount | null>;
  listOfUser(userId: string): Promise<ExchangeAccount[]>;
  /**
   * @throws {DomainError} `apiKeyInUse` when the organization already has an account with this key;
   *   `exchangeAccountInUse` when anybody has one of the same account at the exchange
   */
  create(account: NewExchangeAccount): Promise<ExchangeAccount>;
  /** When its key's rights are looked at again. @param seen - `keyEndsAt`: what the exchange told of that; null: that it does not end */
  setRightsDue(id: string, at: Date, seen?: { readonly keyEndsAt?: Date | null | undefined }): Promise<void>;
  /** Whose it is, found out later. @throws {DomainError} `exchangeAccountInUse` */
  setExchangeUser(id: string, exchangeUser: string): Promise<void>;
  /**
   * Takes the keys of a user back: bots can be stopped with them, not started. A start that is under way is waited for,
   * so look at their bots, or ask them to stop, in the same transaction after this.
   *
   * @param only - `accountId`: of this account; all where it is not given
   * @returns how many there were
   */
  withdrawKeys(userId: string, at: Date, only?: { readonly accountId?: string }): Promise<number>;
  /** Deletes what is known of a user's accounts, whose bots were deleted: another may connect them. */
  forget(userId: string, at: Date): Promise<void>;
  /** Erases what is withdrawn and not needed to stop a bot any more. @returns how many */
  eraseWithdrawn(): Promise<number>;
  /**
   * New secrets in the place of the old.
   *
   * @throws {DomainError} `exchangeAccountNotFound`, `apiKeyInUse`, `exchangeAccountInUse`
   */
  replaceSeal(
    id: string,
    changes: Pick<NewExchangeAccount, 'sealed' | 'keyFingerprint' | 'keyLastFour' | 'hasPassphrase' | 'exchangeUser'>,
  ): Promise<ExchangeAccount>;
}

/** What the seal of an exchange account is bound to: a seal moved to another row does not open. */
export function exchangeAccountIdentity(organizationId: string, accountId: string): string {
  return `exchange-account/${organizationId}/${accountId}`;
}

/** What tells the accounts of all exchanges apart, whatever key they are reached with and whatever row leads to the exchange. */
export function exchangeUserOf({ ccxtId, baseUrl }: Pick<Exchange, 'ccxtId' | 'baseUrl'>, accountId: string): string {
  return [ccxtId, ...(baseUrl === null ? [] : [baseUrl]), accountId].join(' ');
}

/** Whose accounts are whose, over all organizations. */
export interface ExchangeUsers {
  /**
   * Lets go of an account at an exchange that nobody's bot uses any more, so that somebody may enter it.
   *
   * @param before - entered later than that, a bot may be about to come
   */
  release(exchangeUser: string, options: { readonly before: Date }): Promise<void>;
  /** As `ExchangeAccounts.eraseWithdrawn`, of all organizations. */
  eraseWithdrawn(): Promise<number>;
}

/** The same key on the same exchange has the same fingerprint. */
export function keyFingerprint(vault: Pick<Vault, 'fingerprint'>, exchangeId: string, apiKey: string): string {
  return vault.fingerprint(`${exchangeId}/${apiKey}`);
}
