import { hash, randomBytes } from 'node:crypto';

/** So many are given out at once. */
const count = 10;
/** Without signs that look alike. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 16;

/** @returns `XXXX-XXXX-XXXX-XXXX`, each of 78 random bits */
export const makeRecoveryCodes = (): string[] => Array.from({ length: count }, makeCode);

function makeCode(): string {
  let code = '';
  // What is beyond the alphabet's last whole round is drawn again, so that no sign is likelier.
  for (const byte of [...randomBytes(4 * length)])
    if (code.length < length && byte < 256 - (256 % alphabet.length)) code += alphabet[byte % alphabet.length];
  return code.length === length ? (code.match(/.{4}/g) ?? []).join('-') : makeCode();
}

/** Of a code as somebody types it. A plain hash is enough: there is nothing to guess in so many random bits. */
export const hashRecoveryCode = (code: string): string => hash('sha256', code.normalize('NFKC').toUpperCase().replace(/[\s-]/g, ''));
