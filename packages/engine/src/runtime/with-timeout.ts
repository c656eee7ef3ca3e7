import { ExchangeError } from '@tenbin/exchange';
import type { Clock } from './clock.ts';

/** Longer than any question with all that belongs to it: what takes longer will not be answered. */
export const questionTimeoutMs = 45_000;

/**
 * What comes of work, if it comes in time. Work that does not is left alone: what it brings later is passed over.
 *
 * @throws {ExchangeError} `deadlinePassed`
 */
export async function withTimeout<T>(ms: number, clock: Clock, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const expire = () => reject(new ExchangeError(`no answer within ${ms} ms`, { kind: 'transient', reason: 'deadlinePassed' }));
  const stop = clock.after(ms, expire, { unref: true });
  try {
    return await Promise.race([work, late]);
  } finally {
    stop();
  }
}
