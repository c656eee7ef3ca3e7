import type { Ledger } from '@tenbin/bots';
import { add } from '@tenbin/market';
import { addActivity, type DayEntry, isPastPrice, noActivity, performanceOf } from '@tenbin/strategy';
import { describe, expect, test } from 'vitest';
import { TradingDesk } from '../testing/trading-desk.ts';

const dayMs = 86_400_000;
const usd = new Map([
  ['BTC', 60_000],
  ['ETH', 3_000],
  ['USDT', 1],
]);
const ledgerOf = (desk: TradingDesk): Ledger => {
  const { ledger } = desk.journal.memory;
  if (!ledger) throw new Error('the bot has no ledger');
  return ledger;
};
const bookOf = (desk: TradingDesk) => {
  const { performance } = ledgerOf(desk);
  if (!performance) throw new Error('no performance is kept');
  return performance;
};
const allOf = (desk: TradingDesk) => addActivity(bookOf(desk).closed, bookOf(desk).today);
const resultOf = (desk: TradingDesk) => performanceOf(bookOf(desk).start, allOf(desk), usd);
const daysOf = (desk: TradingDesk): DayEntry[] => desk.journal.days;

async function tradeOnce(desk: TradingDesk, price = '60600'): Promise<void> {
  desk.exchange.moveTo('BTC/USDT', price);
  await desk.settle();
}

/** Its open orders that a real exchange would fill at once. */
const crossing = ({ exchange }: TradingDesk) =>
  exchange.open.filter((order) => isPastPrice(order, Number(exchange.prices.get(order.pair))));

/** One after the other, with those that take their places, until none crosses the market. */
async function tradeCrossing(desk: TradingDesk): Promise<void> {
  for (let [first] = crossing(desk); first; [first] = crossing(desk)) {
    desk.exchange.trade([first]);
    await desk.settle();
  }
}

/** The last seconds of the first day have come. */
const untilMidnight = (desk: TradingDesk) => desk.clock.advance(Date.UTC(2026, 0, 2) - 5_000 - desk.clock.now().getTime(), desk.settle);

describe('the performance that a bot keeps', () => {
  test('begins with its first start, at the prices of that moment', async () => {
    const desk = new TradingDesk();
    await desk.start();
    expect(bookOf(desk)).toEqual({
      since: Date.UTC(2026, 0, 1),
      start: { balances: { BTC: '0.1', ETH: '2', USDT: '6000' }, usd: { BTC: 60_000, ETH: 3_000, USDT: 1 } },
      closed: noActivity,
      day: Date.UTC(2026, 0, 1) / dayMs,
      today: noActivity,
    });
  });

  test('follows its trades, and adds up to the balances', async () => {
    const desk = new TradingDesk();
    await desk.start();
    await tradeOnce(desk);
    const { valuation, trades, fees, usd: money } = resultOf(desk);
    expect(valuation.balances).toEqual(ledgerOf(desk).balances);
    expect(trades).toBe(1);
    expect(Object.keys(fees)).toEqual(['USDT']);
    expect(Number(money.fees)).toBeCloseTo(0.03, 3);
    expect(allOf(desk).growth).toBe(ledgerOf(desk).growth);
  });

  test('is the same after a restart of the process', async () => {
    const [whole, cut] = [new TradingDesk(), new TradingDesk()];
    for (const desk of [whole, cut]) {
      await desk.start();
      await tradeOnce(desk);
    }
    await cut.bot.close();
    cut.exchange.prices.set('BTC/USDT', '60000');
    await cut.open();
    await cut.settle();
    for (const desk of [whole, cut]) await tradeOnce(desk, '61300');
    expect(allOf(cut)).toEqual(allOf(whole));
    expect(bookOf(cut).since).toBe(bookOf(whole).since);
  });

  test('takes a deposit in at the next start, as money that came: no result, no profit', async () => {
    const desk = new TradingDesk();
    await desk.start();
    await tradeOnce(desk);
    desk.exchange.prices.set('BTC/USDT', '60000');
    const before = resultOf(desk);
    await desk.stop();
    desk.exchange.balances.USDT = add(desk.exchange.balances.USDT ?? '0', '1000');
    await desk.wait(60_000);
    desk.bot.start('user-1');
    await desk.settle();
    const { usd: money, basisPoint, currencies } = resultOf(desk);
    expect(money).toEqual({ ...before.usd, flows: '1000' });
    expect(basisPoint).toBe(before.basisPoint);
    expect(currencies.USDT).toEqual({ ...before.currencies.USDT, flows: '1000' });
  });

  test('of a bot whose ledger was stored before it was kept begins when it goes on', async () => {
    const desk = new TradingDesk();
    await desk.start();
    await tradeOnce(desk);
    const { performance: _performance, ...ledger } = ledgerOf(desk);
    await desk.bot.close();
    desk.journal.keepLedger(ledger);
    await desk.open();
    await desk.wait(60_000);
    expect(bookOf(desk)).toMatchObject({ start: { balances: ledger.balances }, closed: noActivity, today: noActivity });
    await tradeOnce(desk, '61300');
    expect(resultOf(desk).trades).toBe(desk.exchange.fills.length - 1);
  });
});

