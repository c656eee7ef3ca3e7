/** A market maker through the runner, on an exchange that does what a test says. */
import type { OrderBook } from '@tenbin/market';
import { type CalculateOrderSettings, strategyOf } from '@tenbin/strategy';
import { describe, expect, test } from 'vitest';
import { expectBooksToAgree } from '../testing/books.ts';
import { TradingDesk } from '../testing/trading-desk.ts';
import { JournalWithholds } from './journal.ts';

const pair = 'BTC/USDT';
const settings: CalculateOrderSettings = {
  kind: 'calculateOrder',
  pairs: [pair],
  inventoryTargetBasePct: 50,
  orderLevels: 2,
  bidSpread: 1,
  askSpread: 1,
  orderLevelSpread: 1,
  orderAmount: '0.01',
  orderLevelAmount: '0.01',
  midPriceThreshold: 0.5,
  intervalMs: 60_000,
};
const terms = { balanceTolerance: 50, omitPairs: [] };

/** What others have: much at one bid and one ask, each a thousandth from the middle. */
const around = (mid: number): Pick<OrderBook, 'bids' | 'asks'> => ({ bids: [[mid * 0.999, 5]], asks: [[mid * 1.001, 5]] });

function deskOf(changes: Partial<CalculateOrderSettings> = {}, balances: Record<string, string> = { BTC: '1', USDT: '60000' }) {
  const desk = new TradingDesk({ balances, strategy: strategyOf({ ...settings, ...changes }, terms) });
  desk.exchange.showBook(pair, around(60_000));
  return desk;
}
const openOf = (desk: TradingDesk) => desk.exchange.open.map(({ side, price, amount }) => `${side} ${amount} at ${price}`).sort();
/** Amounts lean against the inventory as the mid moves. */
const bestBid = (desk: TradingDesk) => {
  const bids = desk.exchange.open.filter(({ side }) => side === 'buy').map(({ price }) => price);
  return bids.sort((one, other) => Number(other) - Number(one))[0];
};
const atStart = ['buy 0.01 at 59400', 'buy 0.02 at 58800', 'sell 0.01 at 60600', 'sell 0.02 at 61200'];

describe('the book', () => {
  test('is followed once however many ask for it, and not at all for a bot that does not', async () => {
    const desk = deskOf();
    await desk.start();
    expect(openOf(desk)).toEqual(atStart);
    expect(desk.exchange.bookWatchers(pair)).toBe(1);
    await desk.stop();
    expect(desk.exchange.open).toEqual([]);
    expect(desk.exchange.bookWatchers(pair)).toBe(0);
    const balancing = new TradingDesk();
    balancing.exchange.showBook(pair, around(60_000));
    await balancing.start();
    expect(balancing.exchange.open.length).toBe(6);
    expect(balancing.exchange.bookWatchers(pair)).toBe(0);
  });

  test('is taken without the bot’s own orders: quotes alone at its top do not move their own middle', async () => {
    const desk = deskOf();
    await desk.start();
    const before = desk.exchange.open.map(({ exchangeOrderId }) => exchangeOrderId);
    // Others withdraw behind our quotes, which now stand at the top of both sides.
    desk.exchange.showBook(pair, { bids: [[58_000, 5]], asks: [[62_000, 5]] });
    await desk.wait(70_000);
    expect(desk.exchange.open.map(({ exchangeOrderId }) => exchangeOrderId)).toEqual(before);
    desk.exchange.showBook(pair, { bids: [[58_000, 5]], asks: [[62_800, 5]] });
    await desk.wait(5_000);
    expect(bestBid(desk)).toBe('59796');
  });

  test('that is lost takes all quotes with it at once, and when it is back they are too', async () => {
    const desk = deskOf();
    await desk.start();
    desk.exchange.loseBook(pair);
    await desk.settle();
    expect(desk.exchange.open).toEqual([]);
    expect(desk.bot.state.phase.kind).toBe('running');
    desk.exchange.showBook(pair, around(60_000));
    await desk.settle();
    expect(openOf(desk)).toEqual(atStart);
  });

  test('with an empty side has no middle', async () => {
    const desk = deskOf();
    await desk.start();
    desk.exchange.showBook(pair, { bids: [[59_940, 5]], asks: [] });
    await desk.settle();
    expect(desk.exchange.open).toEqual([]);
  });
});

