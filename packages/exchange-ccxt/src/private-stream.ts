import type { PrivateEvent } from '@tenbin/exchange';
import { backOffMs, steadyAfterMs } from './back-off.ts';
import type { Caller } from './caller.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { pause } from './pause.ts';
import type { PrivateEvents } from './private-events.ts';
import type { Quirks } from './quirks/quirks.ts';
import { asList } from './raw-fields.ts';
import { readFill } from './read-fill.ts';
import { readOrder } from './read-order.ts';

interface StreamParts {
  readonly exchange: CcxtExchange;
  readonly caller: Caller;
  readonly quirks: Quirks;
}

/**
 * Orders and fills as the exchange pushes them, over one socket.
 *
 * - `connected` comes once the exchange accepted the subscription, so that a snapshot taken then misses nothing;
 * - `disconnected` comes once per break, and once for each failed attempt to return;
 * - what ccxt merged (several updates of one order read late) arrives merged; fills never are.
 */
export const privateStream =
  ({ exchange, caller, quirks }: StreamParts): PrivateEvents =>
  async (tell, signal) => {
    const closeSockets = () => void exchange.close().catch(() => undefined);
    signal.addEventListener('abort', closeSockets);
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const began = Date.now();
      const loops = [
        readOnAndOn(
          signal,
          () => exchange.watchOrders(),
          (order) => tell({ type: 'order', order: readOrder(order, quirks) }),
        ),
        readOnAndOn(
          signal,
          () => exchange.watchMyTrades(),
          (trade) => tell({ type: 'fill', fill: readFill(trade, quirks) }),
        ),
      ];
      const opened = signIn(exchange).then(() => {
        if (!signal.aborted) tell({ type: 'connected' });
      });
      const failure = await firstFailure([...loops, opened]);
      closeSockets();
      await Promise.allSettled([...loops, opened]);
      if (signal.aborted) break;
      if (Date.now() - began > steadyAfterMs) attempt = 0;
      tell(disconnected(caller, failure));
      await pause(backOffMs(attempt, Math.random()), signal);
    }
    signal.removeEventListener('abort', closeSockets);
  };

const signIn = async (exchange: CcxtExchange): Promise<unknown> => exchange.authenticate?.();

/** Ends with the error that ends it, or when the signal fires. */
async function readOnAndOn(signal: AbortSignal, next: () => Promise<unknown>, take: (item: unknown) => void): Promise<void> {
  while (!signal.aborted) {
    for (const item of asList(await next())) take(item);
  }
}

/** The first rejection; undefined when all ended without one. */
async function firstFailure(attempts: readonly Promise<void>[]): Promise<unknown> {
  try {
    await Promise.all(attempts);
    return undefined;
  } catch (error) {
    return error;
  }
}

const disconnected = (caller: Caller, failure: unknown): PrivateEvent => ({
  type: 'disconnected',
  error: caller.toExchangeError(failure, 'private stream'),
});
