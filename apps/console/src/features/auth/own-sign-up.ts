/** What this browser knows of its own sign-up until the code is entered: with it the code counts without the password. */
export interface OwnSignUp {
  readonly email: string;
  readonly ticket: string;
  /** Whether a mail went out, or the address was spared from one so soon after another. */
  readonly mailed: boolean;
  /** When the next mail may be asked for, in ms. */
  readonly resendAt: number;
}

const name = 'sign-up';

/** For all tabs: the mailed link opens another one. */
export const keepSignUp = (signUp: OwnSignUp): void => localStorage.setItem(name, JSON.stringify(signUp));
export const forgetSignUp = (): void => localStorage.removeItem(name);

/** Null where this browser did not sign up, or another one has since. */
export function keptSignUp(): OwnSignUp | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return isSignUp(kept) ? kept : null;
  } catch {
    return null;
  }
}

const isSignUp = (kept: unknown): kept is OwnSignUp =>
  typeof kept === 'object' && kept !== null && 'email' in kept && typeof kept.email === 'string' && 'ticket' in kept;

export const isOf = ({ email }: OwnSignUp, address: string): boolean => email.toLowerCase() === address.trim().toLowerCase();

/** @returns when a wait of so many seconds is over */
export const after = (seconds: number): number => Date.now() + seconds * 1000;
export const secondsUntil = (at: number): number => Math.max(0, Math.ceil((at - Date.now()) / 1000));
