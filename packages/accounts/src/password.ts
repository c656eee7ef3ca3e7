import { accepted, type Result, refused } from './refusal.ts';

export const minPasswordLength = 8;
export const maxPasswordLength = 49;

/** What a password must have, in the order in which a form ticks it off. */
export const passwordRules = ['length', 'upperCase', 'lowerCase', 'digit'] as const;
export type PasswordRule = (typeof passwordRules)[number];

const holds: Readonly<Record<PasswordRule, (password: string) => boolean>> = {
  length: (password) => {
    const characters = [...password].length;
    return characters >= minPasswordLength && characters <= maxPasswordLength;
  },
  upperCase: (password) => /[A-Z]/.test(password),
  lowerCase: (password) => /[a-z]/.test(password),
  digit: (password) => /[0-9]/.test(password),
};

/** The rules that a password breaks; none where it is good. */
export const brokenPasswordRules = (password: string): PasswordRule[] => passwordRules.filter((rule) => !holds[rule](password));

/** For sign-up and reset. The facts of `weakPassword` name the broken rules. */
export function checkPassword(password: string): Result<'weakPassword'> {
  const broken = brokenPasswordRules(password);
  return broken.length === 0 ? accepted : refused('weakPassword', { broken });
}

/**
 * For a change.
 *
 * @param given - `isCurrent`: whether the new one is the one in use, which only its hash can tell
 */
export function checkNewPassword(
  password: string,
  { isCurrent }: { isCurrent: boolean },
): Result<'weakPassword' | 'currentlyUsedPassword'> {
  return isCurrent ? refused('currentlyUsedPassword') : checkPassword(password);
}