describe('a day', () => {
  test('is written with the first look after midnight, with its prices', async () => {
    const desk = new TradingDesk();
    await desk.start();
    await tradeOnce(desk);
    const { growth } = ledgerOf(desk);
    await untilMidnight(desk);
    await desk.wait(10_000);
    expect(daysOf(desk)).toEqual([
      {
        since: new Date('2026-01-01T00:00:00Z'),
        start: bookOf(desk).start,
        day: '2026-01-01',
        activity: expect.objectContaining({ growth, trades: 1 }),
        ending: { at: expect.any(Date), usd: { BTC: 60_600, ETH: 3_000, USDT: 1 } },
      },
    ]);
    expect(bookOf(desk)).toMatchObject({ today: noActivity, closed: { trades: 1, growth } });
  });

  test('gets a trade that comes late, but happened in it', async () => {
    const desk = new TradingDesk();
    await desk.start();
    await untilMidnight(desk);
    desk.exchange.isSilent = true;
    await tradeOnce(desk);
    desk.exchange.isSilent = false;
    await desk.wait(60_000);
    const entries = daysOf(desk);
    expect(entries.map(({ day, activity, ending }) => ({ day, trades: activity.trades, isEnd: ending !== null }))).toEqual([
      { day: '2026-01-01', trades: 0, isEnd: true },
      { day: '2026-01-01', trades: 1, isEnd: false },
    ]);
    expect(bookOf(desk).today.trades).toBe(0);
    expect(resultOf(desk).valuation.balances).toEqual(ledgerOf(desk).balances);
  });

  test('is written as far as it went when the bot stops, and goes on when it starts again', async () => {
    const desk = new TradingDesk();
    await desk.start();
    await tradeOnce(desk);
    await desk.stop();
    await desk.wait(60_000);
    expect(daysOf(desk)).toMatchObject([{ day: '2026-01-01', activity: { trades: 1 } }]);
    desk.bot.start('user-1');
    await desk.settle();
    await tradeOnce(desk, '61300');
    await untilMidnight(desk);
    await desk.wait(10_000);
    expect(daysOf(desk)).toMatchObject([
      { day: '2026-01-01', activity: { trades: 1 } },
      { day: '2026-01-01', activity: { trades: 1 } },
    ]);
  });
});

test('a start with an uneven wallet is no profit: its orders cross the market and even it out', async () => {
  const desk = new TradingDesk({ balances: { BTC: '0.1', ETH: '2', USDT: '6300' }, postOnly: false });
  await desk.start();
  expect(crossing(desk)).toHaveLength(2);
  await tradeCrossing(desk);
  const grown = Object.entries(ledgerOf(desk).balances).map(([currency, amount]) =>
    Math.log(Number(amount) / Number(ledgerOf(desk).initialBalances[currency])),
  );
  expect(grown.reduce((total, one) => total + one, 0)).toBeGreaterThan(0);
  expect(ledgerOf(desk).growth).toBeLessThan(0);
  expect(ledgerOf(desk).isEvening).toBe(false);

  // The orders stop short of even by less than their width: that is still to be used up.
  const beyondEvening = () => ledgerOf(desk).growth - (ledgerOf(desk).uneven?.left ?? 0);
  const before = beyondEvening();
  expect(before).toBeLessThan(ledgerOf(desk).growth);
  const [sell] = desk.exchange.open.filter(({ side }) => side === 'sell');
  if (!sell) throw new Error('no sell is open');
  desk.exchange.trade([sell]);
  await desk.settle();
  expect(beyondEvening()).toBeGreaterThan(before);
});

