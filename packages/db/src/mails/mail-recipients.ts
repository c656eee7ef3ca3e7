import type { MailRule } from '@tenbin/accounts';

/** Whether a mail may be sent to somebody who has not proven that they want it. */
export interface MailTurn {
  readonly isTaken: boolean;
  /** Until the next one. */
  readonly nextInMs: number;
}

/**
 * Counts such mails, for all processes together, by the rule of `mailPauseMs`. Whom a key is about is a keyed hash's
 * secret: no organization learns of another's mails from it.
 */
export interface MailRecipients {
  /**
   * Takes a turn where there is one, in one step: of two at once only one gets it.
   *
   * @param how - `turnId`: whoever took the last turn under this name still has it, and it is counted once
   */
  take(keyHash: string, at: Date, how?: { readonly rule?: MailRule; readonly turnId?: string | undefined }): Promise<MailTurn>;
  /** Forgets what was counted: they have proven themselves. */
  forget(keyHashes: readonly string[]): Promise<void>;
  /** Removes what counts for nothing any more. @returns how many */
  removeForgotten(at: Date): Promise<number>;
}
