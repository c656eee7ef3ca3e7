import { randomInt } from 'node:crypto';

/** Digits and capitals without those that look alike: I, L, O, U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A random code that a person can read out: `length` characters of 32, in groups of four. */
export function readableCode(length: number): string {
  const characters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
  return characters.replace(/(.{4})(?=.)/g, '$1-');
}