describe('a refresh', () => {
  test('comes with a move of the mid by the threshold, at most once a second, and with the interval', async () => {
    const desk = deskOf();
    await desk.start();
    const moved = async (mid: number) => {
      desk.exchange.showBook(pair, around(mid));
      await desk.settle();
      return bestBid(desk);
    };
    expect(await moved(60_200)).toBe('59400');
    await desk.clock.advance(1_000, desk.settle);
    expect(await moved(60_400)).toBe('59796');
    expect(await moved(60_800)).toBe('59796');
    await desk.clock.advance(999, desk.settle);
    expect(bestBid(desk)).toBe('59796');
    await desk.clock.advance(1, desk.settle);
    await desk.settle();
    expect(bestBid(desk)).toBe('60192');
    expect(await moved(60_900)).toBe('60192');
    await desk.clock.advance(60_000, desk.settle);
    await desk.settle();
    expect(bestBid(desk)).toBe('60291');
  });

  test('does not keep new quotes waiting for old ones to be gone, and has no more than two of a place', async () => {
    const desk = deskOf({ orderLevels: 3 });
    await desk.start();
    await desk.clock.advance(1_000, desk.settle);
    const before = desk.exchange.orders.length;
    desk.exchange.failNext('cancel', { kind: 'transient', reason: 'unreachable', retryAfterMs: 20_000 }, { times: 4 });
    desk.exchange.showBook(pair, around(60_600));
    await desk.settle();
    expect(desk.exchange.orders.slice(before)).toHaveLength(6);
    expect(desk.exchange.open).toHaveLength(12);
    desk.exchange.showBook(pair, around(61_200));
    await desk.wait(10_000);
    expect(desk.exchange.open).toHaveLength(12);
    await desk.wait(30_000);
    expect(desk.exchange.open).toHaveLength(6);
    expect(bestBid(desk)).toBe('60588');
    expectBooksToAgree(desk);
  });

  // Enough for all three orders of a side, and not for one more.
  test('replaces a side that has no more money in two goes, and leaves its outermost order until others rest, so that no side is ever empty', async () => {
    const desk = deskOf({ orderLevels: 3 }, { BTC: '0.06', USDT: '3600' });
    await desk.start();
    const fewest = { buy: 3, sell: 3 };
    desk.exchange.subscribe(() => {
      for (const side of ['buy', 'sell'] as const)
        fewest[side] = Math.min(fewest[side], desk.exchange.open.filter((order) => order.side === side).length);
    });
    await desk.clock.advance(1_000, desk.settle);
    const before = desk.exchange.orders.length;
    desk.exchange.showBook(pair, around(60_600));
    await desk.settle();
    expect(fewest).toEqual({ buy: 1, sell: 1 });
    const placed = desk.exchange.orders.slice(before);
    expect(placed.filter(({ side }) => side === 'buy').map(({ price }) => price)).toEqual(['59994', '59388', '58782']);
    expect(placed.filter(({ side }) => side === 'sell').map(({ price }) => price)).toEqual(['61206', '61812', '62418']);
  });

  test('waits for the old quotes to be gone where the exchange has no room for both', async () => {
    const desk = deskOf({ inventoryRangeMultiplier: 100 });
    await desk.start();
    await desk.clock.advance(1_000, desk.settle);
    let refused = 0;
    desk.exchange.refuses = () => {
      if (desk.exchange.open.length < 5) return null;
      refused += 1;
      return { kind: 'rejected', reason: 'tooManyOrders' };
    };
    desk.exchange.showBook(pair, around(60_600));
    await desk.wait(10_000);
    expect(refused).toBeGreaterThan(0);
    for (const mid of [60_000, 60_600, 60_000]) {
      refused = 0;
      desk.exchange.showBook(pair, around(mid));
      await desk.wait(5_000);
      expect([refused, desk.exchange.open.length, bestBid(desk)]).toEqual([0, 4, String(mid * 0.99)]);
    }
  });

  test('leaves no side empty where the new quotes of one would meet the old ones of the other, whichever way the mid jumps', async () => {
    for (const mid of [62_000, 58_000]) {
      const desk = deskOf({ orderLevels: 1, inventoryRangeMultiplier: 100 });
      await desk.start();
      await desk.clock.advance(1_000, desk.settle);
      const seen: number[] = [];
      desk.exchange.subscribe(() => {
        seen.push(new Set(desk.exchange.open.map(({ side }) => side)).size);
      });
      desk.exchange.showBook(pair, around(mid));
      await desk.settle();
      expect(new Set(seen)).toEqual(new Set([2]));
      expect(openOf(desk).map((order) => order.split(' at ')[1])).toEqual([String(mid * 0.99), String(mid * 1.01)]);
    }
  });

  test('leaves the old quote where it is as long as the new one would meet another order of the exchange account', async () => {
    const desk = deskOf({ orderLevels: 1 });
    await desk.start();
    await desk.clock.advance(1_000, desk.settle);
    const record = desk.journal.record.bind(desk.journal);
    let isInTheWay = true;
    desk.journal.record = async (step) => {
      const bids = (step.orders ?? []).filter(({ state, side }) => isInTheWay && state === 'pending' && side === 'buy');
      if (bids.length > 0) throw new JournalWithholds(new Map(bids.map(({ clientOrderId }) => [clientOrderId, 'ordersWouldCross'])));
      return record(step);
    };
    desk.exchange.showBook(pair, around(60_600));
    await desk.wait(3_000);
    expect(desk.exchange.open.map(({ side, price }) => `${side} ${price}`).sort()).toEqual(['buy 59400', 'sell 61206']);
    isInTheWay = false;
    await desk.wait(5_000);
    expect(desk.exchange.open.map(({ side, price }) => `${side} ${price}`).sort()).toEqual(['buy 59994', 'sell 61206']);
  });

  test('does not come before its time, however far the mid jumps, and nothing is moved after the price meanwhile', async () => {
    const desk = deskOf();
    await desk.start();
    const sent = desk.exchange.orders.length;
    desk.exchange.showBook(pair, around(54_000));
    desk.bot.tick();
    await desk.clock.advance(900, desk.settle);
    expect(desk.exchange.orders).toHaveLength(sent);
    expect(desk.journal.timeline.filter(({ kind }) => kind === 'atPriceLine')).toEqual([]);
    await desk.clock.advance(200, desk.settle);
    await desk.settle();
    expect(bestBid(desk)).toBe('53460');
  });

  test('leaves an order alone whose answer is lost, and replaces the others', async () => {
    const desk = deskOf({ orderLevels: 3 });
    desk.exchange.failNext('place', { kind: 'unknown', reason: 'deadlinePassed' }, { arrives: true });
    await desk.start();
    await desk.clock.advance(1_000, desk.settle);
    desk.exchange.showBook(pair, around(60_600));
    await desk.wait(120_000);
    expect(desk.exchange.open).toHaveLength(6);
    expect([...desk.exchange.sent.values()].every((times) => times === 1)).toBe(true);
    expect(bestBid(desk)).toBe('59994');
  });
});

