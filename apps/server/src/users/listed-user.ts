import { botStatusOf } from '@tenbin/bots';
import type { AdministeredUser, ExaminedUser } from '@tenbin/contract';
import type { ListedUser, QueryMoment } from '@tenbin/db';
import type { ServerContext } from '../context.ts';
import { planStatusOf } from '../plans/entitlement.ts';
import { subscriptionReply } from '../plans/reply.ts';
import type { Administrator } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';

/** What filters of users are held against now. */
export async function queryMoment(organizationId: string, { organizations, clock }: ServerContext): Promise<QueryMoment> {
  return { now: clock.now(), isFree: (await organizations.require(organizationId)).isFree };
}

/** @throws {Refusal} `userNotFound` also for one who was deleted */
export async function requireListed(id: string, { organization, organizationId }: Administrator, deps: ServerContext): Promise<ListedUser> {
  const found = await organization.userDirectory.find(id, await queryMoment(organizationId, deps));
  if (!found) throw new Refusal('userNotFound', { facts: { id } });
  return found;
}

const botStatusOfCounts = ({ botCount, runningCount }: Pick<ListedUser, 'botCount' | 'runningCount'>) =>
  botStatusOf(Array.from({ length: botCount }, (_, index) => index < runningCount));

/** A user as the administrators of their organization see them. */
export const listedUserReply = (user: ListedUser): AdministeredUser => ({
  _id: user.id,
  email: user.email,
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  uid: user.uid,
  language: user.language,
  referralCode: user.referralCode,
  referredBy: user.referredBy,
  isAffiliate: user.isAffiliate,
  organizationUserSince: user.createdAt.toISOString(),
  verifiedAt: user.verifiedAt?.toISOString() ?? null,
  bannedAt: user.bannedAt?.toISOString() ?? null,
  lastSeenAt: user.lastSeenAt?.toISOString() ?? null,
  botStatus: botStatusOfCounts(user),
  botCount: user.botCount,
  runningCount: user.runningCount,
  isPaid: user.isPaid,
  planName: user.planName,
  periodEnd: user.periodEnd?.toISOString() ?? null,
  limitUsed: user.limitUsed,
  volumeThisMonth: Number(user.volumeThisMonth),
  isFlagged: user.isFlagged,
  note: user.note,
  bounce: user.bounce && { reason: user.bounce.reason, at: user.bounce.at.toISOString() },
});

/** With what only a look at one of them shows. */
export async function examinedUserReply(
  user: ListedUser,
  { organization, organizationId }: Administrator,
  deps: ServerContext,
): Promise<ExaminedUser> {
  const settings = await deps.organizations.require(organizationId);
  const [{ subscription, entitlement }, withFactor] = await Promise.all([
    planStatusOf({ organization, userId: user.id }, settings, deps),
    organization.factors.among([user.id]),
  ]);
  return {
    ...listedUserReply(user),
    phoneNumber: user.phoneNumber ?? '',
    address: user.address ?? '',
    hasFactor: withFactor.size > 0,
    subscription: subscription && { ...subscriptionReply(subscription, entitlement.stopReasons), source: subscription.source },
  };
}
