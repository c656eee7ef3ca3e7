import { add, type Decimal, subtract } from '@tenbin/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectBooksToAgree } from '../testing/books.ts';
import { countQuestions } from '../testing/count-questions.ts';
import { TradingDesk } from '../testing/trading-desk.ts';

const minutes = (count: number) => count * 60_000;

/** A bot that runs, whose process then ends; `gap` happens while nobody is there. Another process opens it. */
async function goOnAfter(gap: (desk: TradingDesk) => void | Promise<void> = () => {}) {
  const desk = new TradingDesk();
  await desk.start();
  await desk.bot.close();
  desk.exchange.isSilent = true;
  await gap(desk);
  desk.exchange.isSilent = false;
  const asked = countQuestions(desk);
  await desk.open();
  return { desk, asked };
}

const resumedOf = (desk: TradingDesk) => desk.journal.timeline.find((entry) => entry.kind === 'resumed')?.facts;

describe('a bot whose process ended, and to which nothing happened meanwhile', () => {
  test('goes on after one question, with the orders that it had', async () => {
    const { desk, asked } = await goOnAfter();
    expect(asked).toEqual({ fetchWallet: 1, fetchOpenOrders: 0, fetchFills: 0, findOrder: 0 });
    expect(resumedOf(desk)).toEqual({ openOrders: 6, adopted: 0, cancelled: 0, filled: 0, unknown: 0, fillsMissed: 0 });
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.settle();
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('asks for everything once, later, and then no more', async () => {
    const { desk, asked } = await goOnAfter();
    await desk.wait(minutes(1) - 5_000);
    expect(asked.fetchOpenOrders).toBe(0);
    await desk.wait(minutes(10));
    expect(asked.fetchOpenOrders).toBe(3);
  });

  test('writes no line about connecting, unless it lasts', async () => {
    const { desk } = await goOnAfter();
    expect(desk.journal.kinds).not.toContain('exchangeUnreachable');
    await desk.bot.close();
    desk.exchange.subscribe = () => () => {};
    await desk.open();
    await desk.wait(10_000);
    expect(desk.journal.kinds).toContain('exchangeUnreachable');
  });
});

describe('what happened while nobody was there is found at once', () => {
  test('an order that was filled', async () => {
    const { desk } = await goOnAfter(({ exchange }) => exchange.trade(exchange.open.slice(2, 3)));
    expect(resumedOf(desk)).toMatchObject({ filled: 1, fillsMissed: 1 });
    expect(desk.journal.records).toHaveLength(1);
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('a small part of an order', async () => {
    const { desk } = await goOnAfter(({ exchange }) => exchange.trade(exchange.open.slice(0, 1), '0.00000001'));
    expect(resumedOf(desk)).toMatchObject({ fillsMissed: 1 });
    expect(desk.journal.memory.ledger?.balances).toEqual(desk.exchange.balances);
  });

  test('an order that was cancelled, which is placed again', async () => {
    const { desk } = await goOnAfter(async ({ exchange }) => {
      const [order] = exchange.open;
      if (order) await exchange.cancelOrder(order);
    });
    expect(resumedOf(desk)).toMatchObject({ cancelled: 1 });
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('two opposite fills that leave the balances exactly as they were', async () => {
    const { desk } = await goOnAfter(({ exchange }) => {
      const before = { ...exchange.balances };
      exchange.trade(exchange.open.filter(({ pair }) => pair === 'BTC/USDT'));
      Object.assign(exchange.balances, before);
    });
    expect(resumedOf(desk)).toMatchObject({ filled: 2, fillsMissed: 2 });
  });

  test('an order that somebody placed by hand', async () => {
    const { desk, asked } = await goOnAfter(async ({ exchange }) => {
      await exchange.placeOrder({ clientOrderId: 'by-hand', pair: 'ETH/BTC', side: 'sell', price: '0.06', amount: '0.01' });
    });
    expect(desk.journal.kinds).toContain('externalOrder');
    expect(asked.fetchOpenOrders).toBe(3);
    expect(desk.exchange.open).toHaveLength(7);
  });

  test('a deposit, which is nobody’s profit', async () => {
    const { desk, asked } = await goOnAfter(({ exchange }) => {
      exchange.balances.USDT = add(exchange.balances.USDT ?? '0', '500');
    });
    expect(asked.fetchOpenOrders).toBe(3);
    expect(desk.journal.memory.phase.kind).toBe('running');
    expect(desk.journal.memory.ledger).toMatchObject({ balances: { BTC: '0.1', ETH: '2', USDT: '6000' }, growth: 0 });
  });

  test('an order whose answer was never stored', async () => {
    const { desk, asked } = await goOnAfter((gone) => {
      const [order] = gone.journal.memory.orders;
      if (order) gone.journal.forget({ ...order, state: 'pending', exchangeOrderId: null });
    });
    expect(asked.fetchOpenOrders).toBe(3);
    expect(resumedOf(desk)).toMatchObject({ adopted: 1, openOrders: 6 });
    expectBooksToAgree(desk);
  });

  test('whatever fills and cancels, even when the balances show nothing of it', async () => {
    const event = fc.record({ order: fc.nat(5), part: fc.constantFrom('cancel', 0.001, 0.3, 1) });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 5 }), async (events) => {
        const { asked } = await goOnAfter(async ({ exchange }) => {
          const before = { ...exchange.balances };
          const orders = exchange.open;
          for (const { order: index, part } of events) {
            const order = exchange.open.find((one) => one.exchangeOrderId === orders[index]?.exchangeOrderId);
            if (!order) continue;
            if (part === 'cancel') await exchange.cancelOrder(order);
            else exchange.trade([order], partOf(subtract(order.amount, order.filled), Number(part)));
          }
          Object.assign(exchange.balances, before);
        });
        expect(asked.fetchOpenOrders).toBeGreaterThan(0);
      }),
      { numRuns: 25 },
    );
  });
});

const partOf = (amount: Decimal, part: number): Decimal => (part === 1 ? amount : (Number(amount) * part).toFixed(8));

describe('while the wallet is on its way', () => {
  /** Lets the wallet wait until told otherwise. */
  function holdWallet({ exchange }: TradingDesk): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const fetch = exchange.fetchWallet.bind(exchange);
    exchange.fetchWallet = async () => {
      const wallet = await fetch();
      await promise;
      return wallet;
    };
    return () => {
      exchange.fetchWallet = fetch;
      resolve();
    };
  }

  async function breakAndRestore(desk: TradingDesk): Promise<void> {
    desk.exchange.breakStream();
    desk.exchange.restoreStream();
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  test('a fill makes its answer void', async () => {
    const desk = new TradingDesk();
    await desk.start();
    const release = holdWallet(desk);
    await breakAndRestore(desk);
    desk.exchange.moveTo('BTC/USDT', '60600');
    const asked = countQuestions(desk);
    release();
    await desk.settle();
    expect(asked.fetchOpenOrders).toBeGreaterThan(0);
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('a break of the stream does: what was asked for before says nothing of what came after', async () => {
    const desk = new TradingDesk();
    await desk.start();
    const release = holdWallet(desk);
    await breakAndRestore(desk);
    desk.exchange.breakStream();
    desk.exchange.isSilent = true;
    desk.exchange.trade(desk.exchange.open.slice(0, 1));
    desk.exchange.isSilent = false;
    await desk.clock.advance(10, async () => {});
    desk.exchange.restoreStream();
    release();
    await desk.settle();
    expect(desk.journal.fills).toHaveLength(1);
    expectBooksToAgree(desk);
  });

  test('one that is never answered is not waited for without end', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.breakStream();
    desk.exchange.isSilent = true;
    desk.exchange.trade(desk.exchange.open.slice(0, 1));
    desk.exchange.isSilent = false;
    const asked = countQuestions(desk);
    const fetch = desk.exchange.fetchWallet.bind(desk.exchange);
    desk.exchange.fetchWallet = () => {
      desk.exchange.fetchWallet = fetch;
      return new Promise(() => {});
    };
    desk.exchange.restoreStream();
    await desk.pass(40_000);
    expect(asked.fetchOpenOrders).toBe(0);
    await desk.pass(20_000);
    expect(asked.fetchOpenOrders).toBeGreaterThan(0);
    expect(desk.journal.fills).toHaveLength(1);
  });

  test('a question that fails is followed by one for everything', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.failNext('wallet', { kind: 'transient', reason: 'unreachable' });
    desk.exchange.breakStream();
    desk.exchange.isSilent = true;
    desk.exchange.trade(desk.exchange.open.slice(0, 1));
    desk.exchange.isSilent = false;
    desk.exchange.restoreStream();
    await desk.settle();
    await desk.wait(10_000);
    expect(desk.journal.fills).toHaveLength(1);
    expectBooksToAgree(desk);
  });
});
