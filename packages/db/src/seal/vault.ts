import type { Sealed } from './sealed.ts';

/**
 * Envelope encryption (AES-256-GCM): each record has a data key of its own, wrapped by a master key.
 * `identity` names the record and is authenticated with it, so that a seal moved to another record does not open.
 */
export interface Vault {
  seal(plaintext: string, identity: string): Sealed;
  /** @throws Error without any secret: unknown key id, another identity, or changed text */
  open(sealed: Sealed, identity: string): string;
  /** The same content under the current master key; itself when it is already. */
  rewrap(sealed: Sealed, identity: string): Sealed;
  /** Keyed hash, the same for the same text as long as the oldest master key stays. Hex. */
  fingerprint(text: string): string;
}

/** 32 random bytes and a name that sealed texts carry. */
export interface MasterKey {
  /** `[a-z0-9-]{1,32}` */
  readonly id: string;
  readonly key: Uint8Array;
}
