import { ExchangeError, type OrderReport, type PrivateEvent } from '@tenbin/exchange';
import type { Fill } from '@tenbin/market';
import { type Runtime, systemRuntime } from '@tenbin/runtime';
import { expect, test, vi } from 'vitest';
import { type PolledAccount, polledEvents } from './polled-events.ts';

const runtime = systemRuntime();

const order = (filled: string, status: OrderReport['status'] = 'open'): OrderReport => ({
  exchangeOrderId: '7',
  clientOrderId: 'T1',
  pair: 'BTC/USDT',
  side: 'buy',
  price: '60000',
  amount: '0.002',
  filled,
  status,
  at: new Date(0),
});
/** Since the poller began, so that it asks for it. */
const began = Date.now() + 3_600_000;
const at = (seconds: number) => new Date(began + 1000 * seconds);
const fill = (tradeId: string): Fill => ({
  tradeId,
  exchangeOrderId: '7',
  clientOrderId: null,
  pair: 'BTC/USDT',
  side: 'buy',
  price: '60000',
  amount: '0.001',
  notional: '60',
  fee: '0.000001',
  feeCurrency: 'BTC',
  isMaker: true,
  at: at(Number(tradeId)),
});

/** An exchange that answers from a script, one step per poll. */
function scripted(steps: readonly { open: OrderReport[]; fills: Fill[] }[], ended: OrderReport) {
  let step = -1;
  const asked: unknown[] = [];
  const account: PolledAccount = {
    fetchOpenOrders: async () => {
      step += 1;
      const now = steps[step];
      if (now === undefined) throw new Error('the exchange is gone');
      return now.open;
    },
    fetchFills: async (_pair, query) => {
      asked.push(query);
      return steps[step]?.fills ?? [];
    },
    findOrder: async () => ended,
  };
  return { account, asked };
}

async function eventsOf(account: PolledAccount, count: number, placed: OrderReport[] = []): Promise<PrivateEvent[]> {
  const events: PrivateEvent[] = [];
  const abort = new AbortController();
  const run = polledEvents({ runtime, account, pairs: () => ['BTC/USDT'], forget: () => {}, placed: () => placed.splice(0), everyMs: 1 });
  await run((event) => {
    events.push(event);
    if (events.length === count) abort.abort();
  }, abort.signal);
  return events;
}

test('polling tells an order’s life as a stream would', async () => {
  const { account, asked } = scripted(
    [
      { open: [order('0')], fills: [] },
      { open: [order('0')], fills: [] },
      { open: [order('0.001')], fills: [fill('1')] },
      { open: [], fills: [fill('2')] },
    ],
    order('0.002', 'filled'),
  );
  const events = await eventsOf(account, 7);
  const received = events.map((event) => {
    if (event.type === 'order') return `order ${event.order.status} ${event.order.filled}`;
    return event.type === 'fill' ? `fill ${event.fill.tradeId}` : event.type;
  });
  expect(received).toEqual(['order open 0', 'connected', 'fill 1', 'order open 0.001', 'fill 2', 'order filled 0.002', 'disconnected']);
  // Nothing moved until the third look, so nothing else was asked for.
  expect(asked).toEqual([{ since: expect.any(Date) }, { since: new Date(Number(at(1)) - 300_000) }]);
});

test('a round in which nothing happened asks for open orders and for nothing else', async () => {
  const { account, asked } = scripted(
    Array.from({ length: 5 }, () => ({ open: [order('0')], fills: [fill('1')] })),
    order('0'),
  );
  expect((await eventsOf(account, 3)).map((event) => event.type)).toEqual(['order', 'connected', 'disconnected']);
  expect(asked).toEqual([]);
});

test('the open orders of all pairs are asked for in the same moment, so that one question can serve them', async () => {
  let underWay = 0;
  let most = 0;
  const abort = new AbortController();
  const account: PolledAccount = {
    fetchOpenOrders: async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await Promise.resolve();
      underWay -= 1;
      return [];
    },
    fetchFills: async () => [],
    findOrder: async () => null,
  };
  const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
  await polledEvents({ runtime, account, pairs: () => pairs, forget: () => {}, placed: () => [], everyMs: 1 })(
    () => abort.abort(),
    abort.signal,
  );
  expect(most).toBe(3);
});

