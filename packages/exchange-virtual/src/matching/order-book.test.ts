import type { Side } from '@tenbin/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SlowBook } from '../testing/slow-book.ts';
import { OrderBook } from './order-book.ts';
import { maximumTicks } from './price-levels.ts';

type Trade = [makerId: number, ticks: number, lots: number, makerLeft: number];

function openBook() {
  const trades: Trade[] = [];
  return { trades, book: new OrderBook({ trade: (...trade) => trades.push(trade) }) };
}

function levelsOf(book: OrderBook, side: Side) {
  const levels: [number, number][] = [];
  book.visitLevels(side, Number.MAX_SAFE_INTEGER, (ticks, lots) => levels.push([ticks, lots]));
  return levels;
}

describe('price, then time', () => {
  test('a buyer takes the cheapest seller first, and of two equally cheap the one who came first', () => {
    const { book, trades } = openBook();
    book.limit(1, 'sell', 102, 10, true);
    book.limit(2, 'sell', 101, 10, true);
    book.limit(3, 'sell', 101, 10, true);
    expect(book.limit(4, 'buy', 102, 25, true)).toBe(0);
    expect(trades).toEqual([
      [2, 101, 10, 0],
      [3, 101, 10, 0],
      [1, 102, 5, 5],
    ]);
    expect([book.bestBid, book.bestAsk, book.lotsAt('sell', 102)]).toEqual([0, 102, 5]);
  });

  test('what a limit does not reach rests; an immediate order leaves nothing', () => {
    const { book } = openBook();
    book.limit(1, 'sell', 101, 4, true);
    expect(book.limit(2, 'buy', 101, 10, false)).toBe(6);
    expect(book.size).toBe(0);
    expect(book.limit(3, 'buy', 100, 10, true)).toBe(10);
    expect([book.bestBid, book.size]).toEqual([100, 1]);
  });

  test('a partly filled order keeps its place in the queue', () => {
    const { book, trades } = openBook();
    book.limit(1, 'buy', 100, 10, true);
    book.limit(2, 'buy', 100, 10, true);
    book.market('sell', 3);
    book.market('sell', 3);
    expect(trades.map(([maker]) => maker)).toEqual([1, 1]);
  });

  test('a cancelled order is gone, once', () => {
    const { book } = openBook();
    book.limit(1, 'buy', 100, 10, true);
    book.limit(2, 'buy', 99, 7, true);
    expect([book.cancel(1), book.cancel(1), book.cancel(99)]).toEqual([10, 0, 0]);
    expect([book.bestBid, levelsOf(book, 'buy')]).toEqual([99, [[99, 7]]]);
  });

  test('a market order by notional takes whole lots only and says what is left', () => {
    const { book, trades } = openBook();
    book.limit(1, 'sell', 100, 5, true);
    book.limit(2, 'sell', 110, 5, true);
    expect(book.marketByNotional('buy', 850)).toBe(850 - 500 - 330);
    expect(trades).toEqual([
      [1, 100, 5, 0],
      [2, 110, 3, 2],
    ]);
  });

  test('reachable lots and their notional are what taking them would give', () => {
    const { book } = openBook();
    book.limit(1, 'sell', 100, 5, true);
    book.limit(2, 'sell', 110, 5, true);
    expect([book.reachable('buy', 105, 9), book.reachable('buy', 110, 9), book.reachable('buy', 99, 9)]).toEqual([5, 9, 0]);
    expect(book.notionalOf('buy', 7)).toBe(5 * 100 + 2 * 110);
  });

  test('prices may lie at both ends of what a book can hold', () => {
    const { book } = openBook();
    book.limit(1, 'buy', 1, 1, true);
    book.limit(2, 'sell', maximumTicks, 1, true);
    expect([book.bestBid, book.bestAsk]).toEqual([1, maximumTicks]);
  });
});

const side = fc.constantFrom<Side>('buy', 'sell');
const operation = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('limit'),
      side,
      ticks: fc.oneof(fc.integer({ min: 95, max: 105 }), fc.integer({ min: 1, max: 4_000 })),
      lots: fc.integer({ min: 1, max: 20 }),
      rests: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('cancel'), target: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('market'), side, lots: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('notional'), side, notional: fc.integer({ min: 1, max: 9_000 }) }) },
);
type Operation = { kind: string; side?: Side; ticks?: number; lots?: number; rests?: boolean; target?: number; notional?: number };

function run(
  book: OrderBook | SlowBook,
  { kind, side: onSide = 'buy', ticks = 1, lots = 1, rests = true, target = 0, notional = 1 }: Operation,
  id: number,
) {
  if (kind === 'limit') return book.limit(id, onSide, ticks, lots, rests);
  if (kind === 'cancel') return book.cancel(target);
  if (kind === 'market') return book.market(onSide, lots);
  return book.marketByNotional(onSide, notional);
}

test('whatever is done to it, it trades and rests exactly as an obviously right book does', () => {
  let bothSides = 0;
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 120, size: 'max' }), (operations) => {
      const { book, trades } = openBook();
      const slow = new SlowBook();
      for (const [index, next] of operations.entries()) {
        expect(run(book, next, index + 1)).toBe(run(slow, next, index + 1));
        expect([levelsOf(book, 'buy'), levelsOf(book, 'sell'), book.size]).toEqual([slow.levels('buy'), slow.levels('sell'), slow.size]);
        if (!book.bestBid || !book.bestAsk) continue;
        bothSides += 1;
        expect(book.bestBid).toBeLessThan(book.bestAsk);
      }
      expect(trades).toEqual(slow.trades);
    }),
    { numRuns: 200 },
  );
  expect(bothSides).toBeGreaterThan(100);
});
