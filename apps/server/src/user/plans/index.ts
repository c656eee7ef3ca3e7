import { campaignCodeFault, hasEnded, isShownTo, parseCampaignCode } from '@tenbin/billing';
import { countPayments, listAvailablePlans, listPayments, redeemCampaignCode } from '@tenbin/contract';
import { paymentReply, planReply } from '../../plans/reply.ts';
import type { Actor } from '../../route/caller.ts';
import { type Implementation, implement } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { buyPlanCalls } from './buy-plan.ts';
import { endPlanCalls } from './end-plan.ts';

const handleListAvailable = implement(listAvailablePlans, async ({ actor, deps }) => {
  const { userPlans, campaignCodes } = actor.organization;
  const [current, redeemedSeries, own] = await Promise.all([
    userPlans.listCurrent(),
    campaignCodes.listRedeemed(actor.userId),
    planOf(actor),
  ]);
  const now = deps.clock.now();
  const shown = current.filter((plan) => isShownTo(plan, { redeemedSeries, planId: own?.id ?? null }, now));
  // One's own may be a version that is offered no more.
  const isListed = own === null || shown.some(({ id }) => id === own.id);
  return [...shown, ...(isListed ? [] : [own])].map(planReply);
});

const handleRedeem = implement(redeemCampaignCode, async ({ body, actor, deps }) => {
  const { organization, userId } = actor;
  const now = deps.clock.now();
  const code = parseCampaignCode(body.campaignCode);
  const [user, own, entry] = await Promise.all([
    organization.users.require(userId),
    planOf(actor),
    code === null ? { found: null, isRedeemed: false } : organization.campaignCodes.look(userId, code),
  ]);
  const wasInvited = user.referredBy !== null;
  const fault = campaignCodeFault({ ...entry, wasInvited, currentSeriesId: own?.seriesId ?? null }, now);
  const plan = (await organization.userPlans.listCurrent()).find(({ seriesId }) => seriesId === entry.found?.seriesId);
  const refused = fault ?? (plan === undefined ? 'invalidCode' : null);
  if (refused !== null || plan === undefined || code === null) {
    const type = refused ?? 'invalidCode';
    throw new Refusal(type, { type });
  }
  // Of several at once one enters it.
  if (!(await organization.campaignCodes.redeem(userId, code, now))) throw new Refusal('alreadyRegistered', { type: 'alreadyRegistered' });
  return planReply(plan);
});

const handleListPayments = implement(listPayments, async ({ query, actor }) =>
  (await actor.organization.payments.listOfUser(actor.userId, query)).map(paymentReply),
);

const handleCountPayments = implement(countPayments, async ({ actor }) => ({
  count: await actor.organization.payments.countOfUser(actor.userId),
}));

/** The plan that the caller is on; null: none. */
async function planOf({ organization, userId }: Actor) {
  const subscription = await organization.subscriptions.findLatestOfUser(userId);
  return subscription && !hasEnded(subscription) ? subscription.plan : null;
}

export const planCalls: readonly Implementation[] = [
  handleListAvailable,
  handleRedeem,
  handleListPayments,
  handleCountPayments,
  ...buyPlanCalls,
  ...endPlanCalls,
];
