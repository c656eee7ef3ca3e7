import type { OrderRef, OrderReport, PrivateEvent, TradesQuery } from '@tenbin/exchange';
import type { Fill, PairName } from '@tenbin/market';
import { pause } from './pause.ts';
import type { PrivateEvents } from './private-events.ts';

/** What polling asks; an account answers it. */
export interface PolledAccount {
  fetchOpenOrders(pair: PairName): Promise<OrderReport[]>;
  fetchFills(pair: PairName, query: TradesQuery): Promise<Fill[]>;
  findOrder(ref: OrderRef): Promise<OrderReport | null>;
}

interface PollParts {
  readonly account: PolledAccount;
  /** The pairs that this account was used on so far. */
  readonly pairs: () => Iterable<PairName>;
  readonly everyMs: number;
}

/**
 * The same events as a stream's, for exchanges that push nothing: open orders and fills are asked for in turn.
 * An order that is not open any more is asked for once; what happened to it stands in its fills.
 */
export const polledEvents = (parts: PollParts): PrivateEvents => {
  const memories = new Map<PairName, PairMemory>();
  const started = new Date();
  const memoryOf = (pair: PairName): PairMemory => {
    const memory = memories.get(pair) ?? { open: new Map(), fillsFrom: { since: started } };
    memories.set(pair, memory);
    return memory;
  };

  async function* changes(): AsyncGenerator<PrivateEvent> {
    for (const pair of parts.pairs()) yield* changesOf(pair, memoryOf(pair), parts.account);
  }

  return async (tell, signal) => {
    let live = false;
    while (!signal.aborted) {
      const failure = await tellAll(changes(), tell, signal);
      if (signal.aborted) break;
      if (failure === null && !live) tell({ type: 'connected' });
      if (failure !== null && live) tell({ type: 'disconnected', error: failure });
      live = failure === null;
      await pause(parts.everyMs, signal);
    }
  };
};

/** @returns what ended it early; null when all was told */
async function tellAll(
  events: AsyncIterable<PrivateEvent>,
  tell: (event: PrivateEvent) => void,
  signal: AbortSignal,
): Promise<Error | null> {
  try {
    for await (const event of events) if (!signal.aborted) tell(event);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

interface PairMemory {
  open: ReadonlyMap<string, OrderReport>;
  fillsFrom: TradesQuery;
}

/** What is new on one pair since the last time: fills first, then the orders that changed or ended. */
async function* changesOf(pair: PairName, memory: PairMemory, account: PolledAccount): AsyncGenerator<PrivateEvent> {
  const open = new Map((await account.fetchOpenOrders(pair)).map((order) => [order.exchangeOrderId, order]));
  const touched = new Set(memory.open.keys());
  for (const fill of await account.fetchFills(pair, memory.fillsFrom)) {
    memory.fillsFrom = { afterTradeId: fill.tradeId, since: fill.at };
    // An order that was placed and filled between two looks was never seen open.
    touched.add(fill.exchangeOrderId);
    yield { type: 'fill', fill };
  }
  for (const [id, order] of open) {
    if (memory.open.get(id)?.filled !== order.filled) yield { type: 'order', order };
  }
  for (const exchangeOrderId of touched) {
    const ended = open.has(exchangeOrderId) ? null : await account.findOrder({ pair, exchangeOrderId, clientOrderId: null });
    if (ended !== null) yield { type: 'order', order: ended };
  }
  memory.open = open;
}
