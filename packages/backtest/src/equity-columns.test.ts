import { expect, test } from 'vitest';
import type { CandleColumns } from './candle-columns.ts';
import { candleMarket } from './candle-market.ts';
import { evenBalances } from './even-balances.ts';
import { runBacktest } from './run-backtest.ts';

const minutes = 97;
const swing = (pair: string, middle: number, speed: number): CandleColumns => {
  const price = (minute: number) => middle * (1 + 0.02 * Math.sin(minute * speed));
  const column = (value: (minute: number) => number) => Float64Array.from({ length: minutes }, (_, minute) => value(minute));
  return {
    pair,
    intervalMs: 60_000,
    at: column((minute) => minute * 60_000),
    open: column(price),
    high: column((minute) => Math.max(price(minute), price(minute + 1))),
    low: column((minute) => Math.min(price(minute), price(minute + 1))),
    close: column((minute) => price(minute + 1)),
    volume: column(() => 1),
    priceStep: 0,
  };
};

test('a curve of a few closes says at each of them what the whole one says', () => {
  const market = candleMarket([swing('BTC/USDT', 60_000, 0.3), swing('ETH/USDT', 3_000, 0.5), swing('ETH/BTC', 0.05, 0.7)]);
  const plan = { balances: evenBalances(market, 30_000), delta: 0.005, fee: 0.001 };
  const whole = runBacktest(market, plan);
  const thin = runBacktest(market, plan, { closes: 10 });
  expect(thin.figures).toEqual(whole.figures);
  expect(whole.trades.length).toBeGreaterThan(50);
  expect(whole.equity.at.length).toBe(minutes);
  expect(thin.equity.at.length).toBe(10);
  expect(thin.equity.at.at(-1)).toBe(minutes * 60_000);
  for (const [close, at] of thin.equity.at.entries()) {
    const row = whole.equity.at.indexOf(at);
    for (const name of ['worth', 'holding', 'growth'] as const) expect(thin.equity[name][close]).toBe(whole.equity[name][row]);
    expect(thin.equity.balances.slice(3 * close, 3 * close + 3)).toEqual(whole.equity.balances.slice(3 * row, 3 * row + 3));
  }
  expect(runBacktest(market, plan, { closes: 10_000 }).equity).toEqual(whole.equity);
});
