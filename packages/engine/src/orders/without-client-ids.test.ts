import { ExchangeError } from '@tenbin/exchange';
import { subtract } from '@tenbin/market';
import { describe, expect, test } from 'vitest';
import { expectBooksToAgree } from '../testing/books.ts';
import { siblingOf } from '../testing/siblings.ts';
import { TradingDesk } from '../testing/trading-desk.ts';

const lost = { kind: 'unknown', reason: 'deadlinePassed' } as const;
const nameless = () => new TradingDesk({ clientOrderId: false });

describe('at an exchange that keeps no ids of ours, a bot', () => {
  test('trades like anywhere else, with one order of a pair sent at a time', async () => {
    const desk = nameless();
    let inFlight = 0;
    let most = 0;
    const place = desk.exchange.placeOrder.bind(desk.exchange);
    const underWay = new Map<string, number>();
    desk.exchange.placeOrder = async (request) => {
      inFlight = (underWay.get(request.pair) ?? 0) + 1;
      underWay.set(request.pair, inFlight);
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setImmediate(resolve));
      underWay.set(request.pair, (underWay.get(request.pair) ?? 0) - 1);
      return place(request);
    };
    await desk.start();
    expect(desk.exchange.open).toHaveLength(6);
    for (const price of ['60600', '61300', '60400', '59000']) {
      desk.exchange.moveTo('BTC/USDT', price);
      await desk.wait(20_000);
    }
    expect(most).toBe(1);
    expect(desk.journal.records.length).toBeGreaterThanOrEqual(4);
    expect(desk.journal.kinds).not.toContain('externalOrder');
    expectBooksToAgree(desk);
    await desk.stop();
    expect(desk.exchange.open).toEqual([]);
  });

  test('finds an order whose answer got lost by its terms, and keeps it', async () => {
    const desk = nameless();
    desk.exchange.failNext('place', lost, { arrives: true });
    await desk.start();
    await desk.wait(5_000);
    expect(desk.exchange.open).toHaveLength(6);
    expect(desk.journal.kinds).toContain('adopted');
    expectBooksToAgree(desk);
  });

  test('finds one that was filled before it was looked for, and books it', async () => {
    const desk = nameless();
    desk.exchange.isSilent = true;
    desk.exchange.failNext('place', lost, { arrives: true });
    await desk.start();
    const [order] = desk.exchange.open;
    if (!order) throw new Error('nothing open');
    desk.exchange.trade([order]);
    await desk.wait(10_000);
    expect(desk.journal.records).toHaveLength(1);
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('finds one that was filled in part and then cancelled there', async () => {
    const desk = nameless();
    desk.exchange.isSilent = true;
    desk.exchange.failNext('place', lost, { arrives: true });
    await desk.start();
    const [order] = desk.exchange.open;
    if (!order) throw new Error('nothing open');
    desk.exchange.trade([order], '0.0001');
    await desk.exchange.cancelOrder({ pair: order.pair, clientOrderId: null, exchangeOrderId: order.exchangeOrderId });
    await desk.wait(10_000);
    expect(desk.journal.records).toMatchObject([{ amount: '0.0001' }]);
    expectBooksToAgree(desk);
  });

  test('sends nothing else on the pair until one that never arrived is given up', async () => {
    const desk = nameless();
    desk.exchange.failNext('place', lost);
    await desk.start();
    await desk.wait(50_000);
    expect(desk.exchange.open).toHaveLength(4);
    await desk.wait(15_000);
    expect(desk.journal.kinds).toContain('neverPlaced');
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('does not guess between two orders with the same terms, says so, and goes on when both are gone', async () => {
    const desk = nameless();
    desk.exchange.failNext('place', lost, { arrives: true });
    await desk.start();
    const twin = desk.exchange.open.find((order) => order.pair === 'BTC/USDT' && order.side === 'sell');
    if (!twin) throw new Error('nothing open');
    const byHand = { ...twin, clientOrderId: 'by-hand' };
    await desk.exchange.placeOrder(byHand);
    const twins = desk.exchange.open.filter((order) => order.price === twin.price);
    expect(twins).toHaveLength(2);
    await desk.wait(120_000);
    expect(desk.journal.kinds).toContain('severalMatch');
    expect(desk.journal.kinds).not.toContain('adopted');
    const ref = (order: (typeof twins)[number]) => ({ pair: order.pair, clientOrderId: null, exchangeOrderId: order.exchangeOrderId });
    for (const order of twins.slice(0, 1)) await desk.exchange.cancelOrder(ref(order));
    await desk.wait(90_000);
    expect(desk.journal.kinds).not.toContain('adopted');
    for (const order of twins.slice(1)) await desk.exchange.cancelOrder(ref(order));
    await desk.wait(120_000);
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('stops although one of two orders with the same terms was filled, and the other cancelled', async () => {
    const desk = nameless();
    desk.exchange.failNext('place', lost, { arrives: true });
    await desk.start();
    const twin = desk.exchange.open.find((order) => order.pair === 'BTC/USDT' && order.side === 'sell');
    if (!twin) throw new Error('nothing open');
    await desk.exchange.placeOrder({ ...twin, clientOrderId: 'by-hand' });
    const [one, other] = desk.exchange.open.filter((order) => order.price === twin.price);
    if (!one || !other) throw new Error('no twins');
    await desk.wait(120_000);
    expect(desk.journal.kinds).toContain('severalMatch');
    await desk.exchange.cancelOrder({ pair: one.pair, clientOrderId: null, exchangeOrderId: one.exchangeOrderId });
    desk.exchange.trade([other]);
    await desk.stop();
    await desk.wait(120_000);
    expect(desk.bot.state.phase.kind).toBe('stopped');
  });

  test('asks again for an order whose search ended because the database was away for a moment', async () => {
    const desk = nameless();
    desk.exchange.failNext('place', lost, { arrives: true });
    const { linkedOrders } = desk.journal;
    desk.journal.linkedOrders = async () => {
      desk.journal.linkedOrders = linkedOrders;
      throw new Error('the database is away');
    };
    await desk.start();
    await desk.wait(180_000);
    expect(desk.bot.state.orders.map(({ state }) => state)).toEqual(Array(6).fill('open'));
    expectBooksToAgree(desk);
  });

  test('looks no more often the longer another bot of the account waits for an answer on the pair', async () => {
    const sibling = nameless();
    sibling.exchange.failNext('place', lost);
    await sibling.start();
    const desk = nameless();
    await desk.start();
    await desk.bot.close();
    const orders = sibling.bot.state.orders.filter(({ state }) => state === 'unknown');
    desk.journal.others = [siblingOf({ orders })];
    desk.exchange.moveTo('BTC/USDT', '60600');
    const after = desk.clock.after.bind(desk.clock);
    let timers = 0;
    desk.clock.after = (ms, wake) => {
      timers += 1;
      return after(ms, wake);
    };
    const timersIn = async (ms: number): Promise<number> => {
      timers = 0;
      await desk.wait(ms);
      return timers;
    };
    await desk.open();
    const early = await timersIn(10_000);
    await desk.wait(15_000);
    expect(await timersIn(10_000)).toBeLessThanOrEqual(1.5 * early);
  });

  test('goes on after its process was killed in the middle of sending, with the same order', async () => {
    const desk = nameless();
    await desk.start();
    desk.exchange.failNext('place', lost, { arrives: true });
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.settle();
    await desk.bot.close();
    await desk.open();
    await desk.wait(5_000);
    expect(desk.journal.kinds).toContain('resumed');
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('and whose exchange cannot be asked for a single order learns from open orders and trades what became of it', async () => {
    const desk = nameless();
    desk.exchange.isSilent = true;
    desk.exchange.findOrder = () => Promise.reject(new ExchangeError('no', { kind: 'rejected', reason: 'notSupported' }));
    await desk.start();
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.wait(80_000);
    expect(desk.journal.records).toHaveLength(1);
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('waits while another bot of its account has an order of unknown fate on the pair', async () => {
    const desk = new TradingDesk({ clientOrderId: false, balances: { BTC: '0.2', ETH: '4', USDT: '12000' } });
    await desk.start();
    await desk.bot.close();
    const [any] = desk.journal.memory.orders.filter((order) => order.pair === 'BTC/USDT');
    if (!any) throw new Error('no order');
    const uncertain = { ...any, clientOrderId: 'T000000000ax1', state: 'unknown', exchangeOrderId: null, amount: '0.02' } as const;
    const phase = { kind: 'running', since: new Date(0) } as const;
    desk.journal.others = [siblingOf({ phase, orders: [uncertain] })];
    for (const order of desk.exchange.open.filter((one) => one.pair === 'BTC/USDT')) {
      await desk.exchange.cancelOrder({ pair: order.pair, clientOrderId: null, exchangeOrderId: order.exchangeOrderId });
    }
    await desk.open();
    await desk.wait(20_000);
    expect(desk.exchange.open).toHaveLength(4);
    expect(subtract(desk.exchange.balances.BTC ?? '0', '0.2')).toBe('0');
  });
});
