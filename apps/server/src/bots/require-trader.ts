import type { Owner } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';

/** @throws {Refusal} `affiliateMayNotTrade` for an account that is for referrals only */
export async function requireTrader({ organization, userId }: Owner): Promise<void> {
  const { isAffiliate } = await organization.users.require(userId);
  if (isAffiliate) throw new Refusal('affiliateMayNotTrade');
}
