import { endOf, hasEnded } from '@tenbin/billing';
import { cancelSubscription, clearExpiredSubscription } from '@tenbin/contract';
import { requireWithin } from '../../limits/limits.ts';
import { requireOwnPassword } from '../../passwords/require-own-password.ts';
import { cancelRunning } from '../../payments/cancel-running.ts';
import { endAtProvider, reconcileSubscription } from '../../payments/reconcile-subscription.ts';
import { type Implementation, implement } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

const handleCancel = implement(cancelSubscription, async ({ body, actor, deps, caller }) => {
  if (!body.password) throw new Refusal('passwordRequired');
  await requireOwnPassword(body.password, { actor, deps, caller });
  const { organization, userId } = actor;
  if ((await cancelRunning(userId, { organization, deps })) === null) throw new Refusal('noSubscription');
  return { success: true };
});

const handleClearExpired = implement(clearExpiredSubscription, async ({ actor, deps }) => {
  const { organization, userId } = actor;
  const scope = { organization, deps };
  const present = await organization.subscriptions.findLatestOfUser(userId);
  if (present === null) throw new Refusal('noSubscription');
  requireWithin(deps.limits.settlements, userId);
  const end = endOf(present);
  if (present.status.kind === 'expired') await endAtProvider(present, scope);
  else if (!hasEnded(present) && end !== null && deps.clock.now() >= end) await reconcileSubscription(present.id, scope);
  else throw new Refusal('subscriptionNotExpired');
  return { success: true };
});

export const endPlanCalls: readonly Implementation[] = [handleCancel, handleClearExpired];
