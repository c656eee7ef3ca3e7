/** The loop that runs any strategy against the one that knows balancing: every trade of a generated day. */
import { type MarketRules, parsePair } from '@tenbin/market';
import { Balancing, deltaOfWidth, exact, passed, strategyOf, type Wanted } from '@tenbin/strategy';
import { expect, test } from 'vitest';
import type { CandleColumns } from './candle-columns.ts';
import { type CandleMarket, candleMarket } from './candle-market.ts';
import { contractRecords } from './contract-records.ts';
import { evenBalances } from './even-balances.ts';
import { runBacktest } from './run-backtest.ts';
import { runStrategy } from './run-strategy.ts';

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const opens: Record<string, number> = { 'BTC/USDT': 50_000, 'ETH/USDT': 2_500, 'ETH/BTC': 0.05 };
const ticks: Record<string, string> = { 'BTC/USDT': '0.01', 'ETH/USDT': '0.01', 'ETH/BTC': '0.000001' };
const lots: Record<string, string> = { BTC: '0.000001', ETH: '0.00001' };
const minutes = 1_440;

const rulesWith = (unit: string | null): ReadonlyMap<string, MarketRules> =>
  new Map(
    pairs.map((pair) => {
      const lotSize = lots[parsePair(pair).base] ?? '1';
      const none = { maximumAmount: null, minimumPrice: null, maximumPrice: null, priceBand: null };
      const sizes = { tickSize: ticks[pair] ?? '1', lotSize, minimumAmount: lotSize, minimumNotional: '0' };
      return [pair, { pair, ...sizes, ...none, baseUnit: unit, counterUnit: unit, makerFee: 0.001, takerFee: 0.001 }];
    }),
  );

/** A repeatable sequence of numbers from 0 to 1. */
function sequence(seed: number): () => number {
  let state = (seed * 2654435761 + 12345) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A day of minutes of three pairs, each on a way of its own, with a minute missing now and then. */
function generatedDay(seed: number, restless: number): CandleMarket {
  const random = sequence(seed);
  return candleMarket(
    pairs.map((pair): CandleColumns => {
      const tick = Number(ticks[pair]);
      const onTick = (price: number) => Number((Math.round(price / tick) * tick).toFixed(8));
      const rows: number[][] = [];
      let price = opens[pair] ?? 1;
      for (let minute = 0; minute < minutes; minute++) {
        const move = () => onTick(price * (1 + restless * (random() + random() + random() - 1.5)));
        const path = [onTick(price), move(), move(), move()];
        const [open = 0, , , close = 0] = path;
        price = close;
        if (minute > 0 && random() < 0.002) continue;
        rows.push([Date.UTC(2026, 0, 1) + minute * 60_000, open, Math.max(...path), Math.min(...path), close, 1]);
      }
      const [at, open, high, low, close, volume] = [0, 1, 2, 3, 4, 5].map((field) => Float64Array.from(rows, (row) => row[field] ?? 0));
      if (!at || !open || !high || !low || !close || !volume) throw new Error('no columns');
      return { pair, intervalMs: 60_000, at, open, high, low, close, volume, priceStep: tick };
    }),
  );
}

test.each([
  { seed: 1, width: 1, restless: 0.002, unit: '0.00000001', uneven: 1 },
  { seed: 2, width: 0.5, restless: 0.001, unit: null, uneven: 1.05 },
  { seed: 3, width: 2, restless: 0.004, unit: '0.00000001', uneven: 0.9 },
])('a balancing bot of width $width % makes the same trades in both loops (day $seed)', ({ seed, width, restless, unit, uneven }) => {
  const market = generatedDay(seed, restless);
  const rules = rulesWith(unit);
  const even = evenBalances(market, 60_000);
  const balances = { ...even, USDT: (Number(even.USDT) * uneven).toFixed(8) };
  const delta = deltaOfWidth(width);
  const fast = runBacktest(market, { balances, delta, rules });
  const strategy = strategyOf({ kind: 'balancing', pairs, delta }, { balanceTolerance: 50, omitPairs: [] });
  const slow = runStrategy(market, strategy, { balances, rules });
  const trades = Array.from(contractRecords(fast), ({ at, pair, side, price, amount, fee }) => ({ at, pair, side, price, amount, fee }));
  expect(trades.length).toBeGreaterThan(50);
  expect(slow.trades.length).toBe(trades.length);
  slow.trades.forEach(({ at, pair, side, price, amount, fee }, index) => {
    expect({ index, at, pair, side, price, amount, fee }).toEqual({ index, ...trades[index] });
  });
  expect(slow.balances).toEqual(fast.figures.balances);
  expect(slow.stop).toBeNull();
  const grown = slow.trades.reduce((sum, trade) => sum + trade.growth, 0);
  expect(grown).toBeCloseTo(fast.records.growths.at(-1) ?? Number.NaN, 9);
});

/** Wants what it is told to, asked anew with every price. */
class Scripted extends Balancing {
  override readonly quoting = { onFill: false, everyMs: null, onMove: 0 };
  readonly #wants: (price: number) => Wanted;

  constructor(wants: (price: number) => Wanted) {
    super({ kind: 'balancing', pairs, delta: 0.005 }, { balanceTolerance: 50, omitPairs: [] });
    this.#wants = wants;
  }

  override wanted({ prices }: { readonly prices: ReadonlyMap<string, number> }): Wanted {
    return this.#wants(prices.get('BTC/USDT') ?? 0);
  }

  override checkStart = () => passed;
  override checkHoldings = () => passed;
  override checkAtPrices = () => passed;
}

const sellAt = (level: number, price: number, amount: string) =>
  ({ pair: 'BTC/USDT', side: 'sell', level, price: price.toFixed(2), amount }) as const;
const buyAt = (level: number, price: number, amount: string) => ({ ...sellAt(level, price, amount), side: 'buy' }) as const;

test('no order is placed with money that another one holds', () => {
  const market = generatedDay(4, 0.002);
  const rules = rulesWith(null);
  const balances = { BTC: '1', ETH: '20', USDT: '50000' };
  const greedy = new Scripted((price) => ({ orders: [sellAt(0, price, '0.6'), sellAt(1, price, '0.6')], tolerance: exact }));
  const { trades, balances: left } = runStrategy(market, greedy, { balances, rules });
  expect(trades.map(({ level, amount }) => ({ level, amount }))).toEqual([{ level: 0, amount: '0.6' }]);
  expect(left.BTC).toBe('0.4');
});

test('an open order that is within the tolerance of what is wanted stays', () => {
  const market = generatedDay(4, 0.004);
  const rules = rulesWith(null);
  const balances = { BTC: '1', ETH: '20', USDT: '50000' };
  const [first = 0] = market.rows;
  const pricesAt = (tolerance: string) => {
    const ahead = new Scripted((now) => ({
      orders: [sellAt(0, now * 1.02, '0.01'), buyAt(0, now * 0.98, '0.01')],
      tolerance: { price: tolerance, amount: '0' },
    }));
    return runStrategy(market, ahead, { balances, rules }).trades.map(({ price }) => Number(price));
  };
  expect(pricesAt('0')).toEqual([]);
  expect([first * 0.98, first * 1.02]).toContain(pricesAt('1')[0]);
});
