import { hasEnded } from '@tenbin/billing';
import { deleteSelf } from '@tenbin/contract';
import type { OrganizationDatabase } from '@tenbin/db';
import { methodsOf, withCode } from '../../factors/use-factor.ts';
import { forgetMailTurns, forgetResetTurns } from '../../mails/mail-turns.ts';
import { mailerOfOrganization } from '../../mails/mailer.ts';
import { requireOwnPassword } from '../../passwords/require-own-password.ts';
import { isSettled } from '../../payments/settle-checkout.ts';
import { implement } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

/** All that is known of a user goes. What books need stays, of somebody who is not known any more. */
export const handleDeleteSelf = implement(deleteSelf, async ({ body, actor, deps, caller, audit }) => {
  const { organization, organizationId, userId } = actor;
  const user = await requireOwnPassword(body.password, { actor, deps, caller });
  // Who has agreed to a purchase is charged, whether we have heard of it or not.
  const open = await organization.checkouts.findOpen(userId);
  if (open) await isSettled(open, { organization, deps });
  const at = deps.clock.now();
  const mail = await mailerOfOrganization(organizationId, deps);
  const deleteAll = (useCode: (within: OrganizationDatabase) => Promise<void>): Promise<number> =>
    organization.transaction(async (within) => {
      if (!(await within.users.lock(user))) throw new Refusal('wrongPassword');
      await useCode(within);
      await endSubscription(within, userId, at);
      // One that has not come to rest refuses it.
      const bots = await within.bots.listOfUser(userId);
      for (const { id } of bots) await within.bots.delete(userId, id);
      await within.bots.forgetNames(userId);
      await within.exchangeAccounts.forget(userId, at);
      await within.verificationCodes.removeAll(userId);
      await within.notMeLinks.removeAll(userId);
      await within.factors.removeAll(userId);
      const signUp = await within.signUps.findByEmail(user.email, at);
      if (signUp) await within.signUps.remove(signUp.id);
      await mail(within, user, () => ({ template: 'accountDeleted', at }));
      await within.users.forget(userId, at);
      await deps.sessions.endAllWithin(within, { surface: 'user', subjectId: userId });
      return bots.length;
    });
  const holder = { organization, holderId: userId };
  const hasFactor = (await methodsOf(holder)).length > 0;
  const deletedBots = hasFactor ? await withCode(body.code ?? '', { holder, deps }, deleteAll) : await deleteAll(async () => {});
  await organization.codeTries.forgetAll(userId);
  await forgetMailTurns({ email: user.email, organizationId }, deps);
  await forgetResetTurns({ userId, organizationId }, deps);
  audit.add({ deletedBots });
  return { success: true };
});

/** What nobody charges for ends with its user. @throws {Refusal} `subscriptionRunning` where PayPal does */
async function endSubscription({ subscriptions, checkouts }: OrganizationDatabase, userId: string, at: Date): Promise<void> {
  const checkout = await checkouts.findOpen(userId);
  if (checkout) await checkouts.end(checkout.id, 'abandoned', at);
  const subscription = await subscriptions.findLatestOfUser(userId);
  if (!subscription || hasEnded(subscription)) return;
  if (subscription.source === 'paypal') throw new Refusal('subscriptionRunning');
  await subscriptions.save(subscription, { ...subscription, status: { kind: 'cancelled', at } });
}
