/**
 * A strategy of another kind, with two levels a side that follow the price, through everything that runs strategies:
 * engine, journal, reconciliation, faults, restarts, the truth of orders, and the backtest. None of them knows it.
 */
import { candleMarket, runStrategy } from '@tenbin/backtest';
import { clientOrderIdOf, slotOf } from '@tenbin/bots';
import { judgeOrders } from '@tenbin/engine';
import { generatedFeed } from '@tenbin/exchange-virtual';
import { type MarketRules, sum } from '@tenbin/market';
import { exact } from '@tenbin/strategy';
import { openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quickPolicy } from '../../apps/worker/src/testing/quick-policy.ts';
import { TradingFloor, until } from '../../apps/worker/src/testing/trading-floor.ts';
import { expectBooksToAgree } from '../../packages/engine/src/testing/books.ts';
import { TradingDesk } from '../../packages/engine/src/testing/trading-desk.ts';
import { Ladder, ladder, storedLadder, strategiesWithLadder } from './ladder.ts';

const levelOf = (facts: Readonly<Record<string, unknown>>): unknown => facts.level ?? 0;

describe('in the engine', () => {
  const deskOf = () => new TradingDesk({ balances: { BTC: '0.1', USDT: '6000' }, strategy: new Ladder(ladder) });
  const pricesOf = (desk: TradingDesk) => desk.exchange.open.map(({ side, price }) => `${side} ${price}`).sort();
  const atStart = ['buy 59520', 'buy 59760', 'sell 60240', 'sell 60480'];

  test('two orders rest on each side, each in a slot of its own', async () => {
    const desk = deskOf();
    await desk.start();
    expect(pricesOf(desk)).toEqual(atStart);
    expect(new Set(desk.bot.state.orders.map(slotOf)).size).toBe(4);
    const [started] = desk.journal.timeline.filter(({ kind }) => kind === 'started');
    expect(started?.facts).toMatchObject({ levels: 2, pairs: ['BTC/USDT'] });
  });

  test('what people ask for is all that is sent where its strategy leaves that to them', async () => {
    class AskedLadder extends Ladder {
      readonly isByHand = true;
    }
    const desk = new TradingDesk({ balances: { BTC: '0.1', USDT: '6000' }, strategy: new AskedLadder(ladder), isVirtual: true });
    await desk.start();
    await desk.wait(30_000);
    expect(desk.exchange.orders).toEqual([]);
    const asked = { pair: 'BTC/USDT', side: 'buy', price: '50000', amount: '0.001', isImmediate: false } as const;
    desk.bot.followHand({
      send: [{ ...asked, sequence: 1_000, clientOrderId: clientOrderIdOf(desk.bot.state.number, 1_000) }],
      cancel: [],
    });
    await desk.wait(30_000);
    expect(pricesOf(desk)).toEqual(['buy 50000']);
  });

  test('they follow a price that moves enough, by that news alone, and rest while it moves less', async () => {
    const desk = deskOf();
    await desk.start();
    desk.exchange.show('BTC/USDT', { bid: '60060' });
    await desk.settle();
    expect(pricesOf(desk)).toEqual(atStart);
    desk.exchange.show('BTC/USDT', { bid: '60200' });
    await desk.settle();
    expect(pricesOf(desk)).toEqual(['buy 59718.4', 'buy 59959.2', 'sell 60440.8', 'sell 60681.6']);
  });

  test('a slot that was filled stays empty until the price has moved', async () => {
    const desk = deskOf();
    await desk.start();
    desk.exchange.trade(desk.exchange.open.filter(({ price }) => price === '60240'));
    await desk.settle();
    expect(pricesOf(desk)).toEqual(['buy 59520', 'buy 59760', 'sell 60480']);
    desk.exchange.show('BTC/USDT', { bid: '60240' });
    await desk.settle();
    expect(desk.exchange.open).toHaveLength(4);
    expect(desk.journal.records).toMatchObject([{ facts: { levels: 2, step: 0.004 } }]);
    expect(desk.journal.memory.ledger?.growth).toBeGreaterThan(0);
    expectBooksToAgree(desk);
  });

  test('of two orders of a side that are refused for the same reason each is told, and warned of', async () => {
    const desk = deskOf();
    desk.exchange.refuses = ({ side }) => (side === 'sell' ? { kind: 'rejected', reason: 'priceOutOfRange' } : null);
    await desk.start();
    await desk.wait(30_000);
    const levelsOf = (wanted: string) =>
      new Set(desk.journal.timeline.filter(({ kind }) => kind === wanted).map(({ facts }) => levelOf({ ...facts })));
    expect([levelsOf('refused'), levelsOf('slotPaused')]).toEqual([new Set([0, 1]), new Set([0, 1])]);
    expect(new Set(desk.journal.warnings.at(-1)?.map(({ facts }) => levelOf(facts)))).toEqual(new Set([0, 1]));
  });

  test('an order whose answer was lost is found, and never sent twice', async () => {
    const desk = deskOf();
    desk.exchange.failNext('place', { kind: 'unknown', reason: 'deadlinePassed' }, { arrives: true, times: 2 });
    await desk.start();
    await desk.wait(90_000);
    expect(pricesOf(desk)).toEqual(atStart);
    expect([...desk.exchange.sent.values()]).toEqual([1, 1, 1, 1]);
  });

  test('a process that begins again goes on with the same orders at the same levels', async () => {
    const desk = deskOf();
    await desk.start();
    const before = desk.exchange.open.map(({ exchangeOrderId }) => exchangeOrderId);
    await desk.bot.close();
    await desk.open();
    await desk.wait(10_000);
    expect(desk.exchange.open.map(({ exchangeOrderId }) => exchangeOrderId)).toEqual(before);
    await desk.stop();
    expect(desk.exchange.open).toEqual([]);
    expect(desk.bot.state.phase.kind).toBe('stopped');
  });
});

