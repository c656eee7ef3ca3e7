const dayMs = 24 * 3_600_000;
const hourMs = 3_600_000;

/** How long a sign-in lasts: an organization's setting. */
export interface SessionRules {
  readonly sessionDays: number;
  /** Without use. */
  readonly sessionIdleHours: number;
}

export const defaultSessionRules: SessionRules = { sessionDays: 30, sessionIdleHours: 12 };

export const sessionExpiresAt = (signedInAt: Date, { sessionDays }: SessionRules = defaultSessionRules): Date =>
  new Date(signedInAt.getTime() + sessionDays * dayMs);

/** `expired`: its days are over; `idle`: too long without use. Both are told to the caller as a session timeout. */
export type SessionStatus = 'live' | 'idle' | 'expired';

export function sessionStatus(
  session: { readonly lastUsedAt: Date; readonly expiresAt: Date },
  now: Date,
  { sessionIdleHours }: SessionRules = defaultSessionRules,
): SessionStatus {
  if (now >= session.expiresAt) return 'expired';
  return now.getTime() - session.lastUsedAt.getTime() >= sessionIdleHours * hourMs ? 'idle' : 'live';
}

/** Whether a use is worth writing down: at most once a minute, so that reading does not become writing. */
export const shouldNoteUse = (lastUsedAt: Date, now: Date): boolean => now.getTime() - lastUsedAt.getTime() >= 60_000;
