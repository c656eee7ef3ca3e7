import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TradingDesk } from '../testing/trading-desk.ts';

/** A bot whose orders are worth 5.04 USD each: a little less, and they are too small. */
async function smallBot(): Promise<TradingDesk> {
  const desk = new TradingDesk({ balances: { BTC: '0.0168', ETH: '0.336', USDT: '1008' } });
  await desk.start();
  expect(desk.exchange.open).toHaveLength(6);
  return desk;
}

describe('an order that is worth too little at the prices of the moment', () => {
  test('stops the bot when it lasts, and the bot says at which prices', async () => {
    const desk = await smallBot();
    desk.exchange.show('BTC/USDT', { bid: '59000' });
    await desk.wait(40_000);
    expect(desk.bot.state.phase.kind).toBe('running');
    expect(desk.journal.kinds).toContain('checkFailing');
    expect(desk.journal.warnings.at(-1)).toMatchObject([{ code: 'valueTooSmall' }]);
    await desk.wait(30_000);
    expect(desk.bot.state.phase.kind).toBe('stopped');
    const [fault] = desk.journal.faults;
    expect(fault?.code).toBe('valueTooSmall');
    expect(fault?.facts.prices).toHaveLength(6);
    expect(JSON.stringify(fault?.facts.prices)).toContain('BTC/USDT 59000.000');
    expect(desk.journal.kinds).toContain('checkLasted');
    expect(desk.exchange.open).toEqual([]);
    expect(desk.journal.warnings.at(-1)).toEqual([]);
  });

  test('for a moment does not stop it, and its orders follow a trade meanwhile', async () => {
    const desk = await smallBot();
    desk.exchange.show('BTC/USDT', { bid: '59000' });
    await desk.wait(20_000);
    desk.exchange.trade(desk.exchange.open.filter(({ pair, side }) => pair === 'ETH/USDT' && side === 'sell'));
    await desk.wait(5_000);
    expect(desk.exchange.open).toHaveLength(6);
    desk.exchange.show('BTC/USDT', { bid: '60000' });
    await desk.wait(600_000);
    expect(desk.bot.state.phase.kind).toBe('running');
    expect(desk.journal.faults).toEqual([]);
    expect(desk.journal.warnings.map((all) => all.length)).toEqual([1, 0]);
  });

  test.each([
    ['a side of the book that is pulled', { bid: '20000', ask: '60010', last: '60000' }],
    ['the other side, pulled', { bid: '59990', ask: '200000', last: '60000' }],
    ['a crossed book', { bid: '60020', ask: '30000', last: '60000' }],
    ['an empty side', { bid: '0', ask: '60000', last: '60000' }],
  ])('by %s does not even count as failing', async (_what, book) => {
    const desk = await smallBot();
    desk.exchange.show('BTC/USDT', book);
    await desk.wait(120_000);
    expect(desk.bot.state.phase.kind).toBe('running');
    expect(desk.journal.kinds).not.toContain('checkFailing');
  });

  test('now and then, however often, does not stop it: only one that every look sees', async () => {
    const wicks = fc.array(fc.boolean(), { minLength: 30, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(wicks, async (isLow) => {
        const desk = await smallBot();
        let row = 0;
        let longest = 0;
        for (const low of isLow) {
          row = low ? row + 1 : 0;
          longest = Math.max(longest, row);
          desk.exchange.show('BTC/USDT', { bid: low ? '59000' : '60000' });
          await desk.wait(5_000);
        }
        // Eight looks five seconds apart last for less than 45 seconds, twelve for longer.
        const codes = desk.journal.faults.map(({ code }) => code);
        const stays = longest <= 8 ? [[]] : longest >= 12 ? [['valueTooSmall']] : [[], ['valueTooSmall']];
        expect(stays).toContainEqual(codes);
      }),
      { numRuns: 30 },
    );
  });
});

describe('an order that is under the exchange’s minimum', () => {
  test('because of a trade stops the bot at once: no price can change it', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.renewRules({ minimumNotional: '29.99' }, 'BTC/USDT');
    await desk.wait(20_000);
    desk.exchange.trade(desk.exchange.open.filter(({ pair, side }) => pair === 'BTC/USDT' && side === 'buy'));
    await desk.settle();
    expect(desk.journal.faults).toMatchObject([{ code: 'valueTooSmall', facts: { unit: 'USDT' } }]);
  });

  test('because of new rules stops it when they stay so', async () => {
    const desk = new TradingDesk();
    await desk.start();
    desk.exchange.renewRules({ minimumNotional: '1000' });
    await desk.wait(30_000);
    desk.exchange.renewRules({ minimumNotional: '0' });
    await desk.wait(60_000);
    expect(desk.exchange.open).toHaveLength(6);
    expect(desk.journal.faults).toEqual([]);
    desk.exchange.renewRules({ minimumNotional: '1000' });
    await desk.wait(90_000);
    expect(desk.journal.faults).toMatchObject([{ code: 'valueTooSmall' }]);
    expect(desk.exchange.open).toEqual([]);
  });
});
