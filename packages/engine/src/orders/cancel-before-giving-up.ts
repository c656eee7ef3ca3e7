import { type BotOrder, hasEnded, isUncertain } from '@tenbin/bots';
import { type ExchangeAccount, ExchangeError } from '@tenbin/exchange';
import type { Log } from '@tenbin/telemetry';
import type { AccountLease } from '../account/account-registry.ts';
import { referenceOf } from '../runner/snapshot.ts';
import type { Clock } from '../runtime/clock.ts';
import { withTimeout } from '../runtime/with-timeout.ts';
import { isTheOrder } from './is-the-order.ts';

/** Whoever gives a bot up does not wait longer for its exchange. */
const maxMs = 20_000;

export interface CancelOptions {
  readonly leaseAccount: () => Promise<AccountLease>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Tries to cancel what may be open of a bot that nobody will run any more.
 *
 * @returns the client order ids of those of which the exchange did not confirm that they are over
 */
export async function cancelBeforeGivingUp(orders: readonly BotOrder[], { leaseAccount, clock, log }: CancelOptions): Promise<string[]> {
  const live = orders.filter((order) => !hasEnded(order));
  const mayBeOpen = new Set(live.map((order) => order.clientOrderId));
  const warn = (error: unknown) => log.warn({ err: error }, 'orders.cancel_failed');
  const cancelAt = (account: ExchangeAccount) => async (order: BotOrder) => {
    const isOver = await cancelledOrOver(order, account).catch(warn);
    if (isOver) mayBeOpen.delete(order.clientOrderId);
  };
  const cancelAll = async () => {
    const lease = await leaseAccount();
    try {
      await Promise.all(live.map(cancelAt(lease.account)));
    } finally {
      await lease.release();
    }
  };
  if (live.length > 0) await withTimeout(maxMs, clock, cancelAll()).catch(warn);
  return [...mayBeOpen];
}

/** @returns whether the exchange says that it is over */
async function cancelledOrOver(order: BotOrder, account: ExchangeAccount): Promise<boolean> {
  const report = await account.cancelOrder(referenceOf(order)).catch((error: unknown) => {
    if (error instanceof ExchangeError && error.reason === 'orderNotFound') return null;
    throw error;
  });
  // One of unknown fate that is not open may be over, or may still be on its way.
  const found = report ?? (isUncertain(order) ? await account.findOrder(referenceOf(order)) : 'over');
  return found === 'over' || (found !== null && found.status !== 'open' && isTheOrder(order, found));
}
