import type { Sealed } from '../seal/sealed.ts';
import type { Vault } from '../seal/vault.ts';

/** A user's login at an exchange: one API key. Its secrets stay sealed. */
export interface ExchangeAccount {
  readonly id: string;
  readonly userId: string;
  readonly exchangeId: string;
  /** The credentials as JSON {@link SealedCredentials}, sealed for {@link exchangeAccountIdentity}. */
  readonly sealed: Sealed;
  /** Keyed hash of exchange and API key: the same key is the same account. */
  readonly keyFingerprint: string;
  readonly keyLastFour: string;
  readonly hasPassphrase: boolean;
  /** Grows whenever a worker claims it; writes under an older one are refused. */
  readonly epoch: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What the seal of an exchange account holds. */
export interface SealedCredentials {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string | null;
}

export interface NewExchangeAccount {
  /** Made by the caller (`newId()`), since the seal is bound to it. */
  readonly id: string;
  readonly userId: string;
  readonly exchangeId: string;
  readonly sealed: Sealed;
  readonly keyFingerprint: string;
  readonly keyLastFour: string;
  readonly hasPassphrase: boolean;
}

export interface ExchangeAccounts {
  find(id: string): Promise<ExchangeAccount | null>;
  /** @throws {DomainError} `exchangeAccountNotFound` */
  require(id: string): Promise<ExchangeAccount>;
  /** Those of these that are there, in any order. */
  list(ids: readonly string[]): Promise<ExchangeAccount[]>;
  findByFingerprint(exchangeId: string, keyFingerprint: string): Promise<ExchangeAccount | null>;
  /** Oldest first. */
  listOfUser(userId: string): Promise<ExchangeAccount[]>;
  /** @throws {DomainError} `apiKeyInUse` when the organization already has an account with this key */
  create(account: NewExchangeAccount): Promise<ExchangeAccount>;
  /** When its key's rights are looked at again. */
  setRightsDue(id: string, at: Date): Promise<void>;
  /** New secrets in the place of the old. @throws {DomainError} `exchangeAccountNotFound`, `apiKeyInUse` */
  replaceSeal(
    id: string,
    changes: Pick<NewExchangeAccount, 'sealed' | 'keyFingerprint' | 'keyLastFour' | 'hasPassphrase'>,
  ): Promise<ExchangeAccount>;
}

/** What the seal of an exchange account is bound to: a seal moved to another row does not open. */
export function exchangeAccountIdentity(organizationId: string, accountId: string): string {
  return `exchange-account/${organizationId}/${accountId}`;
}

/** The same key on the same exchange has the same fingerprint. */
export function keyFingerprint(vault: Pick<Vault, 'fingerprint'>, exchangeId: string, apiKey: string): string {
  return vault.fingerprint(`${exchangeId}/${apiKey}`);
}
