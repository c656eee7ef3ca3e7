import type { Purpose } from './plan-words.ts';

/** What somebody was led to the provider for: it sends them back with its own id alone. */
export interface PendingPurchase {
  readonly userPlanId: string;
  readonly purpose: Purpose;
  readonly paypalSubscriptionId: string | null;
}

const place = 'checkout';

export const keepPurchase = (purchase: PendingPurchase): void => localStorage.setItem(place, JSON.stringify(purchase));
export const dropPurchase = (): void => localStorage.removeItem(place);

/** @param paypalSubscriptionId - as the provider names it; another one is none */
export function findPurchase(paypalSubscriptionId: string | undefined): PendingPurchase | null {
  const kept = localStorage.getItem(place);
  if (kept === null) return null;
  const purchase = JSON.parse(kept) as PendingPurchase;
  return purchase.paypalSubscriptionId === paypalSubscriptionId ? purchase : null;
}
