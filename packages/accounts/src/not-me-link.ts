/** So long the link in a mail about an account's security takes the account back, once. */
export const notMeLinkExpiresAt = (mailedAt: Date): Date => new Date(mailedAt.getTime() + 7 * 86_400_000);
