import { hasEnded } from '@tenbin/billing';
import type { StoredSubscription } from '@tenbin/db';
import type { PaymentScope } from './seller.ts';

/** What goes on by the payments of one that ended: it has none of its own yet. */
export async function findRenewed(ended: StoredSubscription, { organization }: PaymentScope): Promise<StoredSubscription | null> {
  const latest = await organization.subscriptions.findLatestOfUser(ended.userId);
  if (latest === null || latest.id === ended.id || hasEnded(latest)) return null;
  return latest.paidAt !== null && latest.paidAt.getTime() === ended.paidAt?.getTime() ? latest : null;
}
