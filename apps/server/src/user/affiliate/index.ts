import { getAffiliateCode, listReferrals } from '@tenbin/contract';
import type { Organization, Referral } from '@tenbin/db';
import type { ServerContext } from '../../context.ts';
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
    state: stateOf(referral, tenant.organization),
  }));
  const reached = (index: number) => referrals.filter(({ state }) => states.indexOf(state) >= index).length;
  return {
    counts: { signedUp: referrals.length, verified: reached(1), paid: reached(2), running: reached(3) },
    referrals: referrals.slice(0, maxShown),
  };
});

/** @throws {Refusal} `affiliateNotOffered` */
async function requireAffiliate(organizationId: string, { organizations, tenancy }: ServerContext): Promise<Tenant> {
  const organization = await organizations.require(organizationId);
  const brand = tenancy.brandOf(organization);
  if (!brand.features.affiliate) throw new Refusal('affiliateNotOffered');
  return { organization, brand };
}

/** Each with all that stand before it. */
const states = ['signedUp', 'verified', 'paid', 'running'] as const;

/** Who runs a bot may, and where nothing is paid everybody has. */
function stateOf({ isVerified, hasPaid, isRunning }: Referral, { isFree }: Organization): (typeof states)[number] {
  if (!isVerified) return 'signedUp';
  if (isRunning) return 'running';
  return hasPaid || isFree ? 'paid' : 'verified';
}

export const affiliateCalls: readonly Implementation[] = [handleGetCode, handleListReferrals];
