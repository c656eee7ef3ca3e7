import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Codes of an authenticator app: RFC 6238 with what every app takes, SHA-1, six digits and half a minute. */
const stepMs = 30_000;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** @returns base32, as people type it into an app where they cannot scan */
export function makeTotpSecret(): string {
  const bits = [...randomBytes(20)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{5}/g, (five) => alphabet[Number.parseInt(five, 2)] ?? '');
}

/**
 * The time step whose code this is: the present one, or the one before or after it, since clocks differ.
 *
 * @param secret - base32
 * @returns null where it is none of theirs
 */
export function stepOfCode(code: string, secret: string, now: Date): number | null {
  const present = Math.floor(now.getTime() / stepMs);
  const given = Buffer.from(code);
  for (const step of [present, present - 1, present + 1]) {
    const right = Buffer.from(totpCode(secret, step));
    if (given.length === right.length && timingSafeEqual(given, right)) return step;
  }
  return null;
}

/** @param step - so many half minutes after 1970 */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', keyOf(secret)).update(counter).digest();
  const value = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(value % 1_000_000).padStart(6, '0');
}

function keyOf(secret: string): Buffer {
  const bits = [...secret].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** What an app reads from a QR code. */
export function totpUrl({
  secret,
  issuer,
  account,
}: {
  readonly secret: string;
  readonly issuer: string;
  readonly account: string;
}): string {
  const label = [issuer, account].map(encodeURIComponent).join(':');
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