describe('a fill', () => {
  test('of a quote that is being replaced leaves the new one where it is', async () => {
    const desk = deskOf();
    await desk.start();
    await desk.clock.advance(1_000, desk.settle);
    desk.exchange.failNext('cancel', { kind: 'transient', reason: 'unreachable', retryAfterMs: 5_000 }, { times: 2 });
    desk.exchange.showBook(pair, around(60_600));
    await desk.settle();
    const fresh = openOf(desk).filter((order) => !atStart.includes(order));
    expect(fresh).toHaveLength(4);
    desk.exchange.trade(
      desk.exchange.open.filter(({ price }) => price === '60600'),
      '0.001',
    );
    await desk.wait(20_000);
    expect(openOf(desk)).toEqual(fresh);
    expectBooksToAgree(desk);
  });

  test('leaves its level empty until the delay is over, and the survivors where they are', async () => {
    const desk = deskOf({ filledOrderDelayMs: 10_000 });
    await desk.start();
    desk.exchange.trade(desk.exchange.open.filter(({ price }) => price === '60600'));
    await desk.settle();
    expect(openOf(desk)).toEqual(atStart.filter((order) => order !== 'sell 0.01 at 60600'));
    await desk.clock.advance(9_999, desk.settle);
    expect(desk.exchange.open).toHaveLength(3);
    await desk.clock.advance(1, desk.settle);
    await desk.settle();
    expect(desk.exchange.open).toHaveLength(4);
    expectBooksToAgree(desk);
  });

  test('earns its distance to the mid: what the records say is spread less fee, and the day adds up', async () => {
    const desk = deskOf();
    await desk.start();
    desk.exchange.trade(desk.exchange.open.filter(({ price }) => price === '60600'));
    await desk.settle();
    const [record] = desk.journal.records;
    expect(record?.facts).toEqual({ bidSpread: 1, askSpread: 1, orderLevels: 2 });
    // 600 × 0.01 less 0.1 % of 606, of 120,000.
    expect(record?.basisPointChanged).toBeCloseTo(((6 - 0.606) / 120_000) * 10_000, 6);
    const today = desk.journal.memory.ledger?.performance?.today;
    expect([today?.earnedUsd, today?.feesUsd]).toEqual(['6', '0.606']);
  });
});

