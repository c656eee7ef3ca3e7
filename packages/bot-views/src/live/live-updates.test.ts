import { QueryClient } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import {
  type Bot,
  checkBalance,
  countRecords,
  countTimeline,
  getBalanceTransition,
  getBotResult,
  getOrderTruth,
  getOwnVolumeUse,
  getRecordTotals,
  getSelf,
  getVolume,
  listActiveStops,
  listBotCandles,
  listBots,
  listCandleFills,
  listOrders,
  listOwnRecords,
  listPayments,
  listRebalances,
  listRecords,
  listTimeline,
  type Mapped,
} from '@tenbin/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RecordView } from '../records/record-profit.ts';
import { createBotUpdates } from './live-updates.ts';

const routes = {
  balance: checkBalance,
  bots: listBots,
  candleFills: listCandleFills,
  candles: listBotCandles,
  history: listOwnRecords,
  historyTotals: getRecordTotals,
  orders: listOrders,
  orderTruth: getOrderTruth,
  rebalances: listRebalances,
  recordCount: countRecords,
  records: listRecords,
  result: getBotResult,
  stops: listActiveStops,
  timeline: listTimeline,
  timelineCount: countTimeline,
  transition: getBalanceTransition,
  volume: getVolume,
  volumeUse: getOwnVolumeUse,
  account: [getSelf, listPayments],
};

const botId = 'b1';
const params = { id: botId };
const recordAt = (second: number): RecordView => ({
  id: `r${second}`,
  botId,
  createdAt: new Date(Date.UTC(2026, 2, 1, 12, 0, second)).toISOString(),
  pair: 'BTC/USDT',
  side: 'sell',
  price: '60600',
  amount: '0.001',
  notional: '60.6',
  fee: '0',
  feeCurrency: 'USDT',
  basisPointChanged: 0.25,
  annualRate: 12.5,
  delta: 0.005,
  volume: 60.6,
  earned: '0.15',
  balance: { BTC: '0.099', USDT: '6060.6' },
});
const bot = {
  id: botId,
  basisPoint: 1,
  executionCount: 2,
  annualRate: 10,
  lastFillAt: recordAt(2).createdAt,
  balances: { BTC: '0.1', USDT: '6000' },
} as unknown as Mapped<Bot>;

const reads = {
  bots: query(listBots, { query: {} }),
  newest: query(listRecords, { params, query: { limit: 2 } }),
  secondPage: query(listRecords, { params, query: { limit: 2, offset: 2 } }),
  before: query(listRecords, { params, query: { limit: 2, end: '2026-02-28T23:59:59.999Z' } }),
  count: query(countRecords, { params, query: {} }),
  countBefore: query(countRecords, { params, query: { end: '2026-02-28T23:59:59.999Z' } }),
  volume: query(getVolume, { params, query: { start: '2026-03-01T00:00:00.000Z' } }),
  all: query(listOwnRecords, { query: {} }),
  bought: query(listOwnRecords, { query: { side: 'buy' } }),
  ofAnother: query(listOwnRecords, { query: { botId: 'b2' } }),
  totals: query(getRecordTotals, { query: { botId, pair: 'BTC/USDT', side: 'sell' } }),
  totalsOfPair: query(getRecordTotals, { query: { pair: 'ETH/BTC' } }),
  result: query(getBotResult, { params, query: { limit: 31 } }),
  transition: query(getBalanceTransition, { params, query: { points: 160 } }),
  self: query(getSelf, {}),
  payments: query(listPayments, { query: {} }),
};

let queries: QueryClient;
let stale: () => string[];

