import type { Difference } from '@tenbin/engine';
import { ExchangeError } from '@tenbin/exchange';

const ofKey: ReadonlySet<string> = new Set(['invalidApiKey', 'invalidSecret', 'invalidPassphrase', 'keyRefused']);
const isRefused = (error: unknown): boolean => error instanceof ExchangeError && error.kind === 'rejected' && ofKey.has(error.reason);

/** @returns null where the exchange refuses the key, twice: an exchange in trouble may refuse anybody's once. @throws whatever else `work` throws */
export async function unlessKeyRefused<T>(work: () => Promise<T>): Promise<T | null> {
  for (const isLast of [false, true]) {
    try {
      return await work();
    } catch (error) {
      if (!isRefused(error)) throw error;
      if (isLast) return null;
    }
  }
  return null;
}

/** Nothing else of it can be told. */
export const keyChanged = (since: Date): Difference => ({
  kind: 'keyChanged',
  pair: null,
  clientOrderId: null,
  exchangeOrderId: null,
  currency: null,
  expected: { state: null, amount: null },
  found: { state: null, amount: null },
  since,
  remedy: 'byOwner',
});
