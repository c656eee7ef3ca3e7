/** So long somebody who signed up has to enter a code; then they have never been here. */
const signUpLifetimeMs = 48 * 3_600_000;

export const signUpExpiresAt = (signedUpAt: Date): Date => new Date(signedUpAt.getTime() + signUpLifetimeMs);
