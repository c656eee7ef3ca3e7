import { pause, type Runtime } from '@tenbin/runtime';
import { backOffMs, steadyAfterMs } from './back-off.ts';
import type { Caller } from './caller.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { ConnectionGate } from './connection-gate.ts';
import type { PrivateEvents } from './private-events.ts';
import type { Quirks } from './quirks/quirks.ts';
import { asList, asRaw } from './raw-fields.ts';
import { readFill } from './read-fill.ts';
import { readOrder } from './read-order.ts';

interface StreamParts {
  readonly runtime: Pick<Runtime, 'now' | 'elapsedMs' | 'after' | 'random'>;
  readonly gate: ConnectionGate;
  readonly exchange: CcxtExchange;
  readonly caller: Caller;
  readonly quirks: Quirks;
}

/**
 * Orders and fills as the exchange pushes them, over one socket.
 *
 * - no socket is opened, nor opened again, before its turn comes; `waiting` says when that is expected;
 * - `connected` comes once the exchange accepted the subscription, so that a snapshot taken then misses nothing;
 * - `disconnected` comes once per break, and once for each failed attempt to return;
 * - what was read is taken out of ccxt's memory, which would grow by hundreds of orders and trades for each account;
 * - what a person does on a market that is not in our list is passed over: it cannot be ours, nor be read;
 * - what ccxt merged (several updates of one order read late) arrives merged; fills never are.
 */
export const privateStream =
  (parts: StreamParts): PrivateEvents =>
  async (emit, signal) => {
    const { exchange, caller, quirks, gate, runtime } = parts;
    const closeSockets = () => void exchange.close().catch(() => undefined);
    signal.addEventListener('abort', closeSockets);
    const sayConnected = async (): Promise<void> => {
      await quirks.untilSubscribed?.(exchange);
      if (!signal.aborted) emit({ type: 'connected' });
    };
    const isListed = (item: unknown) => exchange.markets?.[String(asRaw(item).symbol)] !== undefined;
    const follow = async (): Promise<void> => {
      // Alone: while one call signs in, ccxt takes the account for signed in already.
      await caller.connect('open private stream', async () => exchange.authenticate?.());
      const loops = [
        readOnAndOn(
          signal,
          async () => {
            const orders = asList(await exchange.watchOrders());
            exchange.orders = undefined;
            return orders.filter(isListed);
          },
          (order) => emit({ type: 'order', order: readOrder(order, parts) }),
        ),
        readOnAndOn(
          signal,
          async () => {
            const trades = asList(await exchange.watchMyTrades());
            exchange.myTrades = undefined;
            return trades.filter(isListed);
          },
          (trade) => emit({ type: 'fill', fill: readFill(trade, parts) }),
        ),
      ];
      const running = [...loops, sayConnected()];
      try {
        await Promise.all(running);
      } finally {
        if (!signal.aborted) closeSockets();
        await Promise.allSettled(running);
      }
    };
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      await gate.pass({ signal, onWait: (until) => emit({ type: 'waiting', until }) });
      if (signal.aborted) break;
      const began = runtime.elapsedMs();
      const failure = await follow().catch((error: unknown) => error);
      if (signal.aborted) break;
      closeSockets();
      if (runtime.elapsedMs() - began > steadyAfterMs) attempt = 0;
      emit({ type: 'disconnected', error: caller.toExchangeError(failure, 'private stream') });
      await pause(runtime, backOffMs(attempt, runtime.random()), { signal });
    }
    signal.removeEventListener('abort', closeSockets);
  };

/** Ends with the error that ends it, or when the signal fires. */
async function readOnAndOn(signal: AbortSignal, next: () => Promise<readonly unknown[]>, take: (item: unknown) => void): Promise<void> {
  while (!signal.aborted) {
    for (const item of await next()) take(item);
  }
}
