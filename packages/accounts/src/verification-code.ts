import { accepted, type Result, refused } from './refusal.ts';

/**
 * Codes that prove an e-mail address: six digits, good for ten minutes and five tries.
 * Here are the rules only: only a code's hash is stored, and whoever stores it counts a try before comparing.
 */
export const codeLifetimeMs = 10 * 60_000;
export const maxCodeTries = 5;

/**
 * @param random - a whole number from 0 to 999 999, evenly drawn from a cryptographic source
 * @returns six digits
 */
export function verificationCodeFrom(random: number): string {
  if (!(Number.isInteger(random) && random >= 0 && random <= 999_999))
    throw new Error('a verification code needs a number from 0 to 999999');
  return String(random).padStart(6, '0');
}

/**
 * Reads a typed or pasted code: spaces and hyphens are dropped, full-width digits are taken as digits.
 *
 * @returns six digits; null where it cannot be a code
 */
export function parseVerificationCode(text: string): string | null {
  const digits = text.normalize('NFKC').replace(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}

export const codeExpiresAt = (sentAt: Date): Date => new Date(sentAt.getTime() + codeLifetimeMs);

/** A code that was sent, as far as judging needs it. */
export interface SentCode {
  /** This try included. */
  readonly tries: number;
  readonly expiresAt: Date;
}

/**
 * Whether a try opens. A right code too late or after too many tries does not.
 *
 * @param code - null where none was sent, or it has been used
 */
export function judgeCode(
  code: SentCode | null,
  { matches, now }: { matches: boolean; now: Date },
): Result<'verificationCodeExpired' | 'verificationCodeUsedUp' | 'verificationCodeWrong'> {
  if (!code || now >= code.expiresAt) return refused('verificationCodeExpired');
  if (code.tries > maxCodeTries) return refused('verificationCodeUsedUp');
  if (matches) return accepted;
  const triesLeft = maxCodeTries - code.tries;
  return triesLeft > 0 ? refused('verificationCodeWrong', { triesLeft }) : refused('verificationCodeUsedUp');
}
