/** So long a mailed link sets a new password, once. */
export const resetLinkLifetimeMs = 30 * 60_000;

export const resetLinkExpiresAt = (mailedAt: Date): Date => new Date(mailedAt.getTime() + resetLinkLifetimeMs);
