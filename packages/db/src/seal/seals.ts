import type { Sealed } from './sealed.ts';

/** A seal, and what it is bound to. */
export interface SealedAccount {
  readonly organizationId: string;
  readonly id: string;
  readonly exchangeId: string;
  readonly sealed: Sealed;
}

/** The seals of all organizations, for a change of the master key. */
export interface Seals {
  /** The ids of the master keys that anything is sealed with. */
  listKeyIds(): Promise<string[]>;
  /** Some of the exchange accounts whose secrets are sealed with another master key than this one, 500 at most. */
  listSealedOtherwise(keyId: string): Promise<SealedAccount[]>;
  /** Nothing where the account got another seal meanwhile. */
  replace(account: SealedAccount, renewed: { readonly sealed: Sealed; readonly keyFingerprint: string }): Promise<void>;
}
