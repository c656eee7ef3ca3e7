import { add, subtract } from '@tenbin/market';
import { describe, expect, test } from 'vitest';
import { expectBooksToAgree } from '../testing/books.ts';
import { countQuestions } from '../testing/count-questions.ts';
import { TradingDesk } from '../testing/trading-desk.ts';

const minutes = (count: number) => count * 60_000;

describe('a bot that runs and to which nothing happens', () => {
  test('asks for its wallet every 30 to 60 seconds, and for nothing else', async () => {
    const desk = new TradingDesk();
    await desk.start();
    const asked = countQuestions(desk);
    await desk.wait(minutes(10));
    expect(asked).toEqual({ fetchWallet: expect.any(Number), fetchOpenOrders: 0, fetchFills: 0, findOrder: 0 });
    expect(asked.fetchWallet).toBeGreaterThanOrEqual(10);
    expect(asked.fetchWallet).toBeLessThanOrEqual(20);
  });

  test('asks for everything once when somebody places an order by hand, and says so', async () => {
    const desk = new TradingDesk();
    await desk.start();
    const byHand = { clientOrderId: 'by-hand', pair: 'ETH/BTC', side: 'sell', price: '0.06', amount: '0.01' } as const;
    await desk.exchange.placeOrder(byHand);
    const asked = countQuestions(desk);
    await desk.wait(minutes(10));
    expect(desk.journal.kinds).toContain('externalOrder');
    expect(asked.fetchOpenOrders).toBe(3);
    expect(desk.journal.memory.phase.kind).toBe('running');
  });
});

describe('what nobody pushed', () => {
  test('an order that was cancelled at the exchange is placed again within a minute', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.isSilent = true;
    const [order] = desk.exchange.open;
    if (order) await desk.exchange.cancelOrder(order);
    await desk.wait(minutes(1));
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('a part of an order that was filled is booked within a minute', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.isSilent = true;
    desk.exchange.trade(desk.exchange.open.slice(0, 1), '0.0001');
    await desk.wait(minutes(1));
    expect(desk.journal.fills).toHaveLength(1);
    expect(desk.journal.memory.ledger?.balances).toEqual(desk.exchange.balances);
  });
});

describe('a wallet that differs from the books', () => {
  const take = (desk: TradingDesk, amount: string) => {
    desk.exchange.balances.USDT = subtract(desk.exchange.balances.USDT ?? '0', amount);
  };

  test('for less than a minute stops nothing', async () => {
    const desk = new TradingDesk();
    await desk.start();
    for (let round = 0; round < 6; round += 1) {
      take(desk, '100');
      await desk.wait(40_000);
      take(desk, '-100');
      await desk.wait(80_000);
    }
    expect(desk.journal.memory.phase.kind).toBe('running');
    expect(desk.journal.faults).toEqual([]);
  });

  test('by a trade that the exchange shows only later stops nothing, and the trade is booked', async () => {
    const desk = new TradingDesk();
    await desk.start();
    const [open, fills, find] = [desk.exchange.fetchOpenOrders, desk.exchange.fetchFills, desk.exchange.findOrder];
    const before = desk.exchange.orders.map((order) => ({ ...order }));
    desk.exchange.isSilent = true;
    desk.exchange.moveTo('BTC/USDT', '60600');
    desk.exchange.fetchOpenOrders = async (pair) => before.filter((order) => order.pair === pair);
    desk.exchange.fetchFills = async () => [];
    desk.exchange.findOrder = async ({ clientOrderId }) => before.find((order) => order.clientOrderId === clientOrderId) ?? null;
    await desk.wait(70_000);
    Object.assign(desk.exchange, { fetchOpenOrders: open, fetchFills: fills, findOrder: find });
    await desk.wait(minutes(2));
    expect(desk.journal.memory.phase.kind).toBe('running');
    expect(desk.journal.records).toHaveLength(1);
    expectBooksToAgree(desk);
  });

  test('because somebody paid in for another bot of the account stops nothing, and is said once', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.balances.USDT = add(desk.exchange.balances.USDT ?? '0', '5000');
    desk.exchange.balances.BTC = add(desk.exchange.balances.BTC ?? '0', '0.1');
    const asked = countQuestions(desk);
    await desk.wait(minutes(20));
    expect(desk.journal.memory.phase.kind).toBe('running');
    expect(desk.journal.kinds.filter((kind) => kind === 'ledgerDifference')).toHaveLength(2);
    expect(asked.fetchOpenOrders).toBeLessThanOrEqual(12);
    expect(desk.journal.memory.ledger?.balances).toEqual({ BTC: '0.1', ETH: '2', USDT: '6000' });
  });

  test('because somebody took what the bot trades with stops it after a minute, with how much is missing', async () => {
    const desk = new TradingDesk();
    await desk.start();
    take(desk, '1000');
    await desk.wait(45_000);
    expect(desk.journal.memory.phase.kind).toBe('running');
    await desk.wait(minutes(2));
    expect(desk.journal.memory.phase.kind).toBe('stopped');
    expect(desk.journal.faults).toMatchObject([{ code: 'ledgerDifference', facts: { USDT: '-1000' } }]);
    expect(desk.exchange.open).toEqual([]);
  });
});
