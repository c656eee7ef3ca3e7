import type { OrderReport, PrivateEvent } from '@tenbin/exchange';
import type { Fill } from '@tenbin/market';
import { expect, test } from 'vitest';
import { pause } from './pause.ts';
import { type PolledAccount, polledEvents } from './polled-events.ts';

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
const fill = (tradeId: string): Fill => ({
  tradeId,
  exchangeOrderId: '7',
  clientOrderId: null,
  pair: 'BTC/USDT',
  side: 'buy',
  price: '60000',
  amount: '0.001',
  fee: '0.000001',
  feeCurrency: 'BTC',
  isMaker: true,
  at: new Date(0),
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

async function heard(account: PolledAccount, count: number): Promise<PrivateEvent[]> {
  const events: PrivateEvent[] = [];
  const abort = new AbortController();
  const run = polledEvents({ account, pairs: () => ['BTC/USDT'], everyMs: 1 });
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
  const events = await heard(account, 7);
  const told = events.map((event) => {
    if (event.type === 'order') return `order ${event.order.status} ${event.order.filled}`;
    return event.type === 'fill' ? `fill ${event.fill.tradeId}` : event.type;
  });
  expect(told).toEqual(['order open 0', 'connected', 'fill 1', 'order open 0.001', 'fill 2', 'order filled 0.002', 'disconnected']);
  expect(asked.at(3)).toEqual({ afterTradeId: '1', since: new Date(0) });
});

test('an order that was filled between two looks is told all the same', async () => {
  const { account } = scripted(
    [
      { open: [], fills: [] },
      { open: [], fills: [fill('1')] },
    ],
    order('0.002', 'filled'),
  );
  expect((await heard(account, 3)).map((event) => event.type)).toEqual(['connected', 'fill', 'order']);
});

test('a poller that is told to stop leaves nothing running', async () => {
  const { account } = scripted([{ open: [], fills: [] }], order('0'));
  const abort = new AbortController();
  const running = polledEvents({ account, pairs: () => ['BTC/USDT'], everyMs: 3_600_000 })(() => undefined, abort.signal);
  await pause(5, abort.signal);
  abort.abort();
  await running;
});
