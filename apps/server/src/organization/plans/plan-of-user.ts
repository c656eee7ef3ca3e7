import { endOf, giftSubscription, hasEnded, isOnOffer } from '@tenbin/billing';
import { cancelSubscriptionOfUser, giveUserPlan } from '@tenbin/contract';
import { DomainError } from '@tenbin/market';
import { mailerOf } from '../../mails/mailer.ts';
import { cancelRunning } from '../../payments/cancel-running.ts';
import { endAtProvider } from '../../payments/reconcile-subscription.ts';
import { closeCheckout } from '../../payments/settle-checkout.ts';
import { planStatusOf } from '../../plans/entitlement.ts';
import { subscriptionReply } from '../../plans/reply.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

/** Somebody else changed the plan since it was read. */
function refuseOvertaken(error: unknown): never {
  throw error instanceof DomainError && error.code === 'subscriptionChanged' ? new Refusal('alreadySubscribed') : error;
}

/** What is paid for ends at the provider first; the bots go on under the gift. */
const handleGive = implementForAdministrator(giveUserPlan, async ({ params, body, actor: { organization }, deps, audit }) => {
  const { expiresAt, reason } = body;
  audit.because(reason);
  const now = deps.clock.now();
  const user = await organization.users.require(params.userId);
  if (user.deletedAt !== null) throw new Refusal('userNotFound');
  const plan = await organization.userPlans.require(params.userPlanId);
  if (!isOnOffer(plan, now)) throw new Refusal('userPlanNotOffered');
  const settings = await deps.organizations.require(organization.organizationId);
  const { timeZone } = settings.settings;
  const gift = giftSubscription(plan, { id: organization.newId(), userId: user.id, now, timeZone, expiresAt });
  const open = await organization.checkouts.findOpen(user.id);
  if (open) await closeCheckout(open, { organization, deps });
  const present = await organization.subscriptions.findLatestOfUser(user.id);
  const living = present !== null && !hasEnded(present) ? present : null;
  if (living) await endAtProvider(living, { organization, deps }, 'followed by a gift');
  const mail = mailerOf(deps.tenancy.brandOf(settings), deps);
  const insteadOf = living?.source === 'paypal' ? living.plan.name : null;
  const stored = await organization.transaction(async (within) => {
    // Before the plan, so that two at once do not wait for one another.
    const told = await within.users.addActionFlag(user.id, 'PlanSelectionCompleted');
    if (living)
      await within.subscriptions.save(living, { ...living, status: { kind: 'cancelled', at: now }, nextPlan: null }).catch(refuseOvertaken);
    const given = await within.subscriptions.create(gift, null);
    await mail(within, told, (urlOf) => ({
      template: 'planGiven',
      planName: plan.name,
      tradingLimit: plan.tradingLimit === null ? null : Number(plan.tradingLimit),
      until: endOf(gift),
      insteadOf,
      url: urlOf('/plan'),
    }));
    audit.add({ planName: plan.name, ...(expiresAt && { expiresAt: expiresAt.toISOString() }) });
    await audit.storeIn(within);
    return given;
  });
  const { entitlement } = await planStatusOf({ organization, userId: user.id }, settings, deps);
  return subscriptionReply(stored, entitlement.stopReasons);
});

const handleCancel = implementForAdministrator(cancelSubscriptionOfUser, async ({ params, body, actor: { organization }, deps, audit }) => {
  audit.because(body.reason);
  const { id: userId } = await organization.users.require(params.userId);
  const ended = await cancelRunning(
    userId,
    { organization, deps },
    {
      reason: 'ended by an administrator',
      along(within, { plan }) {
        audit.add({ planName: plan.name });
        return audit.storeIn(within);
      },
    },
  );
  if (ended === null) throw new Refusal('userHasNoPlan');
  return { success: true };
});

export const planOfUserCalls: readonly Implementation[] = [handleGive, handleCancel];
