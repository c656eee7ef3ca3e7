import { countReferralLedger, listReferralLedger } from '@tenbin/contract';
import { paidReferrals } from '../../referrals/paid-referrals.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';

export const referralCalls: readonly Implementation[] = [
  implementForAdministrator(listReferralLedger, async ({ query: { skip: offset, limit, ...filter }, actor, deps }) => {
    const { organization, organizationId } = actor;
    const page = await organization.referralLedger.list(filter, { offset, limit });
    const rows = await paidReferrals(page, organization, await deps.organizations.require(organizationId));
    return rows.map(({ date, firstPayment, ...row }) => ({
      ...row,
      date: date.toISOString(),
      firstPayment: firstPayment?.toISOString() ?? null,
    }));
  }),
  implementForAdministrator(countReferralLedger, async ({ query, actor }) => ({
    count: await actor.organization.referralLedger.count(query),
  })),
];