describe('with database, exchange and worker', () => {
  const speed = 6_000;
  let database: TestDatabase;
  let floor: TradingFloor;

  beforeAll(async () => {
    database = await openTestDatabase('pglite');
    floor = await TradingFloor.open(database.database, { feed: generatedFeed({ seed: 7, speed }) }, { timeScale: speed });
  });
  afterAll(async () => {
    await floor.close();
    await database.close();
  });
  const startWorker = () => floor.startWorker({ strategyOf: strategiesWithLadder, unknownOrderPolicy: quickPolicy });

  test('through lost answers, broken streams and a restart every trade is booked once, and no slot has two orders', async () => {
    await startWorker();
    const { organization, userId } = floor;
    const { bot, key } = await floor.addBot({ BTC: '0.1', USDT: (0.1 * floor.price('BTC/USDT')).toFixed(2) });
    await organization.bots.updateSettings(userId, bot.id, { strategy: storedLadder });
    await floor.setActive(bot, true);
    await floor.untilPhase(bot.id, 'running');
    const account = floor.exchange.findAccount(key)?.id ?? '';
    await floor.untilRecords(bot.id, 3);
    floor.served.faults.inject({ type: 'loseAnswer', where: { account, call: 'place' }, times: 3 });
    await floor.untilRecords(bot.id, 6);
    floor.served.faults.inject({ type: 'dropStreams', streams: 'private', account });
    await floor.untilRecords(bot.id, 8);
    await floor.stopWorker();
    const { executionCount } = await floor.bot(bot.id);
    await startWorker();
    await floor.untilRecords(bot.id, executionCount + 2);

    const live = await organization.orders.listToRemember(bot.id, { settled: 0 });
    const places = live.filter(({ state }) => state === 'open').map(slotOf);
    expect(new Set(places).size).toBe(places.length);
    await floor.setActive(bot, false);
    const { ledger } = await floor.untilPhase(bot.id, 'stopped');
    expect(floor.openOrderCount(key)).toBe(0);
    expect(ledger?.balances).toEqual(floor.wallet(key));
    expect(await floor.explained(bot.id)).toEqual(floor.wallet(key));
    const [record] = await organization.records.list(bot.id, { offset: 0, limit: 1 });
    expect(record?.facts).toEqual({ levels: 2, step: 0.004 });
    const sent = await organization.orders.listOfBot(bot.id, { offset: 0, limit: 10_000 });
    expect(new Set(sent.map(({ level }) => level))).toEqual(new Set([0, 1]));
  });

  test('its open orders, what the database knows and what the exchange reports stand slot by slot', async () => {
    const { organization, userId } = floor;
    const { bot, key } = await floor.addBot({ BTC: '0.1', USDT: (0.1 * floor.price('BTC/USDT')).toFixed(2) });
    await organization.bots.updateSettings(userId, bot.id, { strategy: storedLadder });
    await floor.setActive(bot, true);
    // The market goes on while the worker stops: fills may leave few of its orders.
    const open = await until(async () => {
      await startWorker();
      await until(async () => (floor.openOrderCount(key) >= 4 ? true : null));
      await floor.stopWorker();
      const known = await organization.orders.listToRemember(bot.id, { settled: 0 });
      const left = known.filter(({ state }) => state === 'open').map((order) => ({ ...order, updatedAt: new Date(0) }));
      return left.length > 2 ? left : null;
    });
    const reported = open.map((order) => {
      const { clientOrderId, pair, side, price, amount, reportedFilled: filled } = order;
      return {
        clientOrderId,
        pair,
        side,
        price,
        amount,
        filled,
        exchangeOrderId: order.exchangeOrderId ?? '',
        status: 'open',
        at: new Date(0),
      } as const;
    });
    const { slots } = judgeOrders({
      botNumber: bot.botNumber,
      otherBots: new Set(),
      wanted: { orders: open, tolerance: exact },
      known: open,
      reported: { orders: reported, askedAt: new Date(), isCurrent: true },
    });
    expect(slots.length).toBe(open.length);
    expect(slots.every(({ verdict }) => verdict === 'matched')).toBe(true);
    expect(new Set(slots.map(slotOf)).size).toBe(slots.length);
  });
});

