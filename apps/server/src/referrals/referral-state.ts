import type { ReferralState, ShownReferralState } from '@tenbin/accounts';
import type { Organization, Referral } from '@tenbin/db';

/** How far somebody has come. Who runs a bot may, and where nothing is paid everybody has. */
export function referralStateOf(
  { isVerified, hasPaid, isRunning }: Pick<Referral, 'isVerified' | 'hasPaid' | 'isRunning'>,
  { isFree }: Pick<Organization, 'isFree'>,
): ReferralState {
  if (!isVerified) return 'signedUp';
  if (isRunning) return 'running';
  return hasPaid || isFree ? 'paid' : 'verified';
}

/** What is shown of them. */
export const shownReferralState = (referral: Referral, organization: Pick<Organization, 'isFree'>): ShownReferralState =>
  referral.hasLeft ? 'left' : referralStateOf(referral, organization);
