import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Sealed } from './sealed.ts';

/**
 * Envelope encryption (AES-256-GCM): each record has a data key of its own, wrapped by a master key.
 * `identity` names the record and is authenticated with it, so that a seal moved to another record does not open.
 */
export interface Vault {
  /** Of the master key that seals. */
  readonly keyId: string;
  seal(plaintext: string, identity: string): Sealed;
  /** @throws {SealError} unknown key id, another identity, or changed text */
  open(sealed: Sealed, identity: string): string;
  /** Keyed hash, hex: the same for the same text under the same current master key. */
  fingerprint(text: string): string;
}

/** 32 random bytes and a name that sealed texts carry. */
export interface MasterKey {
  /** `[a-z0-9-]{1,32}` */
  readonly id: string;
  readonly key: Uint8Array;
}

/** A seal that does not open. Says why without any secret. */
export class SealError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SealError';
  }
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * @param masterKeys - oldest first: the last one seals, all of them open. Changing it is adding one at the end,
 *   sealing everything anew, and dropping the older ones; fingerprints follow the last
 * @throws {SealError} no key, a key that is not 32 bytes, or two of one id
 */
export function createVault(masterKeys: readonly MasterKey[]): Vault {
  const byId = new Map(masterKeys.map(({ id, key }) => [id, key]));
  const current = masterKeys.at(-1);
  if (!current) throw new SealError('A vault needs a master key');
  for (const { id, key } of masterKeys) {
    if (!/^[a-z0-9-]{1,32}$/.test(id) || key.length !== 32) throw new SealError('A master key needs an id of [a-z0-9-] and 32 bytes');
  }
  if (byId.size !== masterKeys.length) throw new SealError('Two master keys have one id');
  const fingerprintKey = Buffer.from(hkdfSync('sha256', current.key, '', 'tenbin fingerprint', 32));

  return {
    keyId: current.id,
    seal(plaintext, identity) {
      const dataKey = randomBytes(32);
      const wrapped = encrypt(current.key, dataKey, `${current.id}/${identity}`);
      return ['v1', current.id, wrapped, encrypt(dataKey, Buffer.from(plaintext), identity)].join('.') as Sealed;
    },
    open(sealed, identity) {
      const [version, keyId = '', wrapped = '', box = '', ...rest] = sealed.split('.');
      if (version !== 'v1' || rest.length > 0) throw new SealError('Not a sealed text of version 1');
      const key = byId.get(keyId);
      if (!key) throw new SealError(`No master key with the id ${keyId.slice(0, 32)} is loaded`);
      return decrypt(decrypt(key, wrapped, `${keyId}/${identity}`), box, identity).toString('utf8');
    },
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest('hex'),
  };
}

/** @returns nonce, ciphertext and tag, base64url */
function encrypt(key: Uint8Array, plaintext: Uint8Array, identity: string): string {
  const nonce = randomBytes(nonceBytes);
  const box = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(identity));
  return Buffer.concat([nonce, box.update(plaintext), box.final(), box.getAuthTag()]).toString('base64url');
}

function decrypt(key: Uint8Array, text: string, identity: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) throw new SealError('A sealed text is cut off');
  try {
    const box = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(identity))
      .setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([box.update(bytes.subarray(nonceBytes, -tagBytes)), box.final()]);
  } catch {
    throw new SealError('A sealed text does not open: another record, another key, or changed');
  }
}
