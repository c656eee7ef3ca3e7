/** What makes balances even is no profit in a backtest either: each trade earns what a live bot books for it. */
import { type Balances, type MarketRules, toGrid } from '@tenbin/market';
import { bpsOfGrowth, fillEarning, growth, unevennessOf } from '@tenbin/strategy';
import { describe, expect, test } from 'vitest';
import type { FillMode } from './backtest-plan.ts';
import { candleMarket } from './candle-market.ts';
import { contractRecords } from './contract-records.ts';
import { runBacktest, runSummary } from './run-backtest.ts';

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];

/** One price a minute for each pair. */
function marketOf(prices: readonly (readonly number[])[]) {
  return candleMarket(
    pairs.map((pair, p) => {
      const closes = Float64Array.from(prices, (row) => row[p]!);
      const opens = Float64Array.from(closes, (close, t) => (t === 0 ? close : closes[t - 1]!));
      const extreme = (of: typeof Math.max) => Float64Array.from(closes, (close, t) => of(close, opens[t]!));
      const at = Float64Array.from(closes, (_, t) => 1_600_000_000_000 + 60_000 * t);
      const volume = new Float64Array(closes.length);
      return {
        pair,
        intervalMs: 60_000,
        at,
        open: opens,
        high: extreme(Math.max),
        low: extreme(Math.min),
        close: closes,
        volume,
        priceStep: 1e-5,
      };
    }),
  );
}

const rules = new Map(
  pairs.map((pair): [string, MarketRules] => {
    const none = { maximumAmount: null, minimumPrice: null, maximumPrice: null, priceBand: null, baseUnit: null, counterUnit: null };
    const tickSize = pair === 'ETH/BTC' ? '0.00001' : '0.01';
    return [
      pair,
      { pair, tickSize, lotSize: '0.00001', minimumAmount: '0', minimumNotional: '0', ...none, makerFee: 0.001, takerFee: 0.001 },
    ];
  }),
);

const usdAtStart = new Map([
  ['BTC', 60_000],
  ['ETH', 3_000],
  ['USDT', 1],
]);

/** The same records as a live bot books them, where `marketPrice` tells at which market an order was there to make even. */
function bookedLive(balances: Balances, backtest: ReturnType<typeof runBacktest>, marketPrice: (trade: number) => number | null): number[] {
  let before = balances;
  let left = unevennessOf(balances, usdAtStart) ?? Number.NaN;
  return Array.from(contractRecords(backtest), (record, i) => {
    const market = marketPrice(i);
    const fill = { ...record, notional: String(Number(record.price) * Number(record.amount)), isMaker: true };
    const moment = {
      earlier: [],
      isEvening: market !== null,
      uneven: left,
      marketPrice: market === null ? null : String(market),
      usd: new Map(),
      feeRate: 0,
    };
    const { growth, uneven } = fillEarning(before, fill, moment);
    left = uneven;
    before = record.balances;
    return bpsOfGrowth(growth);
  });
}

describe('an uneven start', () => {
  const balances = { BTC: '1.05', ETH: '20', USDT: '60000' };
  const still = marketOf(Array.from({ length: 30 }, () => [60_000, 3_000, 0.05]));
  const plan = { balances, delta: 0.005, rules, minimums: false };
  const priceOf = (pair: string): number => ({ 'BTC/USDT': 60_000, 'ETH/USDT': 3_000, 'ETH/BTC': 0.05 })[pair] ?? Number.NaN;

  test.each<{ mode: FillMode; grid: boolean; fee: number }>([
    { mode: 'path', grid: true, fee: 0.001 },
    { mode: 'path', grid: false, fee: 0.001 },
    { mode: 'path', grid: false, fee: 0 },
    { mode: 'cautious', grid: true, fee: 0.001 },
  ])('in a market that does not move is no profit: $mode, grid $grid, fee $fee', ({ mode, grid, fee }) => {
    const backtest = runBacktest(still, { ...plan, mode, grid, fee });
    const { executions, basisPoints } = backtest.figures;
    expect(executions).toBeGreaterThan(3);
    expect(basisPoints).toBeLessThanOrEqual(0);
    const live = bookedLive(balances, backtest, (i) => priceOf(backtest.market.pairs[backtest.trades.slots[i]! >> 1]!));
    for (const [i, bps] of live.entries()) expect(backtest.records.basisPoints[i]).toBeCloseTo(bps, 7);
    expect(basisPoints).toBeCloseTo(bpsOfGrowth(backtest.records.growths.at(-1)!), 9);
    expect(runSummary(still, { ...plan, mode, grid, fee })).toEqual(backtest.figures);
  });
});

describe('a price that jumps over an order', () => {
  const balances = { BTC: '1', ETH: '20', USDT: '60000' };
  const jumps = marketOf([60_000, 60_000, 75_000, 75_000, 75_000].map((btc) => [btc, 3_000, 0.05]));

  test('an order that was placed at the line 5 % from the market counts as much as a live bot’s', () => {
    const backtest = runBacktest(jumps, { balances, delta: 0.005, rules, minimums: false });
    const { records, trades } = backtest;
    const lines = [60_000, 75_000, 3_000, 0.05].flatMap((price) => [
      { side: 'sell', line: toGrid(0.95 * price, price === 0.05 ? '0.00001' : '0.01', 'up'), price },
      { side: 'buy', line: toGrid(1.05 * price, price === 0.05 ? '0.00001' : '0.01', 'down'), price },
    ]);
    const made = Array.from(contractRecords(backtest));
    const atLine = (i: number): number | null =>
      lines.find(({ side, line }) => made[i]?.side === side && made[i].price === line)?.price ?? null;
    const lined = Array.from({ length: trades.length }, (_, i) => atLine(i)).filter((price) => price !== null);
    expect(lined.length).toBeGreaterThan(3);
    const live = bookedLive(balances, backtest, atLine);
    for (const [i, bps] of live.entries()) expect(records.basisPoints[i]).toBeCloseTo(bps, 7);
  });
});

describe('a start less uneven than the order width', () => {
  const balances = { BTC: '1', ETH: '20', USDT: '62000' };
  const restless = marketOf([60_000, 60_000, 57_500, 60_500, 57_000, 61_000, 58_000].map((btc) => [btc, 3_000, 3_000 / btc]));
  const plan = { balances, delta: 0.02, rules, minimums: false };

  test.each<{ mode: FillMode; grid: boolean; fee: number }>([
    { mode: 'path', grid: true, fee: 0.001 },
    { mode: 'path', grid: false, fee: 0 },
    { mode: 'cautious', grid: true, fee: 0.001 },
    { mode: 'cautious', grid: false, fee: 0 },
  ])('is paid off by the first orders, as in a live bot: $mode, grid $grid, fee $fee', ({ mode, grid, fee }) => {
    const backtest = runBacktest(restless, { ...plan, mode, grid, fee });
    const { executions, basisPoints, balances: ended } = backtest.figures;
    expect(executions).toBeGreaterThan(3);
    expect(backtest.trades.evening.size).toBe(0);
    const live = bookedLive(balances, backtest, () => null);
    for (const [i, bps] of live.entries()) expect(backtest.records.basisPoints[i]).toBeCloseTo(bps, 7);
    const uneven = unevennessOf(balances, usdAtStart) ?? Number.NaN;
    expect(basisPoints).toBeCloseTo(bpsOfGrowth(growth(balances, ended) - uneven), 7);
    expect(runSummary(restless, { ...plan, mode, grid, fee })).toEqual(backtest.figures);
  });
});
