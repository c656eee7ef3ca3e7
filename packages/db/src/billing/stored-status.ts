import type { SubscriptionStatus } from '@tenbin/billing';

/** JSON has no dates. */
type Stored<T> = { readonly [K in keyof T]: T[K] extends Date ? string : T[K] };
type OfEach<T> = T extends unknown ? Stored<T> : never;

/** A subscription's status in its column. */
export type StoredStatus = OfEach<SubscriptionStatus>;

export const storedStatus = (status: SubscriptionStatus): StoredStatus => JSON.parse(JSON.stringify(status)) as StoredStatus;

export function readStatus(stored: StoredStatus): SubscriptionStatus {
  switch (stored.kind) {
    case 'approvalPending':
    case 'active':
      return stored;
    case 'paymentFailed':
      return { ...stored, failedAt: new Date(stored.failedAt), graceUntil: new Date(stored.graceUntil) };
    case 'suspended':
      return { ...stored, since: new Date(stored.since) };
    case 'cancelled':
    case 'expired':
      return { ...stored, at: new Date(stored.at) };
    default:
      return stored satisfies never;
  }
}
