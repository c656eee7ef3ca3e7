import { takePaypalWebhook } from '@tenbin/contract';
import { parseWebhookEvent } from '@tenbin/paypal';
import { implementPublic } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

const sendAgainSeconds = 60;

/** Who signed it is settled before anything in it is read; what follows from it is a job's. */
export const handleTakePaypalWebhook = implementPublic(takePaypalWebhook, async ({ params: { organizationId }, raw, headers, deps }) => {
  await deps.organizations.require(organizationId);
  const organization = deps.database.forOrganization(organizationId);
  const accounts = await organization.paypalAccounts.list();
  const verdicts = await Promise.all(accounts.map((account) => deps.paypal.verify({ headers, body: raw }, account)));
  if (!verdicts.includes('genuine')) {
    if (!verdicts.includes('unavailable')) throw new Refusal('webhookForged');
    throw new Refusal('paymentProviderUnavailable', { facts: { seconds: sendAgainSeconds }, retryAfterSeconds: sendAgainSeconds });
  }
  const body = raw.toString('utf8');
  const event = parseWebhookEvent(body);
  if (event) {
    const { id, type, subscriptionId: paypalSubscriptionId } = event;
    const isNew = await organization.webhookEvents.put({ id, type, paypalSubscriptionId, body, receivedAt: deps.clock.now() });
    if (isNew) await deps.database.jobs.wake('payments');
  }
  return { success: true };
});
