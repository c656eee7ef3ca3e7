import type { Sealed } from './sealed.ts';

/** A seal, and what it is bound to. */
export type SealedRow =
  | {
      readonly kind: 'exchangeAccount';
      readonly organizationId: string;
      readonly id: string;
      readonly exchangeId: string;
      readonly sealed: Sealed;
    }
  /** `id`: its holder's. */
  | { readonly kind: 'authenticator'; readonly organizationId: string; readonly id: string; readonly sealed: Sealed }
  | { readonly kind: 'pushKey' | 'pushSubscription'; readonly organizationId: string; readonly id: string; readonly sealed: Sealed }
  | { readonly kind: 'paypalAccount'; readonly organizationId: string; readonly id: string; readonly sealed: Sealed };

/** The seals of all organizations, for a change of the master key. */
export interface Seals {
  /** The ids of the master keys that anything is sealed with. */
  listKeyIds(): Promise<string[]>;
  /** Some of the rows whose secrets are sealed with another master key than this one, a thousand at most. */
  listSealedOtherwise(keyId: string): Promise<SealedRow[]>;
  /** Nothing where the row got another seal meanwhile. @param renewed - `keyFingerprint`: of an exchange account */
  replace(row: SealedRow, renewed: { readonly sealed: Sealed; readonly keyFingerprint?: string }): Promise<void>;
}
