import { type BotOrder, newLedger } from '@tenbin/bots';
import { ExchangeError } from '@tenbin/exchange';
import { expect, test } from 'vitest';
import { balancingBot } from '../testing/balancing-bot.ts';
import { rulesOf } from '../testing/market-rules.ts';
import { placedBy, view as standing } from '../testing/running-bot.ts';
import { TradingDesk } from '../testing/trading-desk.ts';
import { type BotState, type View, wake } from './bot-state.ts';
import { decide } from './decide.ts';
import type { Decision } from './decision-builder.ts';

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const coarse = { tickSize: '0.00001', lotSize: '0.00001', minimumAmount: '0.00001' };
/** 2 % more dollars than the rest: at a width of 1 % the buys for them lie above the market. */
const uneven = { BTC: '0.1', ETH: '2', USDT: '6120' };

const viewAt = (btc: number): View => ({
  ...standing,
  prices: new Map([...standing.prices, ['BTC/USDT', btc]]),
  rules: new Map(pairs.map((pair) => [pair, rulesOf(pair, coarse)])),
});
const view = viewAt(60_000);

const synced: BotState = {
  ...wake({
    id: 'bot-1',
    number: 1,
    ...balancingBot({ pairs }),
    phase: { kind: 'running', since: new Date(0) },
    duringStop: { cancelled: [], filled: [] },
    ledger: newLedger(uneven),
    orders: [],
    nextSequence: 1,
    cursors: {},
  }),
  link: 'synced',
};

const wouldTake = new ExchangeError('would take', { kind: 'rejected', reason: 'wouldTakeImmediately' });
const cancelledBy = ({ acts }: Decision) => acts.flatMap((act) => (act.type === 'cancel' ? [act.order] : []));
const buyOf = (orders: readonly BotOrder[]): BotOrder => {
  const found = orders.findLast(({ pair, side, state }) => pair === 'BTC/USDT' && side === 'buy' && state !== 'rejected');
  if (!found) throw new Error('no buy');
  return found;
};

/** All orders of a first quote accepted, but for the buy of BTC, which would take. */
function refused(): Decision {
  const first = decide(synced, { type: 'ticked' }, view);
  const accepted = placedBy(first)
    .filter((order) => order.clientOrderId !== buyOf(placedBy(first)).clientOrderId)
    .reduce(accept, first.state);
  return decide(accepted, { type: 'placeFailed', clientOrderId: buyOf(placedBy(first)).clientOrderId, error: wouldTake }, view);
}

const accept = (state: BotState, order: BotOrder): BotState => {
  const report = { ...order, exchangeOrderId: `x${order.sequence}`, filled: '0', status: 'open' as const, at: view.now };
  return decide(state, { type: 'orderReported', order: report, afterCancel: false }, view).state;
};

test('an order that would take is placed beside the market at once, never worse than it was wanted', () => {
  const wanted = buyOf(placedBy(decide(synced, { type: 'ticked' }, view)));
  expect(Number(wanted.price)).toBeGreaterThan(60_000);
  const again = refused();
  expect(placedBy(again)).toMatchObject([
    { pair: 'BTC/USDT', side: 'buy', price: '60000', amount: wanted.amount, isEvening: true, marketPrice: '60000' },
  ]);
});

test('it stays while the market is near, and follows it when it has moved by a quarter of the width', () => {
  const again = refused();
  const resting = accept(again.state, buyOf(placedBy(again)));
  for (const price of [60_010, 60_140]) {
    const stays = decide(resting, { type: 'ticked' }, viewAt(price));
    expect([placedBy(stays), cancelledBy(stays)]).toEqual([[], []]);
  }
  expect(cancelledBy(decide(resting, { type: 'ticked' }, viewAt(60_160)))).toMatchObject([{ pair: 'BTC/USDT', side: 'buy' }]);
});

test('once the wanted order would rest by itself, it is what is wanted again', () => {
  const again = refused();
  const resting = accept(again.state, buyOf(placedBy(again)));
  // Above 61 200 × 0.99 nothing crosses any more.
  const risen = decide(resting, { type: 'ticked' }, viewAt(61_000));
  expect(risen.state.crossing.size).toBe(0);
  expect(cancelledBy(risen)).toMatchObject([{ price: '60000' }]);
});

test('where our price does not show what the exchange saw, the slot pauses instead of trying without end', () => {
  const stale = viewAt(61_000);
  const first = decide(synced, { type: 'ticked' }, stale);
  const { clientOrderId } = buyOf(placedBy(first));
  const after = decide(first.state, { type: 'placeFailed', clientOrderId, error: wouldTake }, stale);
  expect(placedBy(after)).toEqual([]);
  expect(Object.keys(after.state.pauses)).toEqual(['BTC/USDT buy 0']);
});

test('on an exchange that refuses what would take, a bot with an uneven wallet rests six orders', async () => {
  const desk = new TradingDesk({ balances: uneven });
  await desk.start();
  expect(desk.exchange.open).toHaveLength(6);
  expect(desk.exchange.open.filter(({ price }) => price === '60000' || price === '3000')).toHaveLength(2);
  expect(desk.exchange.sent.size).toBe(8);
});

test('evening out beside the market earns nothing, and costs its fees', async () => {
  const desk = new TradingDesk({ balances: { ...uneven, USDT: '6300' } });
  await desk.start();
  const evening = () => desk.journal.memory.orders.find(({ isEvening, state }) => isEvening && state === 'open');
  let filled = 0;
  for (let next = evening(); next; next = evening()) {
    const { clientOrderId } = next;
    desk.exchange.trade(desk.exchange.open.filter((order) => order.clientOrderId === clientOrderId));
    await desk.settle();
    filled += 1;
  }
  const growth = desk.journal.memory.ledger?.growth ?? 0;
  expect(filled).toBeGreaterThan(3);
  expect(growth).toBeLessThan(0);
  expect(growth).toBeGreaterThan(-filled * 0.00001);
});

test('a bot whose orders may take sends them as they are wanted', async () => {
  const desk = new TradingDesk({ balances: uneven, postOnly: false });
  await desk.start();
  expect(desk.exchange.sent.size).toBe(6);
  const bought = desk.journal.memory.orders.find(({ pair, side }) => pair === 'BTC/USDT' && side === 'buy');
  expect(bought).toMatchObject({ price: '60588', isEvening: true });
});
