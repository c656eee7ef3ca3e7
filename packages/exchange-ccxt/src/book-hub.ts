import type { BookEvent } from '@tenbin/exchange';
import type { OrderBook, PairName } from '@tenbin/market';
import { pause, type Runtime } from '@tenbin/runtime';
import type { AddressLimits } from './address-limits.ts';
import { backOffMs, steadyAfterMs } from './back-off.ts';
import type { Caller } from './caller.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { Listeners } from './listeners.ts';
import { readBook } from './read-book.ts';

/** Longer than this nobody waits until an exchange has confirmed the end of a subscription. */
const timeoutMs = 5_000;

interface HubParts {
  readonly runtime: Pick<Runtime, 'now' | 'elapsedMs' | 'after' | 'random'>;
  readonly open: () => Promise<{ readonly exchange: CcxtExchange; readonly caller: Caller }>;
  readonly limits: Pick<AddressLimits, 'untilOpen' | 'untilConnectable'>;
  /** null: the exchange pushes. */
  readonly pollEveryMs: number | null;
  /** Absent: as many as the exchange sends. */
  readonly followedLevels: number | undefined;
  readonly fetchBook: (pair: PairName) => Promise<OrderBook>;
}

interface Followed {
  readonly listeners: Listeners<BookEvent>;
  readonly session: AbortController;
  readonly ended: Promise<void>;
  latest: OrderBook | null;
}

/**
 * The books of one exchange for everybody in the process: one subscription for a pair while somebody listens, and none
 * where nobody does. A break is told as stale; the pair's next book is news again.
 */
export class BookHub {
  readonly #parts: HubParts;
  readonly #followed = new Map<PairName, Followed>();
  /** By pair, the end of the subscription before: whoever comes back subscribes behind it, or it would end theirs. */
  readonly #leaving = new Map<PairName, Promise<void>>();

  constructor(parts: HubParts) {
    this.#parts = parts;
  }

  watch(pair: PairName, listener: (event: BookEvent) => void): () => void {
    const followed = this.#followed.get(pair) ?? this.#follow(pair);
    const leave = followed.listeners.add(listener);
    const { latest } = followed;
    if (latest !== null) queueMicrotask(() => listener(latest));
    return () => {
      leave();
      if (followed.listeners.size > 0 || this.#followed.get(pair) !== followed) return;
      followed.session.abort();
      this.#followed.delete(pair);
      this.#leave(pair, followed);
    };
  }

  async close(): Promise<void> {
    const all = [...this.#followed.values()];
    this.#followed.clear();
    for (const { session } of all) session.abort();
    await Promise.all(all.map(({ ended }) => ended));
  }

  #leave(pair: PairName, { ended }: Followed): void {
    const over = new AbortController();
    const timeout = pause(this.#parts.runtime, timeoutMs, { signal: over.signal, unref: true });
    const left = Promise.race([ended, timeout]).then(() => {
      over.abort();
      if (this.#leaving.get(pair) === left) this.#leaving.delete(pair);
    });
    this.#leaving.set(pair, left);
  }

  #follow(pair: PairName): Followed {
    const session = new AbortController();
    const listeners = new Listeners<BookEvent>();
    const followed: Followed = { listeners, session, latest: null, ended: this.#run(pair, () => followed, session.signal) };
    this.#followed.set(pair, followed);
    return followed;
  }

  async #run(pair: PairName, followed: () => Followed, signal: AbortSignal): Promise<void> {
    const { limits, pollEveryMs, runtime } = this.#parts;
    const isStreamed = pollEveryMs === null;
    await this.#leaving.get(pair);
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      await (isStreamed ? limits.untilConnectable(signal) : limits.untilOpen(signal));
      const began = runtime.elapsedMs();
      const take = (book: OrderBook) => {
        if (signal.aborted) return;
        followed().latest = book;
        followed().listeners.emit(book);
      };
      try {
        await (isStreamed ? this.#stream(pair, take, signal) : this.#poll(pair, take, signal));
      } catch (error) {
        if (signal.aborted) break;
        followed().latest = null;
        followed().listeners.emit({ stale: true, pair, error: error instanceof Error ? error : new Error(String(error)) });
      }
      if (runtime.elapsedMs() - began > steadyAfterMs) attempt = 0;
      await pause(runtime, backOffMs(attempt, runtime.random()), { signal });
    }
  }

  async #poll(pair: PairName, take: (book: OrderBook) => void, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      take(await this.#parts.fetchBook(pair));
      await pause(this.#parts.runtime, this.#parts.pollEveryMs ?? 0, { signal });
    }
  }

  /** @throws {ExchangeError} the socket broke */
  async #stream(pair: PairName, take: (book: OrderBook) => void, signal: AbortSignal): Promise<void> {
    const { open, runtime, followedLevels } = this.#parts;
    const { exchange, caller } = await open();
    const left = Promise.withResolvers<null>();
    const leave = () => left.resolve(null);
    signal.addEventListener('abort', leave);
    try {
      while (!signal.aborted) {
        const said = await Promise.race([exchange.watchOrderBook(pair, followedLevels), left.promise]);
        if (said !== null) take(readBook(pair, said, runtime.now()));
      }
    } catch (error) {
      throw caller.toExchangeError(error, 'book stream');
    } finally {
      signal.removeEventListener('abort', leave);
      // Nobody listens any more: what cannot be unsubscribed is only unheard, and ends with its socket.
      if (signal.aborted) await exchange.unWatchOrderBook?.(pair).catch(() => undefined);
    }
  }
}