describe('a deposit smaller than the order width', () => {
  const startedWith = async (USDT: string) => {
    const desk = new TradingDesk({ balances: { BTC: '0.1', ETH: '2', USDT }, delta: 0.05 });
    await desk.start();
    return desk;
  };
  const fillBuy = async (desk: TradingDesk) => {
    const buy = desk.exchange.open.find(({ pair, side }) => pair === 'BTC/USDT' && side === 'buy');
    if (!buy) throw new Error('no buy is open');
    desk.exchange.trade([buy]);
    await desk.settle();
  };
  const growthOf = (desk: TradingDesk) => ledgerOf(desk).growth;

  test('is no profit once the first order has made it even, nor at a first start', async () => {
    const first = await startedWith('6540');
    const later = await startedWith('6000');
    await later.wait(60_000);
    await later.stop();
    later.exchange.balances.USDT = '6540';
    await later.wait(60_000);
    later.bot.start('user-1');
    await later.settle();
    const uneven = Math.log((6180 / 6000) ** 2 * (6180 / 6540)) / 3;
    for (const desk of [first, later]) {
      expect(ledgerOf(desk).uneven?.left).toBeCloseTo(uneven, 12);
      const { balances } = ledgerOf(desk);
      await fillBuy(desk);
      const after = ledgerOf(desk).balances;
      const grown = ['BTC', 'USDT'].reduce((sum, one) => sum + Math.log(Number(after[one]) / Number(balances[one])), 0) / 3;
      expect(growthOf(desk)).toBeCloseTo(grown - uneven, 12);
      expect(ledgerOf(desk).uneven?.left).toBe(0);
      expect(allOf(desk).growth).toBe(growthOf(desk));
    }
  });

  test('taken out again before anything traded leaves nothing to make even', async () => {
    const desk = await startedWith('6000');
    for (const USDT of ['6540', '6000']) {
      await desk.wait(60_000);
      await desk.stop();
      desk.exchange.balances.USDT = USDT;
      await desk.wait(60_000);
      desk.bot.start('user-1');
      await desk.settle();
    }
    expect(ledgerOf(desk).uneven?.left).toBe(0);
  });

  test('is all that a start finds: what prices did to the balances stays the bot’s', async () => {
    const desk = await startedWith('6000');
    await desk.wait(60_000);
    await desk.stop();
    desk.exchange.prices.set('BTC/USDT', '62000');
    await desk.wait(60_000);
    desk.bot.start('user-1');
    await desk.settle();
    expect(ledgerOf(desk).uneven?.left).toBe(0);
  });
});

test('a start after a move that the bot slept through is no profit, though it has traded before', async () => {
  const desk = new TradingDesk({ postOnly: false });
  await desk.start();
  await tradeOnce(desk);
  await desk.stop();
  desk.exchange.show('BTC/USDT', { bid: '63000' });
  desk.exchange.show('ETH/BTC', { bid: '0.047619' });
  desk.bot.start('user-1');
  await desk.settle();
  const before = ledgerOf(desk);
  expect(before.uneven?.left).toBe(0);
  const trades = desk.journal.fills.length;
  await tradeCrossing(desk);
  expect(desk.journal.fills.length - trades).toBeGreaterThan(1);
  expect(ledgerOf(desk).growth).toBeLessThan(before.growth);
  expect(ledgerOf(desk).isEvening).toBe(false);
});

test('a price that jumps before the first orders are all answered makes nothing even: what an even wallet earns counts', async () => {
  const desk = new TradingDesk({ postOnly: false });
  const { exchange } = desk;
  const place = exchange.placeOrder.bind(exchange);
  const { promise: lateAnswer, resolve: answer } = Promise.withResolvers<void>();
  exchange.placeOrder = async (request) => {
    const placed = await place(request);
    if (request.pair === 'ETH/BTC' && request.side === 'buy') await lateAnswer;
    return placed;
  };
  await desk.open();
  desk.bot.start('user-1');
  await desk.pass(5_000);
  exchange.show('BTC/USDT', { bid: '62000' });
  for (let round = 0; round < 3; round += 1) {
    exchange.moveTo('BTC/USDT', '62000');
    await desk.pass(5_000);
  }
  expect(desk.journal.fills.map(({ price }) => Number(price) < 62_000)).toEqual([true, true, true]);
  for (const { growth } of desk.journal.fills) expect(growth).toBeGreaterThan(0);
  answer();
  await desk.settle();
});
