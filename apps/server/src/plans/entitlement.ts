import { type Entitlement, entitlementOf, periodOf } from '@tenbin/billing';
import type { Organization, OrganizationDatabase, StoredSubscription } from '@tenbin/db';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../route/refusal.ts';

/** Whose, and of which organization. */
interface Subscriber {
  readonly organization: OrganizationDatabase;
  readonly userId: string;
}

export interface PlanStatus {
  /** The one that runs, or the last that ended. */
  readonly subscription: StoredSubscription | null;
  readonly entitlement: Entitlement;
}

/** What somebody is subscribed to, and may do by that. */
export async function planStatusOf(
  { organization, userId }: Subscriber,
  { isFree, settings: { timeZone } }: Organization,
  { clock }: Pick<ServerContext, 'clock'>,
): Promise<PlanStatus> {
  const at = { now: clock.now(), timeZone };
  const subscription = await organization.subscriptions.findLatestOfUser(userId);
  // Nothing of it counts where nothing is to be paid.
  const volume = isFree ? '0' : await organization.records.volumeOfUser(userId, periodOf(subscription, at));
  return { subscription, entitlement: entitlementOf(subscription, { isFreeOrganization: isFree, volume, ...at }) };
}

/** @throws {Refusal} `exchangeNotInPlan` */
export function requireInPlan(entitlement: Entitlement | null, exchangeId: string): void {
  if (entitlement?.selectableExchanges?.includes(exchangeId) === false) throw new Refusal('exchangeNotInPlan');
}

/**
 * Asks for the plan without which no bot runs.
 *
 * @returns what it includes; null: everything, in a free organization and on the platform
 * @throws {Refusal} `paymentRequired`, `tradingLimitReached`
 */
export async function requireEntitled(
  subscriber: Subscriber,
  settings: Organization,
  deps: Pick<ServerContext, 'clock'>,
): Promise<Entitlement | null> {
  if (settings.isFree) return null;
  const { entitlement } = await planStatusOf(subscriber, settings, deps);
  const { stopReasons, tradingLimit } = entitlement;
  if (stopReasons.length === 0) return entitlement;
  if (stopReasons.every((reason) => reason === 'BY_TRADING_VOLUME_LIMIT') && tradingLimit !== null)
    throw new Refusal('tradingLimitReached', { facts: { limit: tradingLimit } });
  throw new Refusal('paymentRequired');
}
