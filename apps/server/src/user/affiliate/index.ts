import { referralStates } from '@tenbin/accounts';
import { getAffiliateCode, listReferrals } from '@tenbin/contract';
import type { ServerContext } from '../../context.ts';
import { referralStateOf, shownReferralState } from '../../referrals/referral-state.ts';
import { type Implementation, implement } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import type { Tenant } from '../../tenancy/tenancy.ts';

const maxShown = 100;

const handleGetCode = implement(getAffiliateCode, async ({ actor: { organization, organizationId, userId }, deps }) => {
  const { brand } = await requireAffiliate(organizationId, deps);
  const { referralCode: code } = await organization.users.require(userId);
  return { code, url: deps.urlOf(brand, `/r/${code}`) };
});

const handleListReferrals = implement(listReferrals, async ({ actor: { organization, organizationId, userId }, deps }) => {
  const tenant = await requireAffiliate(organizationId, deps);
  const referrals = (await organization.users.listReferrals(userId)).map((referral) => ({
    signedUpAt: referral.createdAt.toISOString(),
    reached: referralStates.indexOf(referralStateOf(referral, tenant.organization)),
    state: shownReferralState(referral, tenant.organization),
  }));
  const reached = (index: number) => referrals.filter((referral) => referral.reached >= index).length;
  return {
    counts: { signedUp: referrals.length, verified: reached(1), paid: reached(2), running: reached(3) },
    referrals: referrals.slice(0, maxShown).map(({ signedUpAt, state }) => ({ signedUpAt, state })),
  };
});

/** @throws {Refusal} `affiliateNotOffered` */
async function requireAffiliate(organizationId: string, { organizations, tenancy }: ServerContext): Promise<Tenant> {
  const organization = await organizations.require(organizationId);
  const brand = tenancy.brandOf(organization);
  if (!brand.features.affiliate) throw new Refusal('affiliateNotOffered');
  return { organization, brand };
}

export const affiliateCalls: readonly Implementation[] = [handleGetCode, handleListReferrals];
