import type { Purpose } from './plan-words.ts';

/** What somebody was led to the provider for: it sends them back with its own id alone. */
export interface KeptWish {
  readonly userPlanId: string;
  readonly purpose: Purpose;
  readonly paypalSubscriptionId: string | null;
}

const place = 'checkout';

export const keepWish = (wish: KeptWish): void => localStorage.setItem(place, JSON.stringify(wish));
export const dropWish = (): void => localStorage.removeItem(place);

/** @param paypalSubscriptionId - as the provider names it; another one is none */
export function findWish(paypalSubscriptionId: string | undefined): KeptWish | null {
  const kept = localStorage.getItem(place);
  if (kept === null) return null;
  const wish = JSON.parse(kept) as KeptWish;
  return wish.paypalSubscriptionId === paypalSubscriptionId ? wish : null;
}