beforeEach(() => {
  vi.useFakeTimers();
  queries = new QueryClient();
  queries.setQueryData(reads.bots.queryKey, [bot]);
  queries.setQueryData(reads.newest.queryKey, [recordAt(2), recordAt(1)]);
  queries.setQueryData(reads.secondPage.queryKey, []);
  queries.setQueryData(reads.before.queryKey, []);
  queries.setQueryData(reads.count.queryKey, { count: 2 });
  queries.setQueryData(reads.countBefore.queryKey, { count: 0 });
  queries.setQueryData(reads.volume.queryKey, { volume: 100 });
  queries.setQueryData(reads.all.queryKey, [recordAt(2), recordAt(1)]);
  queries.setQueryData(reads.bought.queryKey, []);
  queries.setQueryData(reads.ofAnother.queryKey, []);
  queries.setQueryData(reads.totals.queryKey, {
    count: 2,
    volume: '121.2',
    basisPoint: 0.5,
    earned: '0.1',
    fees: { BNB: '0.1' },
    changes: { BTC: '-0.002', USDT: '121.2', BNB: '-0.1' },
  });
  queries.setQueryData(reads.totalsOfPair.queryKey, { count: 0, volume: '0', basisPoint: 0, earned: '0', fees: {}, changes: {} });
  queries.setQueryData(reads.result.queryKey, {} as never);
  queries.setQueryData(reads.transition.queryKey, {} as never);
  queries.setQueryData(reads.self.queryKey, {} as never);
  queries.setQueryData(reads.payments.queryKey, []);
  stale = () => Object.entries(reads).flatMap(([name, { queryKey }]) => (queries.getQueryState(queryKey)?.isInvalidated ? [name] : []));
});
afterEach(() => {
  queries.clear();
  vi.useRealTimers();
});

const follow = (...records: RecordView[]): void => {
  const update = createBotUpdates(queries, routes);
  for (const record of records) update({ type: 'record', botId, record });
};
const dataOf = <Name extends keyof typeof reads>(name: Name) => queries.getQueryData(reads[name].queryKey);

test('a new record stands at the head of its list, in the figures of its bot, and in the totals', () => {
  follow(recordAt(3));
  expect(dataOf('newest')).toEqual([recordAt(3), recordAt(2)]);
  expect(dataOf('bots')).toEqual([
    { ...bot, basisPoint: 1.25, executionCount: 3, annualRate: 12.5, lastFillAt: recordAt(3).createdAt, balances: recordAt(3).balance },
  ]);
  expect(dataOf('count')).toEqual({ count: 3 });
  expect(dataOf('volume')).toEqual({ volume: 160.6 });
});

test('it stands in the history where the filters let it through, and in what that adds up to, exactly', () => {
  follow({ ...recordAt(3), fee: '0.0606' });
  expect(dataOf('all')).toMatchObject([{ id: 'r3' }, { id: 'r2' }, { id: 'r1' }]);
  expect(dataOf('bought')).toEqual([]);
  expect(dataOf('ofAnother')).toEqual([]);
  expect(dataOf('totals')).toEqual({
    count: 3,
    volume: '181.8',
    basisPoint: 0.75,
    earned: '0.25',
    fees: { BNB: '0.1', USDT: '0.0606' },
    changes: { BTC: '-0.003', USDT: '181.7394', BNB: '-0.1' },
  });
  expect(dataOf('totalsOfPair')).toMatchObject({ count: 0 });
});

test('a period that is over stays as it was', () => {
  follow(recordAt(3));
  expect(dataOf('before')).toEqual([]);
  expect(dataOf('countBefore')).toEqual({ count: 0 });
});

test('of ten records in a row only what they cannot tell is read again, once', () => {
  follow(...Array.from({ length: 10 }, (_, index) => recordAt(3 + index)));
  expect(stale()).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(stale()).toEqual(['secondPage']);
  vi.advanceTimersByTime(4000);
  expect(stale()).toEqual(['secondPage', 'result', 'transition']);
  expect(dataOf('count')).toEqual({ count: 12 });
  vi.advanceTimersByTime(25_000);
  expect(stale()).toEqual(['secondPage', 'count', 'countBefore', 'volume', 'totals', 'totalsOfPair', 'result', 'transition']);
});

test('a record that a read brought already is in no list twice, and what may have it in its sum is read again', () => {
  follow(recordAt(2));
  expect(dataOf('newest')).toEqual([recordAt(2), recordAt(1)]);
  expect(dataOf('bots')).toEqual([bot]);
  expect(dataOf('count')).toEqual({ count: 2 });
  vi.advanceTimersByTime(1000);
  expect(stale()).toContain('count');
});

test('a read that is under way is made again', async () => {
  const { promise, resolve } = Promise.withResolvers<{ count: number }>();
  const reading = queries.fetchQuery({ ...reads.count, queryFn: () => promise });
  follow(recordAt(3));
  resolve({ count: 2 });
  await reading;
  vi.advanceTimersByTime(1000);
  expect(stale()).toContain('count');
});

test('a change of plan, payments or profile is read again at once, however many were told', () => {
  const update = createBotUpdates(queries, routes);
  update({ type: 'account' });
  update({ type: 'account' });
  expect(stale()).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(stale()).toEqual(['self', 'payments']);
});
