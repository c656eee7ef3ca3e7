import type { Organization, Referral } from '@tenbin/db';

/** Each with all that stand before it. */
export const referralStates = ['signedUp', 'verified', 'paid', 'running'] as const;

/** Who runs a bot may, and where nothing is paid everybody has. */
export function referralStateOf(
  { isVerified, hasPaid, isRunning }: Pick<Referral, 'isVerified' | 'hasPaid' | 'isRunning'>,
  { isFree }: Pick<Organization, 'isFree'>,
): (typeof referralStates)[number] {
  if (!isVerified) return 'signedUp';
  if (isRunning) return 'running';
  return hasPaid || isFree ? 'paid' : 'verified';
}
