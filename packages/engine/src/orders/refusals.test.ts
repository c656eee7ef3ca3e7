import type { ExchangeErrorReason } from '@tenbin/exchange';
import { toGrid } from '@tenbin/market';
import { describe, expect, test } from 'vitest';
import { expectBooksToAgree } from '../testing/books.ts';
import { TradingDesk } from '../testing/trading-desk.ts';

const refused = (reason: ExchangeErrorReason) => ({ kind: 'rejected', reason }) as const;
const isSell = ({ pair, side }: { readonly pair: string; readonly side: string }) => pair === 'BTC/USDT' && side === 'sell';

describe('an order that the exchange refuses by its rules', () => {
  test('once is tried once more, and nothing else happens', async () => {
    const desk = new TradingDesk();
    desk.exchange.failNext('place', refused('notionalTooSmall'));
    await desk.start();
    expect(desk.exchange.open).toHaveLength(5);
    await desk.wait(10_000);
    expect(desk.exchange.open).toHaveLength(6);
    expect(desk.journal.faults).toEqual([]);
    expect(desk.bot.state.pauses).toEqual({});
    expectBooksToAgree(desk);
  });

  test('is placed by the new rules as soon as they are there, however long the pause was to be', async () => {
    const desk = new TradingDesk();
    let tick = '0.000001';
    desk.exchange.refuses = ({ price }) => (toGrid(Number(price), tick, 'down') === price ? null : refused('priceOutOfRange'));
    await desk.start();
    tick = '1000';
    desk.exchange.moveTo('BTC/USDT', '60600');
    await desk.wait(60_000);
    const tried = desk.exchange.sent.size;
    await desk.wait(10_000);
    expect(desk.exchange.sent.size).toBe(tried);
    tick = '0.01';
    desk.exchange.renewRules({ tickSize: '0.01' });
    await desk.wait(5_000);
    expect(desk.exchange.open).toHaveLength(6);
    expect(desk.journal.faults).toEqual([]);
    expectBooksToAgree(desk);
  });

  test('again and again pauses its slot ever longer, warns, and holds up no other', async () => {
    const desk = new TradingDesk();
    desk.exchange.refuses = (order) => (isSell(order) ? refused('priceOutOfRange') : null);
    await desk.start();
    await desk.wait(300_000);
    expect(desk.exchange.open).toHaveLength(5);
    expect(desk.exchange.sent.size).toBeLessThan(5 + 10);
    expect(desk.journal.kinds).toContain('slotPaused');
    expect(desk.journal.warnings.at(-1)).toMatchObject([{ code: 'priceOutOfRange', facts: { side: 'sell' } }]);
    expect(desk.bot.state.phase.kind).toBe('running');
    // It does not come and go with every try.
    expect(desk.journal.warnings).toHaveLength(1);
    desk.exchange.refuses = () => null;
    await desk.wait(65_000);
    expect(desk.exchange.open).toHaveLength(6);
    expect(desk.journal.warnings.at(-1)).toEqual([]);
  });

  test.each([
    ['amountOutOfRange', 'amountTooSmall'],
    ['notionalTooSmall', 'valueTooSmall'],
    ['priceOutOfRange', 'priceOutOfRange'],
  ] as const)('for ten minutes, and by renewed rules too, stops the bot: %s', async (reason, code) => {
    const desk = new TradingDesk();
    desk.exchange.refuses = (order) => (isSell(order) ? refused(reason) : null);
    await desk.start();
    await desk.wait(300_000);
    desk.exchange.renewRules();
    await desk.wait(280_000);
    expect(desk.bot.state.phase.kind).toBe('running');
    await desk.wait(120_000);
    expect(desk.journal.memory.phase.kind).toBe('stopped');
    expect(desk.journal.faults).toMatchObject([{ code }]);
    expect(desk.exchange.open).toEqual([]);
  });

  test('by rules that are asked for anew all the time stops the bot too', async () => {
    const desk = new TradingDesk();
    desk.exchange.refuses = (order) => (isSell(order) ? refused('amountOutOfRange') : null);
    await desk.start();
    for (let second = 0; second < 620; second += 4) {
      desk.exchange.renewRules();
      await desk.wait(4_000);
    }
    expect(desk.journal.memory.phase.kind).toBe('stopped');
    expect(desk.journal.faults).toMatchObject([{ code: 'amountTooSmall' }]);
  });

  test('for however long does not stop the bot while the rules could not be asked for anew', async () => {
    const desk = new TradingDesk();
    desk.exchange.refuses = (order) => (isSell(order) ? refused('amountOutOfRange') : null);
    await desk.start();
    await desk.wait(1_800_000);
    expect(desk.bot.state.phase.kind).toBe('running');
  });

  test('now for this reason, now for that, does not stop the bot: neither lasts', async () => {
    const desk = new TradingDesk();
    let count = 0;
    desk.exchange.refuses = (order) => (isSell(order) ? refused(++count % 2 ? 'amountOutOfRange' : 'priceOutOfRange') : null);
    await desk.start();
    for (let minute = 0; minute < 20; minute += 1) {
      desk.exchange.renewRules();
      await desk.wait(60_000);
    }
    expect(desk.bot.state.phase.kind).toBe('running');
  });
});

describe('an order that the exchange accepts and cancels at once', () => {
  test('is placed again ever more rarely, is told, and holds up no other', async () => {
    const desk = new TradingDesk();
    desk.exchange.drops = isSell;
    await desk.start();
    await desk.wait(600_000);
    expect(desk.exchange.sent.size).toBeLessThan(5 + 16);
    expect(desk.exchange.open).toHaveLength(5);
    expect(desk.journal.kinds).toContain('slotPaused');
    expect(desk.bot.state.phase.kind).toBe('running');
  });

  test('comes back when the exchange keeps it, and a later one is a first one again', async () => {
    const desk = new TradingDesk();
    desk.exchange.drops = isSell;
    await desk.start();
    await desk.wait(300_000);
    desk.exchange.drops = () => false;
    await desk.wait(65_000);
    expect(desk.exchange.open).toHaveLength(6);
    await desk.wait(400_000);
    const [sell] = desk.exchange.open.filter(isSell);
    await desk.exchange.cancelOrder({ pair: 'BTC/USDT', clientOrderId: sell?.clientOrderId ?? '', exchangeOrderId: null });
    await desk.wait(5_000);
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });

  test('by another order of its account, and cancels that in turn, does not chase it at the speed of the network', async () => {
    const desk = new TradingDesk();
    await desk.start();
    for (let seconds = 0; seconds < 1_800; seconds += 10) {
      const resting = desk.exchange.open.find(isSell);
      // The other side comes back ten seconds after it was cancelled: the exchange prevents that the two meet.
      if (resting) await desk.exchange.cancelOrder(resting);
      await desk.wait(10_000);
    }
    expect(desk.exchange.sent.size).toBeLessThan(6 + 40);
    expect(desk.bot.state.phase.kind).toBe('running');
    expect(desk.exchange.open.filter((order) => !isSell(order))).toHaveLength(5);
    expect(desk.journal.kinds).toContain('slotPaused');
    await desk.wait(65_000);
    expect(desk.exchange.open).toHaveLength(6);
    expectBooksToAgree(desk);
  });
});
