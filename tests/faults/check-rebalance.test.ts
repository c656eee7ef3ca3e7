import type { BotRow, Rebalance, StoredTimelineEntry } from '@tenbin/db';
import { expect, test } from 'vitest';
import { checkRebalance } from './check-rebalance.ts';
import type { ReadBot } from './read-bot.ts';
import type { LoggedTrade } from './venue-log.ts';

const even = { BTC: '0.1', ETH: '2', USDT: '6000' };
const trade = { clientOrderId: 'T1x1', pair: 'BTC/USDT', side: 'buy', price: '60000', amount: '0.2', notional: '12000' } as LoggedTrade;
const completed = { status: 'completed', endedAt: new Date(), balancesAfter: even, turnover: { USDT: '12000' } } as unknown as Rebalance;
const said = (kind: string, count = 1) => ({ kind, count }) as unknown as StoredTimelineEntry;

const bot = (given: Partial<ReadBot> & { readonly messages?: number } = {}): ReadBot => ({
  row: { ledger: { initialBalances: even }, messages: Array(given.messages ?? 0).fill({}) } as unknown as BotRow,
  begins: 'lopsided',
  coin: 'ETH',
  account: 'a1',
  orders: new Map(),
  fills: [],
  rebalanceFills: [],
  records: [],
  rebalances: [completed],
  timeline: [said('rebalanced')],
  ...given,
});

test('a rebalance that ended once, was said once and traded what its log says is right', () => {
  expect(checkRebalance(bot(), [trade])).toEqual([]);
  const failed = { ...completed, status: 'failed', turnover: {} } as Rebalance;
  const rounded = { ...completed, balancesAfter: { ...even, USDT: '6000.00000001' } } as Rebalance;
  expect(checkRebalance(bot({ rebalances: [rounded] }), [trade])).toEqual([]);
  expect(checkRebalance(bot({ rebalances: [failed], timeline: [said('rebalanceFailed')], messages: 1 }), [])).toEqual([]);
});

test.each<readonly [difference: string, complaint: RegExp, given: Parameters<typeof bot>[0], trades: readonly LoggedTrade[]]>([
  ['one that never ended', /still running/, { rebalances: [{ ...completed, status: 'running', endedAt: null }] }, [trade]],
  ['one that is carried out twice', /2 times/, { rebalances: [completed, completed] }, [trade]],
  ['one that is said to be done twice', /done 2 times/, { timeline: [said('rebalanced', 2)] }, [trade]],
  ['one that is done and failed', /failed 1 times/, { timeline: [said('rebalanced'), said('rebalanceFailed')] }, [trade]],
  ['a failure that nobody is told of', /0 messages/, { rebalances: [{ ...completed, status: 'failed' }], timeline: [] }, [trade]],
  ['a step that was carried out twice', /turnover/, {}, [trade, trade]],
  ['trades for none', /nobody asked for/, { rebalances: [], timeline: [] }, [trade]],
  [
    'one that led to something else',
    /did not begin/,
    { rebalances: [{ ...completed, balancesAfter: { ...even, USDT: '6001' } }] },
    [trade],
  ],
])('%s would be noticed', (_difference, complaint, given, trades) => {
  expect(checkRebalance(bot(given), trades).join('\n')).toMatch(complaint);
});
