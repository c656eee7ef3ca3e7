import type { Sealed } from '../seal/sealed.ts';

/** An app that shows six digits for every half a minute (TOTP). Its secret stays sealed. */
export interface Authenticator {
  /** The secret as JSON {@link SealedTotpSecret}, sealed for {@link authenticatorIdentity}. */
  readonly sealed: Sealed;
  readonly lastStep: number;
  readonly createdAt: Date;
}

/** What the seal of an authenticator holds. */
export interface SealedTotpSecret {
  /** Base32. */
  readonly secret: string;
}

/** What the seal is bound to: moved to another row it does not open. */
export const authenticatorIdentity = (organizationId: string, holderId: string): string => `authenticator/${organizationId}/${holderId}`;

/** What a device, or whoever keeps its owner's passwords, signs with (WebAuthn). */
export interface Passkey {
  readonly id: string;
  readonly holderId: string;
  /** As its owner calls it. */
  readonly name: string;
  /** As the authenticator names it, base64url; unique in the organization. */
  readonly credentialId: string;
  /** COSE. */
  readonly publicKey: Uint8Array;
  readonly transports: readonly string[];
  /** The host that it was made for. */
  readonly relyingParty: string;
  /** Of its signatures; 0 where it does not count. */
  readonly counter: number;
  /** When what it signed last was asked for. */
  readonly askedAt: Date;
  readonly createdAt: Date;
  /** Signs in without a password: the present one was given with it once. */
  readonly standsAlone: boolean;
  readonly lastUsedAt: Date | null;
}

/** A signature: `counter` as it tells, `askedAt` when it was asked for, `isAlone` where no password came before it. */
export type PasskeyUse = Pick<Passkey, 'id' | 'counter' | 'askedAt'> & { readonly at: Date; readonly isAlone: boolean };

/** What somebody signs in with beside their password, by the id of a user, an administrator or an operator. */
export interface Factors {
  findAuthenticator(holderId: string): Promise<Authenticator | null>;
  /** @returns false where they have one already */
  addAuthenticator(holderId: string, authenticator: Authenticator): Promise<boolean>;
  /** Uses a code up. @returns false where it, or a later one, was used: of two uses at once only one succeeds */
  useStep(holderId: string, step: number): Promise<boolean>;
  removeAuthenticator(holderId: string): Promise<boolean>;

  /** Puts codes in the place of all that there are. */
  replaceRecoveryCodes(holderId: string, codeHashes: readonly string[]): Promise<void>;
  countRecoveryCodes(holderId: string): Promise<number>;
  /** Uses one up. @returns whether it was there: of two uses at once only one succeeds */
  useRecoveryCode(holderId: string, codeHash: string): Promise<boolean>;

  /** The oldest first. */
  listPasskeys(holderId: string): Promise<Passkey[]>;
  findPasskey(credentialId: string): Promise<Passkey | null>;
  /** @returns false where it is there already */
  addPasskey(passkey: Omit<Passkey, 'standsAlone' | 'lastUsedAt'>): Promise<boolean>;
  /** @returns false where they have none of this id */
  renamePasskey(holderId: string, id: string, name: string): Promise<boolean>;
  /**
   * Notes a signature; beside a password it may stand alone from then on. Of two uses of one at once only one succeeds.
   *
   * @returns false where its counter has not grown, though it counts, where one that was asked for later was used, or
   *   where it is alone and may not be
   */
  usePasskey(use: PasskeyUse): Promise<boolean>;
  /** After a new password: until it is given with them, none of their passkeys stands alone. */
  askPasswordAgain(holderId: string): Promise<void>;
  /** @returns the one that was removed */
  removePasskey(holderId: string, id: string): Promise<Passkey | null>;

  /** Which of these need more than a password to sign in. */
  among(holderIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whatever they have. */
  removeAll(holderId: string): Promise<void>;
}
