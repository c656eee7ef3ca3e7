import type { MarketRules } from '@tenbin/market';
import { openSplit, type SpreadSettings, strategyOf, totalOfSplit, withFill } from '@tenbin/strategy';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BookRecord, runOnBooks } from './run-on-books.ts';

const pair = 'BTC/USDT';
const none = { maximumAmount: null, minimumPrice: null, maximumPrice: null, priceBand: null, baseUnit: null, counterUnit: null };
const sizes = { tickSize: '0.1', lotSize: '0.001', minimumAmount: '0.001', minimumNotional: '0' };
const rules: MarketRules = { pair, ...sizes, ...none, makerFee: 0.001, takerFee: 0.001 };
const settings: SpreadSettings = { kind: 'spread', pairs: [pair], spread: 1, amount: '1', intervalMs: 60_000 };
const strategy = strategyOf(settings, { balanceTolerance: 50, omitPairs: [] });
const balances = { BTC: '10', USDT: '1000' };

const at = (seconds: number) => new Date(seconds * 1_000);
/** 5 rest at each of 98, 99, 101 and 102 unless told otherwise: the quotes lie at 99 and 101, behind them. */
const book = (seconds: number, given: { readonly bid?: number; readonly ask?: number } = {}): BookRecord => ({
  book: {
    at: at(seconds),
    bids: [
      [99.5, 1],
      [99, given.bid ?? 5],
    ],
    asks: [
      [100.5, 1],
      [101, given.ask ?? 5],
    ],
  },
});
const taken = (seconds: number, takerSide: 'buy' | 'sell', price: number, amount: number): BookRecord => ({
  trade: { at: at(seconds), takerSide, price, amount },
});
const filled = (...records: BookRecord[]) =>
  runOnBooks(records, strategy, { balances, rules }).trades.map(({ side, price, amount }) => `${side} ${amount} at ${price}`);

describe('a resting order', () => {
  test('fills when somebody trades through its price, as far as the trade goes', () => {
    expect(filled(book(0), taken(1, 'buy', 101.1, 3))).toEqual(['sell 1 at 101']);
    expect(filled(book(0), taken(1, 'sell', 98.9, 0.4))).toEqual(['buy 0.4 at 99']);
  });

  test('waits behind what was at its price when it came, and then fills by what trades there', () => {
    expect(filled(book(0), taken(1, 'buy', 101, 5))).toEqual([]);
    expect(filled(book(0), taken(1, 'buy', 101, 5), taken(2, 'buy', 101, 0.3), taken(3, 'buy', 101, 9))).toEqual([
      'sell 0.3 at 101',
      'sell 0.7 at 101',
    ]);
  });

  test('moves up only where the book shows less than stood before it', () => {
    expect(filled(book(0), book(1, { ask: 4 }), taken(2, 'buy', 101, 4.5))).toEqual(['sell 0.5 at 101']);
    expect(filled(book(0), book(1, { ask: 9 }), taken(2, 'buy', 101, 5.5))).toEqual(['sell 0.5 at 101']);
  });

  test('beyond what was recorded has nobody knows how much before it, until a book shows its price', () => {
    const short = (seconds: number): BookRecord => ({ book: { at: at(seconds), bids: [[99.5, 1]], asks: [[100.5, 1]] } });
    expect(filled(short(0), taken(1, 'buy', 101, 9), taken(2, 'sell', 99, 9))).toEqual([]);
    expect(filled(short(0), taken(1, 'buy', 101.1, 9))).toEqual(['sell 1 at 101']);
    expect(filled(short(0), book(1, { ask: 2 }), taken(2, 'buy', 101, 2.5))).toEqual(['sell 0.5 at 101']);
    // A book that goes less deep than the one before takes nobody out of the queue.
    expect(filled(book(0), short(1), taken(2, 'buy', 101, 5))).toEqual([]);
    expect(filled(book(0), short(1), taken(2, 'buy', 101, 5.5))).toEqual(['sell 0.5 at 101']);
  });

  test('is not filled by a book that has come past it, nor by a trade of the other side', () => {
    const past: BookRecord = { book: { at: at(1), bids: [[101.5, 3]], asks: [[102, 3]] } };
    expect(filled(book(0), past)).toEqual([]);
    expect(filled(book(0), taken(1, 'sell', 101.5, 9))).toEqual([]);
  });

  test('that would take is not placed', () => {
    const near = strategyOf({ ...settings, spread: 0.2 }, { balanceTolerance: 50, omitPairs: [] });
    const wide: BookRecord = { book: { at: at(0), bids: [[99, 5]], asks: [[101, 5]] } };
    const run = (records: BookRecord[]) => runOnBooks(records, near, { balances, rules }).trades.length;
    expect(run([wide, taken(1, 'buy', 100.3, 1)])).toBe(1);
    expect(() => runOnBooks([wide], near, { balances: { BTC: '0', USDT: '0' }, rules })).toThrow(
      expect.objectContaining({ code: 'balanceNotPositive' }),
    );
  });
});

test('over any recording no trade fills more than it was, money is kept to the last digit, and the profit’s parts add up', () => {
  const amount = fc.integer({ min: 1, max: 5_000 }).map((lots) => lots / 1_000);
  const step = fc.record({
    mid: fc.integer({ min: 950, max: 1_050 }).map((tenths) => tenths / 10),
    queue: amount,
    size: amount,
    takerSide: fc.constantFrom('buy' as const, 'sell' as const),
    away: fc.integer({ min: -20, max: 20 }).map((tenths) => tenths / 10),
  });
  let fills = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
      const records = steps.flatMap(({ mid, queue, size, takerSide, away }, index): BookRecord[] => [
        {
          book: {
            at: at(index * 30),
            bids: [
              [mid - 0.5, queue],
              [mid - 1, queue],
            ],
            asks: [
              [mid + 0.5, queue],
              [mid + 1, queue],
            ],
          },
        },
        taken(index * 30 + 1, takerSide, Math.round((mid + away) * 10) / 10, size),
      ]);
      const run = runOnBooks(records, strategy, { balances, rules });
      fills += run.trades.length;
      const byTrade = Map.groupBy(run.trades, (trade) => trade.at);
      for (const [time, ones] of byTrade) {
        const told = records.find((record) => 'trade' in record && record.trade.at.getTime() === time);
        const sum = ones.reduce((total, trade) => total + Number(trade.amount), 0);
        expect(sum).toBeLessThanOrEqual((told && 'trade' in told ? told.trade.amount : 0) + 1e-9);
      }
      let [split, base, counter] = [openSplit(10, 100), 10, 1_000];
      for (const trade of run.trades) {
        split = withFill(split, { ...trade, isMaker: true }, { mid: Number(trade.price) });
        base += Number(trade.amount) * (trade.side === 'buy' ? 1 : -1) - (trade.feeCurrency === 'BTC' ? Number(trade.fee) : 0);
        counter += Number(trade.notional) * (trade.side === 'buy' ? -1 : 1) - (trade.feeCurrency === 'USDT' ? Number(trade.fee) : 0);
      }
      expect([Number(run.balances.BTC), Number(run.balances.USDT)]).toEqual([expect.closeTo(base, 8), expect.closeTo(counter, 8)]);
      expect(totalOfSplit(split.split)).toBeCloseTo(counter + base * split.mid - (1_000 + 10 * 100), 6);
    }),
  );
  expect(fills).toBeGreaterThan(100);
});
