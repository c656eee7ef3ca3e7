import { currenciesOf, parsePair } from '@tenbin/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CandleColumns } from './candle-columns.ts';
import { candleMarket } from './candle-market.ts';
import { runBacktest, runSummary } from './run-backtest.ts';

const worth: Record<string, number> = { BTC: 50_000, ETH: 2_500, USDT: 1 };
/** Either way round, in any order, and one of them twice. */
const triangles = [
  ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'],
  ['ETH/BTC', 'BTC/USDT', 'ETH/USDT'],
  ['BTC/ETH', 'ETH/USDT', 'BTC/USDT'],
  ['USDT/ETH', 'BTC/ETH', 'USDT/BTC'],
  ['BTC/USDT', 'USDT/BTC', 'ETH/BTC'],
];

/** A move of the price within a candle, as a fraction; opens are sometimes away from the close before. */
const moves = (most: number) =>
  fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 3, maxLength: 3 }).map((some) => some.map((one) => (one / 100) * most));
const candles = fc.integer({ min: 1, max: 4 }).chain((restless) =>
  fc.record({
    closes: fc.array(fc.array(moves(10 ** -restless), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 150 }),
    jump: fc.constantFrom(0, 0, 0.002, 0.08),
  }),
);

function columnsOf(pair: string, p: number, { closes, jump }: { closes: number[][][]; jump: number }): CandleColumns {
  const { base, counter } = parsePair(pair);
  const column = () => new Float64Array(closes.length);
  const [at, open, high, low, close, volume] = [column(), column(), column(), column(), column(), column()];
  let price = worth[base]! / worth[counter]!;
  closes.forEach((moment, t) => {
    const [first, second, last] = moment[p]! as [number, number, number];
    at[t] = 60_000 * (t + 1);
    open[t] = price * (1 + (t % 7 === 0 ? jump * Math.sign(first) : 0));
    const others = [first, second, last].map((move) => price * (1 + move));
    close[t] = others[2]!;
    high[t] = Math.max(open[t]!, ...others);
    low[t] = Math.min(open[t]!, ...others);
    price = close[t]!;
  });
  return { pair, intervalMs: 60_000, at, open, high, low, close, volume, priceStep: 1e-9 };
}

describe('a summary of three pairs of three currencies', () => {
  test('has the very figures of the run that keeps every trade, to the last bit', () => {
    const seen = { executions: 0, shared: 0 };
    fc.assert(
      fc.property(
        fc.constantFrom(...triangles),
        candles,
        fc.constantFrom(0.0009, 0.002, 0.1, 0.2, 1, 3, 30, 99.9),
        fc.constantFrom(0, 0.001, -0.0002, 0.05),
        fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 3, maxLength: 3 }),
        (pairs, drawn, width, fee, uneven) => {
          const market = candleMarket(pairs.map((pair, p) => columnsOf(pair, p, drawn)));
          const amounts = currenciesOf(pairs).map((currency, c) => [
            currency,
            ((9_000 * (1 + uneven[c]! / 100)) / worth[currency]!).toFixed(8),
          ]);
          // A tiny width fills thousands of orders a candle: only a few candles of it.
          fc.pre(width >= 0.1 || drawn.closes.length <= 5);
          const plan = { balances: Object.fromEntries(amounts), delta: width / 200, fee, balanceTolerance: 1 };
          const { figures } = runBacktest(market, plan);
          expect(runSummary(market, plan)).toEqual(figures);
          seen.executions += figures.executions;
          seen.shared += figures.sharedCandleFills;
        },
      ),
      { numRuns: 400, seed: 7 },
    );
    expect(seen.executions).toBeGreaterThan(100_000);
    expect(seen.shared).toBeGreaterThan(10_000);
  });
});
