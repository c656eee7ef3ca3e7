/** A link in a mail about an account's security: whoever comes with it takes the account back. Only its token's hash is kept. */
export interface NotMeLink {
  readonly tokenHash: string;
  readonly userId: string;
  /** The address that was mailed. */
  readonly email: string;
  readonly expiresAt: Date;
}

export interface NotMeLinks {
  /** Those of the user that have expired go. */
  add(link: NotMeLink, at: Date): Promise<void>;
  /** @returns null where it has expired, too */
  find(tokenHash: string, at: Date): Promise<NotMeLink | null>;
  /**
   * Uses one up, and with it all that its mailbox got and all that are newer. Older ones of another mailbox stay good: that
   * of the owner, where a thief's address took its place.
   *
   * @returns whether it was there: of two uses at once only one succeeds
   */
  take(link: Pick<NotMeLink, 'tokenHash' | 'userId'>, at: Date): Promise<boolean>;
  removeAll(userId: string): Promise<void>;
}
