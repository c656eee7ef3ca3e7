import type { CodeTries } from '@tenbin/accounts';

/** What a code is for: the second step of a sign-in and of what only an account's holder does, or another address. */
export type TriedCode = 'factor' | 'changeEmail';

/** Codes that were tried, counted for their holder over all servers. */
export interface CodeTryLog {
  /**
   * Counts a try, before its code is compared.
   *
   * @returns the count with it, and whether its code may be looked at: not while they are locked
   */
  count(holderId: string, kind: TriedCode, at: Date): Promise<CodeTries & { readonly isAllowed: boolean }>;
  /** After a right one. */
  forget(holderId: string, kind: TriedCode): Promise<void>;
  /**
   * After a new password: codes are looked at again. How often there were too many stays counted, and from `maxLiftedLocks` on
   * a lock stays too: a mailbox alone must not be a way to guess on.
   */
  liftLocks(holderId: string): Promise<void>;
  forgetAll(holderId: string): Promise<void>;
}
