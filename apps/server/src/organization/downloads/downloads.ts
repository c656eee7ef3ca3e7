import { downloadReferrals, downloadTransactionLogs, type RouteRow } from '@tenbin/contract';
import type { FoundPayment, InvitedUser, Organization, OrganizationDatabase } from '@tenbin/db';
import { factsOf } from '../../audit/facts-of.ts';
import { paidReferrals } from '../../referrals/paid-referrals.ts';
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

async function* referralRows(
  pages: AsyncIterable<readonly InvitedUser[]>,
  { payments }: OrganizationDatabase,
  organization: Organization,
): AsyncGenerator<RouteRow<typeof downloadReferrals>[]> {
  for await (const page of pages)
    yield (await paidReferrals(page, { payments }, organization)).map(({ referrerId: _id, ...referral }) => referral);
}

export const downloadCalls: readonly Implementation[] = [
  implementRows('organization', downloadTransactionLogs, ({ query: { excel: _excel, ...filter }, actor, audit }) => {
    audit.add(factsOf(filter));
    return rowsOf(actor.organization.payments.pages(paymentFilterOf(filter)), transactionRow);
  }),
  implementRows('organization', downloadReferrals, async ({ query: { excel: _excel, ...filter }, actor, deps, audit }) => {
    audit.add(factsOf(filter));
    const { organization, organizationId } = actor;
    return referralRows(organization.referralLedger.pages(filter), organization, await deps.organizations.require(organizationId));
  }),
];
