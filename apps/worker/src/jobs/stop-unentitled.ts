import { calendarMonth, type Entitlement, entitlementOf, hasEnded, type Subscription, volumeBar } from '@tenbin/billing';
import { type Database, type Organization, type OrganizationDatabase, passedOver, type Trader } from '@tenbin/db';
import type { Clock } from '@tenbin/engine';
import type { MailSubject } from '@tenbin/mail';
import type { Log, Metrics } from '@tenbin/telemetry';
import type { UserMails } from '../mails/user-mails.ts';

export interface EntitlementDeps {
  readonly db: Pick<Database, 'forOrganization' | 'platform'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly mails: Pick<UserMails, 'put'> | null;
}

/** Every minute. */
export const entitlementTimes = '* * * * *';

/**
 * Stops the bots of all whose plan does not let them run any more, and tells those whose limit is near, and those whose limit
 * does not hold them any more. Whoever is stopped is not found again. What fails for one keeps nobody else waiting.
 */
export async function stopUnentitled(deps: EntitlementDeps, signal?: AbortSignal): Promise<void> {
  for (const organization of await deps.db.platform.organizations.list()) {
    if (signal?.aborted) return;
    for (const look of [stopUnentitledOf, notifyWhoMayStart]) {
      try {
        await look(organization, deps);
      } catch (error) {
        passedOver('entitlements', deps).warn({ organizationId: organization.id, err: error }, 'entitlements.check_failed');
      }
    }
  }
}

type Settings = Pick<Organization, 'id' | 'isFree' | 'settings'>;

/**
 * Stops first, and tells of limits that are near after it.
 *
 * @param of - these users alone; all of the organization's unless given
 * @returns for whom it failed
 * @throws what the database throws where nobody could be looked at
 */
export async function stopUnentitledOf(organization: Settings, deps: EntitlementDeps, of?: readonly string[]): Promise<readonly string[]> {
  if (organization.isFree) return [];
  const own = deps.db.forOrganization(organization.id);
  const now = deps.clock.now();
  const traders = (await own.subscriptions.listTraders(defaultPeriod(organization, now), now, of)).map((trader) => ({
    userId: trader.userId,
    trader,
    entitlement: entitlementIn(organization, trader, now),
  }));
  const mayRun = ({ entitlement }: (typeof traders)[number]): boolean => entitlement.stopReasons.length === 0;
  const where = { own, organization, deps };
  const stopped = traders.filter((one) => !mayRun(one));
  const near = traders.filter(mayRun).filter(isNearUnnotified);
  return [
    ...(await each(stopped, where, ({ userId }) => stop(userId, where))),
    ...(await each(near, where, (one) => notifyNearLimit(one, where))),
  ];
}

/** One after the other, each for itself. @returns for whom it failed */
async function each<T extends Pick<Trader, 'userId'>>(
  all: readonly T[],
  { organization, deps }: Where,
  work: (one: T) => Promise<void>,
): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const one of all) {
    const { userId } = one;
    try {
      await work(one);
    } catch (error) {
      passedOver('entitlements', deps).warn({ organizationId: organization.id, userId, err: error }, 'entitlement.failed');
      failed.push(userId);
    }
  }
  return failed;
}

const defaultPeriod = ({ settings: { timeZone } }: Settings, now: Date) => calendarMonth(now, timeZone);

const entitlementIn = ({ isFree, settings: { timeZone } }: Settings, { subscription, volume }: Trader, now: Date): Entitlement =>
  entitlementOf(subscription, { isFreeOrganization: isFree, timeZone, volume, now });

interface Where {
  readonly own: OrganizationDatabase;
  readonly organization: Settings;
  readonly deps: EntitlementDeps;
}

/** Once, whoever else found it at the same time: the second one waits for the user's row, and sees that nothing runs. */
async function stop(userId: string, { own, organization, deps }: Where): Promise<void> {
  const stopReasons = await own.transaction(async (within) => {
    const user = await within.users.find(userId);
    if (user) await within.users.lock(user);
    const now = deps.clock.now();
    const [trader] = await within.subscriptions.listTraders(defaultPeriod(organization, now), now, [userId]);
    if (!trader) return [];
    const { subscription } = trader;
    const entitlement = entitlementIn(organization, trader, now);
    const reasons = entitlement.stopReasons;
    if (reasons.length === 0) return [];
    // The subscription before the bots, as whoever stores what became of a payment: nobody waits in a circle.
    if (subscription && reasons.includes('BY_TRADING_VOLUME_LIMIT')) await within.subscriptions.markStoppedAtLimit(subscription.id, now);
    await within.stops.ask({ scope: 'user', userId }, { by: 'automatic', at: now });
    const mailAt = mailOf(entitlement, subscription);
    if (mailAt) await deps.mails?.put(within, async ({ pageOf }) => ({ userId, mail: mailAt(pageOf('/plan')) }));
    return reasons;
  });
  if (stopReasons.length > 0) deps.log.info({ organizationId: organization.id, userId, reasons: stopReasons.join() }, 'bots.not_entitled');
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
  readonly trader: Trader;
  readonly entitlement: Entitlement;
}

/** Whose limit is near, and who was not told so in this period: whoever was costs nothing more. */
const isNearUnnotified = ({ trader: { volume, nearLimitNotifiedOf }, entitlement: { tradingLimit, period } }: Near): boolean =>
  volumeBar(volume, tradingLimit).level === 'red' && nearLimitNotifiedOf?.getTime() !== period.start.getTime();

/** Once in a payment period, whoever else found it at the same time. */
async function notifyNearLimit(
  { trader: { userId, subscription, volume }, entitlement: { tradingLimit, period } }: Near,
  { own, deps: { mails } }: Where,
): Promise<void> {
  if (subscription === null) return;
  const facts = {
    planName: subscription.plan.name,
    used: Number(volume),
    tradingLimit: Number(tradingLimit),
    periodEnd: period.end,
  };
  await own.transaction(async (within) => {
    if (!(await within.subscriptions.markNearLimitNotified(subscription.id, period.start))) return;
    await mails?.put(within, async ({ pageOf }) => ({ userId, mail: { template: 'volumeNearLimit', ...facts, url: pageOf('/plan') } }));
  });
}

/** Whose bots were stopped at the limit, and may run again: by a larger plan, or since a period is over. They stay stopped. */
async function notifyWhoMayStart(organization: Settings, deps: EntitlementDeps): Promise<void> {
  const { db, clock, mails } = deps;
  const own = db.forOrganization(organization.id);
  const now = clock.now();
  const held = await own.subscriptions.listStoppedAtLimit(defaultPeriod(organization, now), now);
  await each(held, { own, organization, deps }, async (trader) => {
    const { userId, subscription } = trader;
    const { stopReasons, tradingLimit, period } = entitlementIn(organization, trader, now);
    const isOver = subscription === null || hasEnded(subscription);
    if (stopReasons.length > 0 && !isOver) return;
    await own.transaction(async (within) => {
      // Whose plan has ended is told with the next one.
      if (!(await within.subscriptions.clearStoppedAtLimit(userId)) || isOver) return;
      const facts = {
        planName: subscription.plan.name,
        tradingLimit: tradingLimit === null ? null : Number(tradingLimit),
        periodEnd: period.end,
      };
      await mails?.put(within, async ({ pageOf }) => ({ userId, mail: { template: 'volumeLimitLifted', ...facts, url: pageOf('/bots') } }));
    });
  });
}