describe('what keeps a quote away', () => {
  test('an order that the exchange would let take is dropped, not moved to the middle', async () => {
    const desk = deskOf();
    desk.exchange.refuses = ({ price }) => (price === '60600' ? { kind: 'rejected', reason: 'wouldTakeImmediately' } : null);
    await desk.start();
    desk.exchange.show(pair, { bid: '60700' });
    await desk.wait(20_000);
    const sold = desk.exchange.orders.filter(({ side }) => side === 'sell').map(({ price }) => price);
    expect(new Set(sold)).toEqual(new Set(['61200']));
  });

  test('a level that the market would not take is told when that begins and when it ends', async () => {
    const desk = deskOf();
    desk.exchange.renewRules({ minimumAmount: '0.015' });
    await desk.start();
    await desk.wait(130_000);
    const told = (kind: string) => desk.journal.timeline.filter((entry) => entry.kind === kind).map(({ facts }) => facts);
    expect(openOf(desk)).toEqual(['buy 0.02 at 58800', 'sell 0.02 at 61200']);
    expect(told('levelLeftOut')).toMatchObject([
      { side: 'buy', level: 0, code: 'amountTooSmall' },
      { side: 'sell', level: 0, code: 'amountTooSmall' },
    ]);
    desk.exchange.renewRules({ minimumAmount: '0.00001' });
    await desk.wait(10_000);
    expect(openOf(desk)).toEqual(atStart);
    expect(told('levelBack')).toHaveLength(2);
  });

  test('where a buy’s fee comes on top, each bid is written down with it, and no ask is', async () => {
    const desk = deskOf();
    desk.exchange.renewRules({ feeOnTop: true });
    await desk.start();
    const fees = desk.journal.memory.orders.map(({ side, feeOnTop = 'none' }) => `${side} ${feeOnTop}`);
    expect(fees.sort()).toEqual(['buy 0.001', 'buy 0.001', 'sell none', 'sell none']);
  });

  test('a ledger of one currency alone quotes one side', async () => {
    const desk = deskOf({}, { BTC: '0', USDT: '60000' });
    await desk.start();
    expect(openOf(desk)).toEqual(['buy 0.02 at 59400', 'buy 0.04 at 58800']);
  });
});

