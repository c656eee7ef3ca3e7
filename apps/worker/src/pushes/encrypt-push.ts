import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** What a browser gave to encrypt for it, base64url. */
export interface PushReader {
  readonly p256dh: string;
  readonly auth: string;
}

const curve = 'prime256v1';
/** One record holds all. */
const recordSize = 4096;
const saltBytes = 16;
const lastRecord = Buffer.from([2]);

/**
 * A message that only one browser reads: RFC 8291, in the content coding `aes128gcm` of RFC 8188.
 *
 * @param chance - a salt and a private key, both for this message alone
 * @throws {Error} where the browser's key is none on P-256
 */
export function encryptPush(
  message: string,
  { p256dh, auth }: PushReader,
  chance: { readonly salt: Buffer; readonly privateKey: Buffer } | null = null,
): Buffer {
  const own = createECDH(curve);
  if (chance) own.setPrivateKey(chance.privateKey);
  else own.generateKeys();
  const salt = chance?.salt ?? randomBytes(saltBytes);
  const reader = Buffer.from(p256dh, 'base64url');
  const keys = Buffer.concat([Buffer.from('WebPush: info\0'), reader, own.getPublicKey()]);
  const shared = hkdf(own.computeSecret(reader), { salt: Buffer.from(auth, 'base64url'), info: keys, length: 32 });
  const key = hkdf(shared, { salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), length: 16 });
  const nonce = hkdf(shared, { salt, info: Buffer.from('Content-Encoding: nonce\0'), length: 12 });
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const box = Buffer.concat([cipher.update(message), cipher.update(lastRecord), cipher.final(), cipher.getAuthTag()]);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(recordSize);
  header.writeUInt8(own.getPublicKey().length, 4);
  return Buffer.concat([salt, header, own.getPublicKey(), box]);
}

const hkdf = (secret: Buffer, { salt, info, length }: { readonly salt: Buffer; readonly info: Buffer; readonly length: number }): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));
