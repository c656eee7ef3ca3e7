import { balanceOf, latestFacts } from '@tenbin/billing';
import { downloadReferrals, downloadTransactionLogs, type RouteRow } from '@tenbin/contract';
import type { FoundPayment, InvitedUser, Organization, OrganizationDatabase, StoredPayment } from '@tenbin/db';
import { referralStateOf } from '../../referrals/referral-state.ts';
import { type Implementation, implementRows } from '../../route/implement.ts';
import { rowsOf } from '../../route/rows-of.ts';
import { paymentFilterOf } from '../money/payments.ts';

const transactionRow = (payment: FoundPayment): RouteRow<typeof downloadTransactionLogs> => ({
  transactionId: payment.key,
  date: payment.at,
  user: payment.userId,
  email: payment.email,
  planName: payment.planName,
  campaignCode: payment.campaignCode,
  payment: payment.payment,
  type: payment.type,
  result: payment.result,
  refundOf: payment.refundOf,
  paypalSubscriptionId: payment.paypalSubscriptionId,
  unexpected: payment.isUnexpected ? 'true' : 'false',
});

/** What they have paid is looked up for a page of them at once. */
async function* referralRows(
  pages: AsyncIterable<readonly InvitedUser[]>,
  { payments }: OrganizationDatabase,
  organization: Organization,
): AsyncGenerator<RouteRow<typeof downloadReferrals>[]> {
  for await (const page of pages) {
    const facts = Map.groupBy(await payments.listOfUsers(page.map(({ id }) => id)), ({ userId }) => userId);
    yield page.map((invited) => {
      const own = facts.get(invited.id) ?? [];
      return {
        date: invited.createdAt,
        code: invited.referralCode,
        referrer: invited.referrerEmail,
        referredUser: invited.id,
        email: invited.email,
        state: referralStateOf(invited, organization),
        firstPayment: firstPaidAt(own),
        paid: balanceOf(own),
      };
    });
  }
}

/** The earliest that went through, whether it was taken back later or not. */
function firstPaidAt(facts: readonly StoredPayment[]): Date | null {
  const paid = latestFacts(facts.filter(({ type, result }) => type !== 'REFUND' && result === 'COMPLETED'));
  return paid.at(-1)?.at ?? null;
}

export const downloadCalls: readonly Implementation[] = [
  implementRows('organization', downloadTransactionLogs, ({ query: { excel: _excel, ...filter }, actor }) =>
    rowsOf(actor.organization.payments.pages(paymentFilterOf(filter)), transactionRow),
  ),
  implementRows('organization', downloadReferrals, async ({ query: { start, end }, actor, deps }) =>
    referralRows(
      actor.organization.referralLedger.pages({ start, end }),
      actor.organization,
      await deps.organizations.require(actor.organizationId),
    ),
  ),
];
