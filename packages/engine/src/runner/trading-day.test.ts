import { clientOrderIdOf, isOrderOf } from '@tenbin/bots';
import { add } from '@tenbin/market';
import { describe, expect, test } from 'vitest';
import { expectBooksToAgree } from '../testing/books.ts';
import { siblingOf } from '../testing/siblings.ts';
import { TradingDesk } from '../testing/trading-desk.ts';

const priceOf = (desk: TradingDesk, pair: string, side: string) =>
  desk.exchange.open.find((order) => order.pair === pair && order.side === side)?.price;

describe('a bot that is started', () => {
  test('places one sell and one buy for every pair, half the width around the balanced price', async () => {
    const desk = new TradingDesk();
    await desk.start();
    expect(desk.journal.memory.phase.kind).toBe('running');
    expect(desk.exchange.open).toHaveLength(6);
    expect(priceOf(desk, 'BTC/USDT', 'sell')).toBe('60600');
    expect(priceOf(desk, 'BTC/USDT', 'buy')).toBe('59400');
    expect(priceOf(desk, 'ETH/BTC', 'sell')).toBe('0.0505');
    expect(desk.journal.memory.ledger?.initialBalances).toEqual({ BTC: '0.1', ETH: '2', USDT: '6000' });
  });

  test('prices anew what a fill changed, and records what it earned', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.settle();
    const [record] = desk.journal.records;
    expect(record).toMatchObject({ pair: 'BTC/USDT', side: 'sell', price: '60600', feeCurrency: 'USDT', annualRate: null });
    expect(record?.basisPointChanged).toBeCloseTo(0.0659, 4);
    expect(desk.exchange.open).toHaveLength(6);
    expect(Number(priceOf(desk, 'BTC/USDT', 'sell'))).toBeCloseTo(60600 * 1.01, -1);
    expectBooksToAgree(desk);
  });

  test('is refused with the reason when the wallet is not even', async () => {
    const desk = new TradingDesk({ balances: { BTC: '0.1', ETH: '2', USDT: '100' } });
    await desk.start();
    expect(desk.journal.memory.phase.kind).toBe('stopped');
    expect(desk.journal.faults).toMatchObject([{ code: 'launchFailed', facts: { check: 'unbalanced' } }]);
    expect(desk.exchange.orders).toEqual([]);
  });

  test('takes only what other bots on its account leave', async () => {
    const desk = new TradingDesk({ balances: { BTC: '0.2', ETH: '4', USDT: '12000' } });
    const phase = { kind: 'running', since: desk.clock.now() } as const;
    desk.journal.others = [siblingOf({ phase, held: { BTC: '0.1', ETH: '2', USDT: '6000' } })];
    await desk.start();
    expect(desk.journal.memory.ledger?.balances).toEqual({ BTC: '0.1', ETH: '2', USDT: '6000' });
  });
});

describe('a trading day', () => {
  test('ends with exactly the balances that its fills explain', async () => {
    const desk = new TradingDesk();
    await desk.start();
    for (const price of ['60600', '61300', '60400', '59000', '59900', '60700', '62000', '60100']) {
      desk.exchange.moveTo('BTC/USDT', price);
      await desk.settle();
      desk.exchange.moveTo('ETH/BTC', String(3000 / Number(price)).slice(0, 8));
      await desk.wait(20_000);
    }
    expect(desk.journal.records.length).toBeGreaterThan(10);
    expectBooksToAgree(desk);
    const growth = desk.journal.fills.reduce((sum, fill) => sum + fill.growth, 0);
    expect(desk.journal.memory.ledger?.growth).toBeCloseTo(growth, 12);
    expect(growth).toBeGreaterThan(0);
  });

  test('hears everything twice and books it once', async () => {
    const desk = new TradingDesk();
    await desk.start();
    for (const price of ['60600', '61300', '60400', '59000']) {
      desk.exchange.moveTo('BTC/USDT', price);
      desk.exchange.repeatAll();
      await desk.wait(70_000);
      desk.exchange.repeatAll();
      await desk.settle();
    }
    expectBooksToAgree(desk);
  });

  test('misses every push and still books everything by asking', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.isSilent = true;
    for (const price of ['60600', '61300', '60400', '59000']) {
      desk.exchange.moveTo('BTC/USDT', price);
      await desk.wait(70_000);
    }
    expect(desk.journal.records.length).toBeGreaterThanOrEqual(4);
    expectBooksToAgree(desk);
  });

  test('leaves a partly filled order and its siblings where they are, and records it once when it ends', async () => {
    const desk = new TradingDesk();
    await desk.start();
    const sell = desk.exchange.open.find((order) => order.pair === 'BTC/USDT' && order.side === 'sell');
    if (!sell) throw new Error('no sell');
    desk.exchange.trade([sell], '0.00001');
    await desk.settle();
    expect(desk.exchange.orders).toHaveLength(6);
    expect(desk.journal.records).toEqual([]);
    desk.exchange.trade([sell], '0.0002');
    await desk.settle();
    expect(desk.exchange.open.map((order) => order.exchangeOrderId)).toContain(sell.exchangeOrderId);
    desk.exchange.trade([sell]);
    await desk.settle();
    expect(desk.journal.records.map((record) => record.tradeIds)).toEqual([['1', '2', '3']]);
    expectBooksToAgree(desk);
  });

  test('says once that the price is inside the width, not every five seconds', async () => {
    const desk = new TradingDesk();
    await desk.start();
    await desk.wait(170_000);
    expect(desk.journal.kinds.filter((kind) => kind === 'insideWidth')).toHaveLength(1);
    await desk.wait(600_000);
    expect(desk.journal.kinds.filter((kind) => kind === 'insideWidth').length).toBeLessThanOrEqual(5);
  });
});

