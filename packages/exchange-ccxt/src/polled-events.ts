import { ExchangeError, type OrderRef, type OrderReport, type PrivateEvent, type TradesQuery } from '@tenbin/exchange';
import { compare, type Fill, type PairName } from '@tenbin/market';
import { pause, type Runtime } from '@tenbin/runtime';
import { fillKey, overlapMs } from './fills-overlap.ts';
import type { PrivateEvents } from './private-events.ts';

/** What polling asks; an account answers it. */
export interface PolledAccount {
  fetchOpenOrders(pair: PairName): Promise<OrderReport[]>;
  fetchFills(pair: PairName, query: TradesQuery): Promise<Fill[]>;
  findOrder(ref: OrderRef): Promise<OrderReport | null>;
}

/** Longer than it takes until a bot on a pair that is gone has ended. */
const forgottenAfterMs = 600_000;

interface PollParts {
  readonly runtime: Pick<Runtime, 'now' | 'after'>;
  readonly account: PolledAccount;
  /** The pairs that this account was used on so far. */
  readonly pairs: () => Iterable<PairName>;
  /** Asks for that pair no more, unless somebody uses it again. */
  readonly forget: (pair: PairName) => void;
  /** The orders that were placed since this was asked last: each may be over before a look shows it. */
  readonly placed: () => Iterable<OrderReport>;
  readonly everyMs: number;
}

/**
 * The same events as a stream's, for exchanges that push nothing: open orders are asked for in turn. Only where one of them
 * moved, or is not open any more, there is something else to ask for: the trades of its pair, and once what became of it.
 * So a round in which nothing happened takes one question for each pair, or one for all of them together.
 *
 * A pair that the exchange has no more is passed over: the others go on being told. Where that lasts it is forgotten: its
 * bots have ended by then, and one that has not asks for it by itself.
 */
export const polledEvents = (parts: PollParts): PrivateEvents => {
  const memories = new Map<PairName, PairMemory>();
  const started = parts.runtime.now();
  /** Since when the exchange has not had them. */
  const unlisted = new Map<PairName, number>();
  const memoryOf = (pair: PairName): PairMemory => {
    const memory = memories.get(pair) ?? { open: new Map(), placed: new Set(), since: started, seen: new Map() };
    memories.set(pair, memory);
    return memory;
  };

  async function* changes(): AsyncGenerator<PrivateEvent> {
    // Before the question: what is placed meanwhile may not be in its answer yet.
    for (const { pair, exchangeOrderId } of parts.placed()) memoryOf(pair).placed.add(exchangeOrderId);
    const { account } = parts;
    const pairs = [...parts.pairs()];
    const lists = await Promise.all(pairs.map((pair) => account.fetchOpenOrders(pair).catch(nullIfUnlisted)));
    for (const [index, pair] of pairs.entries()) {
      const listed = lists[index] ?? null;
      noteListing(pair, listed !== null);
      try {
        if (listed !== null) yield* changesOf(pair, { memory: memoryOf(pair), account, listed });
      } catch (error) {
        nullIfUnlisted(error);
        memories.delete(pair);
      }
    }
  }

  function noteListing(pair: PairName, isListed: boolean): void {
    const now = parts.runtime.now().getTime();
    const since = unlisted.get(pair) ?? now;
    const isGone = !isListed && now - since >= forgottenAfterMs;
    if (isListed || isGone) unlisted.delete(pair);
    else unlisted.set(pair, since);
    if (!isGone) return;
    memories.delete(pair);
    parts.forget(pair);
  }

  return async (emit, signal) => {
    let live = false;
    while (!signal.aborted) {
      const failure = await emitAll(changes(), emit, signal);
      if (signal.aborted) break;
      if (failure === null && !live) emit({ type: 'connected' });
      if (failure !== null && live) emit({ type: 'disconnected', error: failure });
      live = failure === null;
      await pause(parts.runtime, parts.everyMs, { signal });
    }
  };
};

/** @throws what was given, unless the exchange says that it has no such pair */
function nullIfUnlisted(error: unknown): null {
  if (error instanceof ExchangeError && error.reason === 'badSymbol') return null;
  throw error;
}

/** @returns what ended it early; null when all was told */
async function emitAll(
  events: AsyncIterable<PrivateEvent>,
  emit: (event: PrivateEvent) => void,
  signal: AbortSignal,
): Promise<Error | null> {
  try {
    for await (const event of events) if (!signal.aborted) emit(event);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

interface PairMemory {
  /** By the exchange's id. */
  open: ReadonlyMap<string, OrderReport>;
  /** Orders that no look has shown yet. */
  readonly placed: Set<string>;
  /** From when on trades are asked for: a while before the latest that was seen, since one may show late. */
  since: Date;
  /** Those that were told from then on, by `fillKey`, and when they were. */
  readonly seen: Map<string, Date>;
}

function forgetOld(memory: PairMemory): void {
  const latest = Math.max(...[...memory.seen.values()].map(Number));
  memory.since = new Date(Math.max(Number(memory.since), latest - overlapMs));
  for (const [key, at] of memory.seen) if (at < memory.since) memory.seen.delete(key);
}

/** What is new on one pair since the last time: fills first, then the orders that changed or ended. */
async function* changesOf(
  pair: PairName,
  { memory, account, listed }: { readonly memory: PairMemory; readonly account: PolledAccount; readonly listed: readonly OrderReport[] },
): AsyncGenerator<PrivateEvent> {
  const open = new Map(listed.map((order) => [order.exchangeOrderId, order]));
  const moved = [...open.values()].filter((order) => memory.open.get(order.exchangeOrderId)?.filled !== order.filled);
  const ended = new Set([...memory.open.keys(), ...memory.placed].filter((id) => !open.has(id)));
  if (ended.size > 0 || moved.some((order) => compare(order.filled, '0') > 0)) {
    for (const fill of await account.fetchFills(pair, { since: memory.since })) {
      if (memory.seen.has(fillKey(fill))) continue;
      memory.seen.set(fillKey(fill), fill.at);
      if (!open.has(fill.exchangeOrderId)) ended.add(fill.exchangeOrderId);
      yield { type: 'fill', fill };
    }
  }
  for (const order of moved) yield { type: 'order', order };
  for (const exchangeOrderId of ended) {
    const order = await account.findOrder({ pair, exchangeOrderId, clientOrderId: null });
    if (order !== null) yield { type: 'order', order };
  }
  memory.open = open;
  memory.placed.clear();
  forgetOld(memory);
}
