const dayMs = 86_400_000;

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** So long somebody who signed up has to enter a code; then they have never been here. */
export const signUpExpiresAt = (signedUpAt: Date): Date => after(signedUpAt, 2 * dayMs);

/** So long a mailed link sets a new password, once. */
export const resetLinkLifetimeMs = 30 * 60_000;
export const resetLinkExpiresAt = (mailedAt: Date): Date => after(mailedAt, resetLinkLifetimeMs);

/** So long the link in a mail about an account's security takes the account back, once. */
export const notMeLinkExpiresAt = (mailedAt: Date): Date => after(mailedAt, 7 * dayMs);

/** So long whoever was invited chooses their password. */
export const userInvitationDays = 7;
export const userInvitationExpiresAt = (mailedAt: Date): Date => after(mailedAt, userInvitationDays * dayMs);