test('a trade that shows after a later one, or again, is told once', async () => {
  const { account } = scripted(
    [
      { open: [], fills: [] },
      { open: [order('0.001')], fills: [fill('5')] },
      { open: [order('0.002')], fills: [fill('4'), fill('5')] },
      { open: [order('0.002')], fills: [fill('4'), fill('5')] },
    ],
    order('0.002', 'filled'),
  );
  const received = (await eventsOf(account, 6)).flatMap((event) => (event.type === 'fill' ? [event.fill.tradeId] : []));
  expect(received).toEqual(['5', '4']);
});

test('an order that was filled between two looks is told all the same', async () => {
  const { account } = scripted(
    [
      { open: [], fills: [fill('1')] },
      { open: [], fills: [] },
    ],
    order('0.002', 'filled'),
  );
  expect((await eventsOf(account, 3, [order('0')])).map((event) => event.type)).toEqual(['fill', 'order', 'connected']);
});

test('a pair that the exchange has no more keeps nothing of the other pairs from being told', async () => {
  const gone = async (): Promise<never> => {
    throw new ExchangeError('no such market', { kind: 'rejected', reason: 'badSymbol' });
  };
  let isGone = false;
  const account: PolledAccount = {
    fetchOpenOrders: async (pair) => {
      if (pair === 'ETH/BTC' && isGone) return gone();
      return [{ ...order(isGone ? '0.001' : '0'), exchangeOrderId: pair, pair }];
    },
    fetchFills: async (pair) => (pair === 'ETH/BTC' ? gone() : [fill('1')]),
    findOrder: async ({ pair }) => (pair === 'ETH/BTC' ? gone() : null),
  };
  const received: string[] = [];
  const abort = new AbortController();
  const run = polledEvents({ runtime, account, pairs: () => ['ETH/BTC', 'BTC/USDT'], forget: () => {}, placed: () => [], everyMs: 1 });
  await run((event) => {
    received.push(event.type);
    if (event.type === 'connected') isGone = true;
    if (received.length === 5 || event.type === 'disconnected') abort.abort();
  }, abort.signal);
  expect(received).toEqual(['order', 'order', 'connected', 'fill', 'order']);
});

test('a poller that is told to stop leaves nothing running', async () => {
  const { account } = scripted([{ open: [], fills: [] }], order('0'));
  const abort = new AbortController();
  const timers = new Set<object>();
  const after: Runtime['after'] = (delayMs, wake, options) => {
    const timer = {};
    timers.add(timer);
    const cancel = runtime.after(delayMs, wake, options);
    return () => {
      timers.delete(timer);
      cancel();
    };
  };
  const poller = { account, pairs: () => ['BTC/USDT'], forget: () => {}, placed: () => [], everyMs: 3_600_000 };
  const running = polledEvents({ ...poller, runtime: { now: () => runtime.now(), after } })(() => undefined, abort.signal);
  await expect.poll(() => timers.size, { message: 'it waits for its next turn' }).toBe(1);
  abort.abort();
  await running;
  expect(timers.size).toBe(0);
});

test('a pair that the exchange has no more is asked for during ten minutes, and again when somebody uses it', async () => {
  vi.useFakeTimers();
  try {
    const pairs = new Set(['OLD/USDT', 'BTC/USDT']);
    const asked: string[] = [];
    let isListed = false;
    const account: PolledAccount = {
      fetchOpenOrders: async (pair) => {
        asked.push(pair);
        if (pair === 'OLD/USDT' && !isListed) throw new ExchangeError('gone', { kind: 'rejected', reason: 'badSymbol' });
        return [];
      },
      fetchFills: async () => [],
      findOrder: async () => null,
    };
    const abort = new AbortController();
    const askedIn = async (minutes: number) => {
      asked.length = 0;
      await vi.advanceTimersByTimeAsync(60_000 * minutes);
      return [...new Set(asked)].sort();
    };
    const poll = polledEvents({
      runtime,
      account,
      pairs: () => pairs,
      forget: (pair) => pairs.delete(pair),
      placed: () => [],
      everyMs: 10_000,
    });
    const over = poll(() => {}, abort.signal);
    await askedIn(9);
    isListed = true;
    await askedIn(1);
    isListed = false;
    expect(await askedIn(9)).toEqual(['BTC/USDT', 'OLD/USDT']);
    await askedIn(2);
    expect(await askedIn(60)).toEqual(['BTC/USDT']);
    pairs.add('OLD/USDT');
    expect(await askedIn(5)).toEqual(['BTC/USDT', 'OLD/USDT']);
    abort.abort();
    await vi.advanceTimersByTimeAsync(10_000);
    await over;
  } finally {
    vi.useRealTimers();
  }
});