describe('a bot that may place nothing', () => {
  test('withdraws what the mid has left while its stream is broken, and quotes again when that is back', async () => {
    const desk = deskOf();
    await desk.start();
    desk.exchange.breakStream();
    await desk.wait(5_000);
    expect(openOf(desk)).toEqual(atStart);
    const sent = desk.exchange.orders.length;
    desk.exchange.showBook(pair, around(61_000));
    await desk.wait(5_000);
    expect(desk.exchange.open).toEqual([]);
    expect(desk.exchange.orders).toHaveLength(sent);
    desk.exchange.restoreStream();
    await desk.wait(5_000);
    expect(bestBid(desk)).toBe('60390');
    expect(desk.exchange.open).toHaveLength(4);
    expectBooksToAgree(desk);
  });

  test('withdraws all that it has when the book goes as well', async () => {
    const desk = deskOf();
    await desk.start();
    desk.exchange.breakStream();
    await desk.settle();
    desk.exchange.loseBook(pair);
    await desk.settle();
    expect(desk.exchange.open).toEqual([]);
  });

  test('withdraws what the mid has left while the exchange takes no more orders', async () => {
    const desk = deskOf();
    await desk.start();
    await desk.clock.advance(1_000, desk.settle);
    desk.exchange.failNext('place', { kind: 'transient', reason: 'rateLimited', retryAfterMs: 30_000 }, { times: 4 });
    desk.exchange.showBook(pair, around(61_000));
    await desk.settle();
    expect(desk.exchange.open).toEqual([]);
    await desk.wait(25_000);
    expect(desk.exchange.open).toEqual([]);
    expect(desk.bot.state.warnings.map(({ code }) => code)).toEqual(['rateLimited']);
    await desk.wait(10_000);
    expect(bestBid(desk)).toBe('60390');
    expect(desk.bot.state.warnings).toEqual([]);
    expectBooksToAgree(desk);
  });

  test('does not ask for a cancelling again before the pause after one that failed', async () => {
    const desk = deskOf({ orderLevels: 1 });
    await desk.start();
    desk.exchange.breakStream();
    await desk.settle();
    desk.exchange.failNext('cancel', { kind: 'transient', reason: 'unreachable', retryAfterMs: 20_000 }, { times: 2 });
    desk.exchange.loseBook(pair);
    await desk.wait(15_000);
    expect(desk.exchange.open).toHaveLength(2);
    await desk.wait(10_000);
    expect(desk.exchange.open).toEqual([]);
  });

  test('asks for nothing while nobody on its address may', async () => {
    const desk = deskOf();
    await desk.start();
    desk.haltedUntil = new Date(desk.clock.now().getTime() + 20_000);
    desk.exchange.loseBook(pair);
    await desk.wait(15_000);
    expect(openOf(desk)).toEqual(atStart);
    await desk.wait(10_000);
    expect(desk.exchange.open).toEqual([]);
  });
});

test('what only its interval moves stays until then, wherever the middle is', async () => {
  const desk = deskOf({ midPriceThreshold: 0 });
  await desk.start();
  await desk.wait(5_000);
  // The middle is beyond the inner ask.
  desk.exchange.showBook(pair, { bids: [[60_000, 5]], asks: [[62_000, 5]] });
  await desk.wait(30_000);
  expect(openOf(desk)).toEqual(atStart);
});

