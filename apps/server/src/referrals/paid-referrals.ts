import { balanceOf, firstPaid } from '@tenbin/billing';
import type { InvitedUser, Organization, OrganizationDatabase, StoredPayment } from '@tenbin/db';
import { shownReferralState } from './referral-state.ts';

/** The ledger's rows, with what each has paid: that is looked up for all of them at once. */
export async function paidReferrals(
  invitedUsers: readonly InvitedUser[],
  { payments }: Pick<OrganizationDatabase, 'payments'>,
  organization: Organization,
) {
  const facts = Map.groupBy(await payments.listOfUsers(invitedUsers.map(({ id }) => id)), ({ userId }) => userId);
  return invitedUsers.map((invited) => {
    const own = facts.get(invited.id) ?? [];
    return {
      date: invited.createdAt,
      code: invited.referralCode,
      referrerId: invited.referrerId,
      referrer: invited.referrerEmail,
      referredUser: invited.id,
      email: invited.email,
      state: shownReferralState(invited, organization),
      firstPayment: firstPaidAt(own),
      paid: balanceOf(own),
    };
  });
}

/** The earliest that went through, whether it was taken back later or not. */
function firstPaidAt(facts: readonly StoredPayment[]): Date | null {
  const paid = [...firstPaid(facts.filter(({ type }) => type !== 'REFUND')).values()];
  return paid.length === 0 ? null : new Date(Math.min(...paid.map((at) => at.getTime())));
}
