import type { PriceTick } from '@tenbin/exchange';
import type { PairName } from '@tenbin/market';
import { pause, type Runtime } from '@tenbin/runtime';
import type { AddressLimits } from './address-limits.ts';
import { backOffMs, steadyAfterMs } from './back-off.ts';
import type { Caller } from './caller.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { Listeners } from './listeners.ts';
import { PriceBoard } from './price-board.ts';
import { asList } from './raw-fields.ts';

export type PriceEvent = PriceTick | { readonly stale: true; readonly error: Error };

interface HubParts {
  readonly runtime: Pick<Runtime, 'now' | 'elapsedMs' | 'after' | 'random'>;
  readonly open: () => Promise<{ readonly exchange: CcxtExchange; readonly caller: Caller }>;
  readonly limits: Pick<AddressLimits, 'untilOpen' | 'untilConnectable'>;
  /** null: the exchange pushes. */
  readonly pollEveryMs: number | null;
  readonly fetchPrices: (pairs: readonly PairName[]) => Promise<PriceTick[]>;
}

const subscribedAfterMs = 1000;
const unlistedPauseMs = 60_000;

/**
 * The prices of one exchange for everybody in the process, over one public socket.
 *
 * - Pairs are subscribed to in batches, when somebody first asks for them, and left when nobody listens at all.
 * - A batch starts, and starts again after each break, with a snapshot, so that a quiet pair has a price too.
 * - A break is told as stale to all; a pair is fresh again with its next tick.
 */
export class PriceHub {
  readonly #parts: HubParts;
  readonly #listeners = new Listeners<PriceEvent>();
  readonly #board: PriceBoard;
  readonly #streamed = new Set<PairName>();
  #session = new AbortController();
  #batches: Promise<void>[] = [];
  #ended: Promise<unknown> = Promise.resolve();

  constructor(parts: HubParts) {
    this.#parts = parts;
    this.#board = new PriceBoard(parts.runtime, (tick) => this.#listeners.emit(tick));
  }

  watch(pairs: readonly PairName[], listener: (event: PriceEvent) => void): () => void {
    const wanted = new Set(pairs);
    const leave = this.#listeners.add((event) => {
      if ('stale' in event || wanted.has(event.pair)) listener(event);
    });
    const known = pairs.map((pair) => this.#board.latest(pair)).filter((tick) => tick !== null);
    queueMicrotask(() => {
      for (const tick of known) listener(tick);
    });
    this.#stream(pairs.filter((pair) => !this.#streamed.has(pair)));
    return () => {
      leave();
      if (this.#listeners.size === 0) void this.close();
    };
  }

  async close(): Promise<void> {
    this.#session.abort();
    this.#ended = Promise.all([this.#ended, ...this.#batches]);
    this.#batches = [];
    this.#board.forget([...this.#streamed]);
    this.#streamed.clear();
    this.#session = new AbortController();
    await this.#ended;
  }

  #stream(pairs: readonly PairName[]): void {
    if (pairs.length === 0) return;
    for (const pair of pairs) this.#streamed.add(pair);
    const { signal } = this.#session;
    // The session before closes all of the instance's sockets as it ends.
    this.#batches.push(this.#ended.then(() => this.#runBatch(pairs, signal)));
  }

  async #runBatch(pairs: readonly PairName[], signal: AbortSignal): Promise<void> {
    const { limits, pollEveryMs, runtime } = this.#parts;
    const isStreamed = pollEveryMs === null;
    const follow = isStreamed ? this.#streamUntilBreak : this.#pollUntilFailure;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      await (isStreamed ? limits.untilConnectable(signal) : limits.untilOpen(signal));
      const began = runtime.elapsedMs();
      try {
        await follow.call(this, pairs, signal);
      } catch (error) {
        if (signal.aborted) break;
        this.#board.forget(pairs);
        this.#listeners.emit({ stale: true, error: error instanceof Error ? error : new Error(String(error)) });
      }
      if (runtime.elapsedMs() - began > steadyAfterMs) attempt = 0;
      await pause(runtime, backOffMs(attempt, runtime.random()), { signal });
    }
  }

  async #pollUntilFailure(pairs: readonly PairName[], signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#takeSnapshot(pairs, signal);
      await pause(this.#parts.runtime, this.#parts.pollEveryMs ?? 0, { signal });
    }
  }

  /** @throws {ExchangeError} the socket broke, or the snapshot failed */
  async #streamUntilBreak(wanted: readonly PairName[], signal: AbortSignal): Promise<void> {
    const { exchange, caller } = await this.#parts.open();
    // One that has left the list would end the stream of all others, again and again.
    const pairs = wanted.filter((pair) => exchange.markets?.[pair] !== undefined);
    if (pairs.length === 0) return pause(this.#parts.runtime, unlistedPauseMs, { signal });
    const over = new AbortController();
    const ended = AbortSignal.any([signal, over.signal]);
    const closeSockets = () => void exchange.close().catch(() => undefined);
    signal.addEventListener('abort', closeSockets);
    try {
      await Promise.all([
        untilEnded(ended, async () => {
          await exchange.watchBidsAsks(pairs);
          // ccxt returns one pair's change; others of the same packet stand in its cache only.
          for (const pair of pairs) this.#board.takeQuote(pair, exchange.bidsasks[pair]);
        }),
        untilEnded(ended, async () => {
          await exchange.watchTradesForSymbols(pairs);
          for (const pair of pairs) this.#board.takeTrade(pair, asList(exchange.trades[pair]).at(-1));
        }),
        this.#fillTheStart(pairs, { exchange, signal: ended }),
      ]);
    } catch (error) {
      throw caller.toExchangeError(error, 'price stream');
    } finally {
      over.abort();
      signal.removeEventListener('abort', closeSockets);
    }
  }

  /** A snapshot once the socket is open, and another when the subscription is surely in force: no change falls in between. */
  async #fillTheStart(pairs: readonly PairName[], { exchange, signal }: { exchange: CcxtExchange; signal: AbortSignal }): Promise<void> {
    await Promise.all(Object.values(exchange.clients).map((socket) => socket.connected));
    await this.#takeSnapshot(pairs, signal);
    await pause(this.#parts.runtime, subscribedAfterMs, { signal });
    await this.#takeSnapshot(pairs, signal);
  }

  async #takeSnapshot(pairs: readonly PairName[], signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const since = this.#board.changes;
    const ticks = await this.#parts.fetchPrices(pairs);
    if (!signal.aborted) this.#board.takeSnapshot(ticks, since);
  }
}

async function untilEnded(signal: AbortSignal, step: () => Promise<void>): Promise<void> {
  while (!signal.aborted) await step();
}