test('in a backtest it quotes around a price that swings, and keeps its money to the last digit', () => {
  const minutes = 600;
  const column = (of: (minute: number) => number) => Float64Array.from({ length: minutes }, (_, minute) => of(minute));
  const middle = (minute: number) => Math.round(60_000 + 600 * Math.sin(minute / 12));
  const market = candleMarket([
    {
      pair: 'BTC/USDT',
      intervalMs: 60_000,
      at: column((minute) => minute * 60_000),
      open: column(middle),
      high: column((minute) => Math.max(middle(minute), middle(minute + 1)) + 30),
      low: column((minute) => Math.min(middle(minute), middle(minute + 1)) - 30),
      close: column((minute) => middle(minute + 1)),
      volume: column(() => 1),
      priceStep: 1,
    },
  ]);
  const none = { maximumAmount: null, minimumPrice: null, maximumPrice: null, priceBand: null, minimumNotional: '0' };
  const units = { baseUnit: '0.00000001', counterUnit: '0.00000001' };
  const sizes = { tickSize: '0.01', lotSize: '0.00001', minimumAmount: '0.00001' };
  const rules: MarketRules = { pair: 'BTC/USDT', ...sizes, ...none, ...units, makerFee: 0, takerFee: 0 };
  const balances = { BTC: '0.1', USDT: '6000' };
  const run = runStrategy(market, new Ladder({ ...ladder, step: 0.001, follows: 0.005 }), {
    balances,
    rules: new Map([['BTC/USDT', rules]]),
  });
  expect(run.trades.length).toBeGreaterThan(50);
  expect(new Set(run.trades.map(({ level }) => level))).toEqual(new Set([0, 1]));
  const moved = (side: string, of: 'amount' | 'notional') =>
    Number(sum(run.trades.filter((trade) => trade.side === side).map((trade) => trade[of])));
  expect(Number(run.balances.BTC)).toBeCloseTo(0.1 + moved('buy', 'amount') - moved('sell', 'amount'), 8);
  expect(Number(run.balances.USDT)).toBeCloseTo(6_000 + moved('sell', 'notional') - moved('buy', 'notional'), 8);
});