describe('a stop', () => {
  test('leaves nothing open and says what it cancelled', async () => {
    const desk = new TradingDesk();
    await desk.start();
    await desk.stop();
    expect(desk.exchange.open).toEqual([]);
    const { phase } = desk.journal.memory;
    const cancelled = Array(6).fill(expect.any(String));
    expect(phase).toMatchObject({ kind: 'stopped', receipt: { by: 'user-1', reason: null, cancelled, filledMeanwhile: [] } });
  });

  test('takes in an order that was filled instead of cancelled', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.isSilent = true;
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.stop();
    await desk.wait(30_000);
    const { phase } = desk.journal.memory;
    expect(phase).toMatchObject({ kind: 'stopped', receipt: { filledMeanwhile: [expect.any(String)] } });
    expect(desk.journal.records).toHaveLength(1);
    expectBooksToAgree(desk);
  });

  test('waits for an order of unknown fate and cancels it when it turns up', async () => {
    const desk = new TradingDesk();
    desk.exchange.failNext('place', { kind: 'unknown', reason: 'deadlinePassed' }, { arrives: true });
    await desk.start();
    await desk.stop();
    await desk.wait(30_000);
    expect(desk.exchange.open).toEqual([]);
    expect(desk.journal.memory.phase.kind).toBe('stopped');
  });

  test('and a later start count a deposit as no profit', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.settle();
    await desk.stop();
    const growth = desk.journal.memory.ledger?.growth;
    desk.exchange.balances.USDT = add(desk.exchange.balances.USDT ?? '0', '500');
    await desk.start();
    expect(desk.journal.memory.ledger?.growth).toBe(growth);
    expect(desk.journal.memory.ledger?.balances).toEqual(desk.exchange.balances);
    expect(desk.journal.kinds).toContain('deposit');
  });

  test('does not count time while stopped as running time', async () => {
    const desk = new TradingDesk();
    await desk.start();
    await desk.wait(60_000);
    await desk.stop();
    await desk.wait(600_000);
    expect(desk.journal.memory.ledger?.ranMs).toBe(60_000);
  });
});

