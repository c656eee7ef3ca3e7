import { add } from '@tenbin/market';
import { addActivity, performanceOf, unevennessOf } from '@tenbin/strategy';
import { describe, expect, test } from 'vitest';
import { decideAll } from '../decision/decide.ts';
import { view } from '../testing/running-bot.ts';
import { TradingDesk } from '../testing/trading-desk.ts';

const even = { BTC: '0.1', ETH: '2', USDT: '6000' };
const usd = new Map([
  ['BTC', 60_000],
  ['ETH', 3_000],
  ['USDT', 1],
]);
const ledgerOf = ({ bot }: TradingDesk) => {
  const { ledger } = bot.state;
  if (!ledger) throw new Error('the bot has no ledger');
  return ledger;
};
const resultOf = (desk: TradingDesk) => {
  const book = ledgerOf(desk).performance;
  if (!book) throw new Error('no performance is kept');
  return performanceOf(book.start, addActivity(book.closed, book.today), usd);
};
const openIn = ({ exchange }: TradingDesk) => exchange.open.map(({ pair, side, amount }) => `${pair} ${side} ${amount}`).sort();

async function virtualDesk(): Promise<TradingDesk> {
  const desk = new TradingDesk({ isVirtual: true });
  await desk.start();
  return desk;
}

async function change(desk: TradingDesk, funds: Parameters<TradingDesk['journal']['changeFunds']>[0]): Promise<void> {
  desk.bot.takeFunds(desk.journal.changeFunds(funds));
  await desk.settle();
}

describe('what orders of others hold on the virtual account of a bot', () => {
  test('is its money all the same: nothing is moved, sold or bought for it, and nothing has flowed', async () => {
    const desk = await virtualDesk();
    const before = desk.exchange.open;
    await change(desk, { heldByOthers: { BTC: '0.04', USDT: '1000' } });
    await desk.wait(60_000);
    expect(desk.exchange.open).toEqual(before);
    expect(desk.exchange.orders).toHaveLength(6);
    expect(ledgerOf(desk).balances).toEqual(even);
    expect(resultOf(desk).usd.flows).toBe('0');
  });

  test('changes no order that follows a trade, as long as there is enough besides', async () => {
    const [free, held] = [await virtualDesk(), await virtualDesk()];
    await change(held, { heldByOthers: { BTC: '0.04', USDT: '1000' } });
    for (const desk of [free, held]) {
      desk.exchange.moveTo('BTC/USDT', '60600');
      await desk.settle();
    }
    expect(openIn(held)).toEqual(openIn(free));
    expect(ledgerOf(held).balances).toEqual(ledgerOf(free).balances);
  });

  test('is not spent: orders wait for it, and are placed when it is free again', async () => {
    const desk = new TradingDesk({ isVirtual: true });
    desk.journal.changeFunds({ heldByOthers: { USDT: '5990' } });
    await desk.start();
    expect(openIn(desk).filter((order) => /USDT buy/.test(order))).toEqual([]);
    expect(desk.exchange.open).toHaveLength(4);
    expect(desk.journal.kinds).toContain('waitingForFunds');
    await change(desk, { heldByOthers: {} });
    expect(desk.exchange.open).toHaveLength(6);
    expect(openIn(desk)).toEqual(openIn(await virtualDesk()));
  });
});

describe('money that is given to a virtual account, or taken from it', () => {
  const given = { ...even, USDT: '7000' };
  const give = {
    'while its bot runs': (desk: TradingDesk) => change(desk, { balances: given }),
    'while nobody runs its bot': async (desk: TradingDesk) => {
      await desk.bot.close();
      desk.journal.changeFunds({ balances: given });
      await desk.open();
    },
  };

  test.each(Object.entries(give))('%s is in its balances at once, and has come as money, not as profit', async (_, giveTo) => {
    const desk = await virtualDesk();
    await giveTo(desk);
    expect(ledgerOf(desk).balances).toEqual(given);
    expect(resultOf(desk).usd.flows).toBe('1000');
    expect([ledgerOf(desk).growth, resultOf(desk).basisPoint]).toEqual([0, 0]);
    expect(desk.journal.memory.ledger).toEqual(ledgerOf(desk));
  });

  test.each(Object.entries(give))('%s brings no profit by being made even', async (_, giveTo) => {
    const desk = await virtualDesk();
    await giveTo(desk);
    expect(ledgerOf(desk).uneven?.left).toBeCloseTo(unevennessOf(given, usd) ?? Number.NaN, 12);
    const [bought] = desk.exchange.open.filter(({ pair, side }) => pair === 'BTC/USDT' && side === 'buy');
    if (!bought) throw new Error('it buys nothing');
    desk.exchange.trade([bought]);
    await desk.settle();
    expect(ledgerOf(desk).growth).toBeLessThanOrEqual(0);
  });

  test('of other coins than the bot trades is none of its own', async () => {
    const desk = await virtualDesk();
    await desk.bot.close();
    desk.journal.changeFunds({ balances: { ...even, BNB: '3' } });
    await desk.open();
    expect(ledgerOf(desk).balances).toEqual(even);
  });

  test('together with a trade of the bot is taken in beside it', async () => {
    const desk = await virtualDesk();
    const { state } = desk.bot;
    const [sold] = desk.exchange.open.filter(({ pair, side }) => pair === 'BTC/USDT' && side === 'sell');
    const { funds } = state;
    if (!sold || !funds) throw new Error('there is nothing to trade');
    const fill = {
      ...sold,
      tradeId: '1',
      amount: '0.0001',
      notional: '6.06',
      fee: '0',
      feeCurrency: 'USDT',
      isMaker: true,
    };
    const seen = { version: funds.version + 1, balances: { ...funds.balances, USDT: '7000' }, heldByOthers: {} };
    const { step } = decideAll(
      state,
      [
        { type: 'fillReported', fill },
        { type: 'fundsSeen', funds: seen },
      ],
      { ...view, now: desk.clock.now() },
    );
    expect(step?.ledger?.balances).toEqual({ ...even, BTC: '0.0999', USDT: add('7000', '6.06') });
  });
});

test('money that was taken while nobody ran the bot has gone as money, and is no loss', async () => {
  const desk = await virtualDesk();
  await desk.bot.close();
  desk.journal.changeFunds({ balances: { ...even, BTC: '0.05' } });
  await desk.open();
  expect(ledgerOf(desk).balances.BTC).toBe('0.05');
  expect(Number(resultOf(desk).usd.flows)).toBeCloseTo(-3_000, 9);
  expect(resultOf(desk).basisPoint).toBe(0);
});
