import { calendarMonth, type Entitlement, entitlementOf, hasEnded, type Subscription, volumeBar } from '@tenbin/billing';
import type { Database, OrganizationDatabase, StoredSubscription } from '@tenbin/db';
import type { Clock } from '@tenbin/engine';
import type { MailSubject } from '@tenbin/mail';
import type { Decimal } from '@tenbin/market';
import type { Log } from '@tenbin/telemetry';
import type { UserMails } from '../mails/user-mails.ts';

interface Given {
  readonly db: Pick<Database, 'forOrganization' | 'platform'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly mails: Pick<UserMails, 'put'> | null;
}

/** Every minute. */
export const entitlementTimes = '* * * * *';

/**
 * Stops the bots of all whose plan does not let them run any more, and tells those whose limit is near. Whoever is stopped
 * is not found again.
 */
export async function stopUnentitled({ db, clock, log, mails }: Given, signal?: AbortSignal): Promise<void> {
  for (const { id: organizationId, isFree, settings } of await db.platform.organizations.list()) {
    if (signal?.aborted) return;
    if (isFree) continue;
    const own = db.forOrganization(organizationId);
    const facts = { isFreeOrganization: isFree, timeZone: settings.timeZone, now: clock.now() };
    for (const { userId, subscription, volume } of await own.subscriptions.listTraders(
      calendarMonth(facts.now, settings.timeZone),
      facts.now,
    )) {
      const entitlement = entitlementOf(subscription, { ...facts, volume });
      const { stopReasons: reasons } = entitlement;
      if (reasons.length === 0) {
        if (subscription) await tellNearLimit(own, { subscription, entitlement, volume, mails });
        continue;
      }
      const mailAt = mailOf(entitlement, subscription);
      await own.transaction(async (inside: OrganizationDatabase) => {
        await inside.stops.ask({ scope: 'user', userId }, { by: 'automatic', at: facts.now });
        if (mailAt) await mails?.put(inside, async ({ pageOf }) => ({ userId, mail: mailAt(pageOf('/plan')) }));
      });
      log.info({ organizationId, userId, reasons: reasons.join() }, 'bots.not_entitled');
    }
  }
}

/** What somebody is told of the stop; null where the end of their plan tells it. */
function mailOf(
  { stopReasons, tradingLimit, period }: Entitlement,
  subscription: Subscription | null,
): ((url: string) => MailSubject) | null {
  if (subscription === null || hasEnded(subscription)) return (url) => ({ template: 'planNeeded', url });
  const { name: planName, monthlyPrice: amount } = subscription.plan;
  if (stopReasons.includes('BY_PAYMENT_FAILED')) return (url) => ({ template: 'paymentStopped', planName, amount, url });
  if (!stopReasons.includes('BY_TRADING_VOLUME_LIMIT')) return null;
  return (url) => ({ template: 'volumeLimitReached', planName, tradingLimit: Number(tradingLimit), periodEnd: period.end, url });
}

interface Near {
  readonly subscription: StoredSubscription;
  readonly entitlement: Entitlement;
  readonly volume: Decimal;
  readonly mails: Given['mails'];
}

/** Once in a payment period. */
async function tellNearLimit(
  own: OrganizationDatabase,
  { subscription: { id, userId, plan }, entitlement: { tradingLimit, period }, volume, mails }: Near,
): Promise<void> {
  if (volumeBar(volume, tradingLimit).level !== 'red') return;
  const facts = { planName: plan.name, used: Number(volume), tradingLimit: Number(tradingLimit), periodEnd: period.end };
  await own.transaction(async (inside) => {
    if (!(await inside.subscriptions.tellNearLimit(id, period.start))) return;
    await mails?.put(inside, async ({ pageOf }) => ({ userId, mail: { template: 'volumeNearLimit', ...facts, url: pageOf('/plan') } }));
  });
}