describe('where the exchange takes few orders of its account, a bot', () => {
  const slowly = (changes: Partial<CalculateOrderSettings> = {}) => {
    const desk = deskOf({ intervalMs: 5_000, ...changes });
    desk.exchange.orderRestMs = (orders) => orders * 2_000;
    return desk;
  };

  test('keeps its quotes until it may refresh them, whatever the price does, and says so', async () => {
    const desk = slowly();
    await desk.start();
    expect(desk.bot.state.strategy.orderCount).toBe(4);
    desk.exchange.showBook(pair, around(60_400));
    await desk.wait(6_000);
    expect(openOf(desk)).toEqual(atStart);
    await desk.wait(3_000);
    expect(bestBid(desk)).toBe('59796');
    expect(desk.bot.state.warnings.map(({ code }) => code)).toEqual(['ordersPaced']);
    expectBooksToAgree(desk);
  });

  test('refreshes at once again, and says nothing more, when it may', async () => {
    const desk = slowly();
    await desk.start();
    await desk.wait(10_000);
    desk.exchange.orderRestMs = () => 0;
    desk.exchange.showBook(pair, around(60_400));
    await desk.wait(6_000);
    expect(bestBid(desk)).toBe('59796');
    expect(desk.bot.state.warnings).toEqual([]);
  });

  test('waits no longer than that, and longer where others place more meanwhile', async () => {
    const desk = slowly();
    await desk.start();
    desk.exchange.showBook(pair, around(60_400));
    await desk.wait(6_000);
    desk.exchange.orderRestMs = () => 20_000;
    await desk.wait(12_000);
    expect(openOf(desk)).toEqual(atStart);
    await desk.wait(3_000);
    expect(bestBid(desk)).toBe('59796');
  });

  test('says so where it follows moves late, however long its interval is', async () => {
    const desk = deskOf();
    desk.exchange.orderRestMs = () => 20_000;
    await desk.start();
    await desk.wait(1_000);
    desk.exchange.showBook(pair, around(60_400));
    await desk.wait(5_000);
    expect(openOf(desk)).toEqual(atStart);
    expect(desk.bot.state.warnings.map(({ code }) => code)).toEqual(['ordersPaced']);
  });

  test('says nothing more of it when a process begins again that need not', async () => {
    const desk = slowly();
    await desk.start();
    await desk.wait(10_000);
    await desk.bot.close();
    desk.exchange.orderRestMs = () => 0;
    await desk.open();
    await desk.wait(5_000);
    expect(desk.journal.warnings.at(-1)).toEqual([]);
  });

  test('follows a move when it may, however long its interval is and without the common timer', async () => {
    const desk = deskOf();
    await desk.start();
    desk.exchange.orderRestMs = () => 3_500;
    desk.exchange.showBook(pair, around(60_400));
    await desk.clock.advance(3_400, desk.settle);
    expect(openOf(desk)).toEqual(atStart);
    await desk.clock.advance(1_000, desk.settle);
    await desk.settle();
    expect(bestBid(desk)).toBe('59796');
  });

  test('is told once that nobody quotes beside it while it may not cancel', async () => {
    const desk = slowly();
    await desk.start();
    await desk.clock.advance(1_000, desk.settle);
    desk.haltedUntil = new Date(desk.clock.now().getTime() + 5_000);
    desk.exchange.loseBook(pair);
    for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(desk.bot.waiting).toBe(0);
    await desk.clock.advance(6_000, desk.settle);
    await desk.settle();
    expect(desk.exchange.open).toEqual([]);
  });

  test('takes away what the price has come too near to, and does not place it again before it may refresh', async () => {
    const desk = slowly({ minimumSpread: 0.5 });
    await desk.start();
    await desk.wait(2_000);
    desk.exchange.showBook(pair, around(60_200));
    await desk.wait(1_000);
    expect(openOf(desk)).toEqual(atStart);
    // 60600 is 0.33 % away, 61200 is 1.3 %.
    desk.exchange.showBook(pair, around(60_400));
    await desk.wait(1_500);
    expect(openOf(desk)).toEqual(atStart.filter((order) => !order.endsWith('60600')));
    desk.exchange.showBook(pair, around(60_000));
    await desk.wait(2_000);
    expect(openOf(desk)).toEqual(atStart.filter((order) => !order.endsWith('60600')));
    await desk.wait(3_000);
    expect(openOf(desk)).toEqual(atStart);
    expectBooksToAgree(desk);
  });

  test('buys nothing from its ceiling on', async () => {
    const desk = slowly({ priceCeiling: '60300' });
    await desk.start();
    desk.exchange.showBook(pair, around(60_400));
    await desk.wait(2_000);
    expect(openOf(desk)).toEqual(atStart.filter((order) => order.startsWith('sell')));
  });

  test('withdraws its quotes at once all the same when nobody quotes beside it', async () => {
    const desk = slowly();
    await desk.start();
    desk.exchange.loseBook(pair);
    await desk.settle();
    expect(desk.exchange.open).toEqual([]);
  });
});

test('a process that begins again goes on with the same quotes', async () => {
  const desk = deskOf();
  await desk.start();
  const before = desk.exchange.open.map(({ exchangeOrderId }) => exchangeOrderId);
  await desk.bot.close();
  await desk.open();
  await desk.wait(10_000);
  expect(desk.exchange.open.map(({ exchangeOrderId }) => exchangeOrderId)).toEqual(before);
});
