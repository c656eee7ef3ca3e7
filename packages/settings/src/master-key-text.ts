/** Random bytes have some thirty different values among 32; a key with fewer than these was typed by somebody. */
const fewestValues = 12;

/** The bytes of a master key; null for a text that is none: too short, too long, or of other characters. */
function bytesOf(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) && !/^[0-9a-f]+$/i.test(text) ? Buffer.from(text, 'base64') : null;
}

/** The keys of a text, oldest first, with spaces, commas or line ends between them. */
const keyTexts = (text: string): string[] => text.trim().split(/[\s,]+/);

/**
 * Why a text does not hold master keys, in words that repeat nothing of it; null where it does. Only the last one, which
 * seals, must be random: a weak one before it is being replaced.
 */
export function masterKeysFault(text: string): string | null {
  const keys = keyTexts(text).map(bytesOf);
  if (keys.includes(null)) return 'a master key is 32 random bytes: 64 hexadecimal digits, or 44 characters of base64';
  return new Set(keys.at(-1)).size < fewestValues
    ? 'a master key must be random, and this one is not; `openssl rand -hex 32` makes one'
    : null;
}

/** The bytes of each key of a text that {@link masterKeysFault} finds nothing wrong with, oldest first. */
export const readMasterKeyBytes = (text: string): Uint8Array[] => keyTexts(text).flatMap((key) => bytesOf(key) ?? []);