describe('a process that ends', () => {
  test('leaves the orders open, and the next goes on with the same balances and profit', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.settle();
    const before = desk.journal.memory;
    await desk.bot.close();
    expect(desk.exchange.open).toHaveLength(6);
    desk.exchange.moveTo('ETH/USDT', '3100');
    await desk.open();
    expect(desk.journal.timeline.findLast((entry) => entry.kind === 'resumed')?.facts).toEqual({
      openOrders: 5,
      adopted: 0,
      cancelled: 0,
      filled: 1,
      fillsMissed: 1,
      unknown: 0,
    });
    expect(desk.journal.memory.phase.kind).toBe('running');
    expect(desk.journal.memory.ledger?.growth).toBeGreaterThan(before.ledger?.growth ?? 0);
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('between writing an order down and sending it leaves no order twice', async () => {
    const desk = new TradingDesk();
    await desk.start();
    const [open] = desk.exchange.open;
    if (!open?.clientOrderId) throw new Error('nothing open');
    await desk.bot.close();
    const written = desk.journal.memory.orders.find((order) => order.clientOrderId === open.clientOrderId);
    if (!written) throw new Error('not written');
    const lost = { ...written, clientOrderId: clientOrderIdOf(1, 7), sequence: 7, state: 'pending' as const, exchangeOrderId: null };
    await desk.exchange.cancelOrder(open);
    await desk.journal.record({ orders: [{ ...written, state: 'cancelled' }, lost] });
    await desk.open();
    expect(desk.exchange.open).toHaveLength(5);
    await desk.wait(90_000);
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('between sending an order and hearing of it finds that order at once, and says so', async () => {
    const desk = new TradingDesk();
    await desk.start();
    await desk.bot.close();
    const { orders } = desk.journal.memory;
    const [sell, buy] = orders;
    if (!sell || !buy) throw new Error('nothing written');
    const forgotten = { ...sell, state: 'pending' as const, exchangeOrderId: null };
    desk.journal.forget(forgotten);
    const open = desk.exchange.open.find((order) => order.clientOrderId === buy.clientOrderId);
    if (open) await desk.exchange.cancelOrder(open);
    const sent = desk.exchange.sent.size;
    await desk.open();
    const report = { openOrders: 5, adopted: 1, cancelled: 1, filled: 0, fillsMissed: 0, unknown: 0 };
    expect(desk.journal.timeline.findLast((entry) => entry.kind === 'resumed')?.facts).toEqual(report);
    expect(desk.exchange.open).toHaveLength(6);
    expect(desk.exchange.sent.size).toBe(sent + 1);
    expectBooksToAgree(desk);
  });

  test('and a database that is away so long that an order would go out late leaves that order unsent', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.journal.failures = 8;
    desk.journal.isFailing = ({ orders = [] }) => orders.some(({ state }) => state === 'pending');
    desk.exchange.moveTo('BTC/USDT', '60600');
    const settled = desk.settle();
    for (let second = 0; second < 9; second += 1) {
      await desk.clock.advance(1_000, async () => {
        await new Promise((resolve) => setImmediate(resolve));
      });
    }
    await settled;
    const refused = desk.journal.memory.orders.filter((order) => order.state === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.some((order) => desk.exchange.sent.has(order.clientOrderId))).toBe(false);
    await desk.wait(10_000);
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('and a database that is away for a while lose nothing: nothing is sent before it is stored', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.journal.failures = 3;
    desk.exchange.moveTo('BTC/USDT', '60600');
    await new Promise((resolve) => setImmediate(resolve));
    expect(desk.exchange.sent.size).toBe(6);
    const settled = desk.settle();
    for (let second = 0; second < 6; second += 1) {
      await desk.clock.advance(1_000, async () => {
        await new Promise((resolve) => setImmediate(resolve));
      });
    }
    await settled;
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });
});

test('orders of other bots and of people on the same account are left alone', async () => {
  const desk = new TradingDesk();
  await desk.exchange.placeOrder({ clientOrderId: 'by-hand', pair: 'ETH/BTC', side: 'sell', price: '0.06', amount: '0.01' });
  await desk.exchange.placeOrder({ clientOrderId: clientOrderIdOf(2, 1), pair: 'BTC/USDT', side: 'sell', price: '60000', amount: '0.01' });
  await desk.start();
  await desk.wait(60_000);
  await desk.stop();
  expect(desk.exchange.open.map((order) => order.clientOrderId)).toEqual(['by-hand', clientOrderIdOf(2, 1)]);
  expect(desk.journal.kinds.filter((kind) => kind === 'externalOrder')).toHaveLength(1);
  expect(desk.exchange.open.filter((order) => isOrderOf(1, order.clientOrderId))).toEqual([]);
});

describe('a bot whose account has another bot', () => {
  const phase = { kind: 'running', since: new Date(0) } as const;
  const sibling = siblingOf({ phase, held: { BTC: '0.1', ETH: '2', USDT: '6000' } });

  test('does not take its share while a trade of the other is not booked', async () => {
    const desk = new TradingDesk({ balances: { BTC: '0.2', ETH: '4', USDT: '12000' } });
    const terms = { clientOrderId: clientOrderIdOf(2, 1), pair: 'BTC/USDT', side: 'sell', price: '60000', amount: '0.01' } as const;
    const placed = await desk.exchange.placeOrder(terms);
    desk.exchange.trade([placed]);
    const order = { ...placed, ...terms, sequence: 1, sentAt: desk.clock.now(), state: 'open', reportedFilled: '0' } as const;
    const unbooked = { ...order, level: 0, trades: [], cancelAskedAt: null, recordedTrades: 0 };
    desk.journal.others = [{ ...sibling, orders: [unbooked] }];
    await desk.start();
    await desk.wait(5_000);
    expect(desk.journal.memory.phase.kind).toBe('starting');
    desk.journal.others = [{ ...sibling, held: { BTC: '0.09', ETH: '2', USDT: '6599.4' }, orders: [] }];
    await desk.wait(5_000);
    expect(desk.journal.memory.ledger?.balances).toEqual({ BTC: '0.1', ETH: '2', USDT: '6000' });
  });

  test('and starts at the same time waits for the one that was asked earlier', async () => {
    const desk = new TradingDesk({ balances: { BTC: '0.2', ETH: '4', USDT: '12000' } });
    desk.journal.others = [{ ...sibling, phase: { kind: 'starting', askedAt: new Date(0), by: 'user-1' }, held: {}, orders: [] }];
    await desk.start();
    expect(desk.journal.memory.phase.kind).toBe('starting');
    desk.journal.others = [{ ...sibling, orders: [] }];
    await desk.wait(5_000);
    expect(desk.journal.memory.ledger?.balances).toEqual({ BTC: '0.1', ETH: '2', USDT: '6000' });
  });
});
