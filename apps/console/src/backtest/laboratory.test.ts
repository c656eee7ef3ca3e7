import { constants, deflateRawSync } from 'node:zlib';
import { type CandleStretch, candleMarket, evenBalances, joinCandles, packCandles, runBacktest } from '@tenbin/backtest';
import { deltaOfWidth } from '@tenbin/strategy';
import { expect, test } from 'vitest';
import { Laboratory } from './laboratory.ts';
import type { SeriesBlocks, TrialPlan } from './messages.ts';

const minuteMs = 60_000;
const opening: Readonly<Record<string, number>> = { 'BTC/USDT': 60_000, 'ETH/USDT': 3_000, 'ETH/BTC': 0.05 };
const pairs = Object.keys(opening);
const minutes = 2_000;

/** A price that swings by 3 % in waves of its own length. */
function waves(pair: string, index: number): CandleStretch {
  const price = (minute: number) => (opening[pair] ?? 1) * (1 + 0.03 * Math.sin((minute * (index + 3)) / 200));
  const column = (value: (minute: number) => number) =>
    Float64Array.from({ length: minutes }, (_, minute) => Number(value(minute).toFixed(6)));
  return {
    at: column((minute) => minute * minuteMs),
    open: column(price),
    high: column((minute) => Math.max(price(minute), price(minute + 1))),
    low: column((minute) => Math.min(price(minute), price(minute + 1))),
    close: column((minute) => price(minute + 1)),
    volume: column(() => 1),
    priceStep: 1e-6,
  };
}

const stretches = pairs.map(waves);
const series: SeriesBlocks[] = pairs.map((pair, index) => ({
  pair,
  intervalMs: minuteMs,
  blocks: [deflateRawSync(packCandles(stretches[index] as CandleStretch), { finishFlush: constants.Z_SYNC_FLUSH }).toString('base64')],
}));
const plan: TrialPlan = {
  balances: { BTC: '0.1', USDT: '6000', ETH: '2' },
  fee: 0.001,
  timeScale: 1,
  rules: pairs.map((pair) => ({
    pair,
    tickSize: '0.01',
    lotSize: '0.0001',
    minimumAmount: '0.0001',
    maximumAmount: null,
    minimumNotional: '0',
    minimumPrice: null,
    maximumPrice: null,
    priceBand: null,
    makerFee: 0.001,
    takerFee: 0.001,
  })),
};

test('what is tried out in the browser is what the backtest says', async () => {
  const laboratory = await Laboratory.open(series, pairs);
  expect(laboratory.market).toMatchObject({ pairs, worthIn: 'USDT', from: 0, to: minutes * minuteMs, moments: minutes, gaps: [] });
  const trial = laboratory.run(plan, 1);

  const market = candleMarket(pairs.map((pair, index) => joinCandles([stretches[index] as CandleStretch], { pair, intervalMs: minuteMs })));
  const closing = market.values.subarray(-3);
  const worth = market.currencies.reduce((sum, currency, c) => sum + Number(plan.balances?.[currency]) * (closing[c] ?? 0), 0);
  const whole = runBacktest(market, { balances: evenBalances(market, worth), delta: deltaOfWidth(1), fee: plan.fee });
  expect(trial.figures).toEqual(whole.figures);
  expect(trial.figures.executions).toBeGreaterThan(20);
  expect(trial.trades[0]).toMatchObject({ at: whole.trades.at.at(-1), price: whole.trades.prices.at(-1) });

  const { at, profit, worth: worths, holding } = trial.curve;
  expect([at.length, profit.length, worths.length, holding.length]).toEqual([400, 400, 400, 400]);
  expect(at.at(-1)).toBe(minutes * minuteMs);
  expect(profit.at(-1)).toBeCloseTo(whole.figures.basisPoints, 9);
  expect(holding.at(-1)).toBe(whole.figures.holdingWorth);
});

test('each width of a sweep says what both ways of filling come to', async () => {
  const laboratory = await Laboratory.open(series, pairs);
  const { figures } = laboratory.run(plan, 2);
  const point = laboratory.point(plan, 2);
  expect(point).toMatchObject({ width: 2, path: figures.basisPoints, sharedCandleShare: figures.sharedCandleShare });
  expect(point.cautious).toBeLessThanOrEqual(point.path);
});

test('a market that runs faster than its stamps has fewer trades a day, and a rate that says something', async () => {
  const laboratory = await Laboratory.open(series, pairs);
  const [real, fast] = [1, 120].map((timeScale) => laboratory.run({ ...plan, timeScale }, 1).figures);
  expect(fast?.executionsPerDay).toBeCloseTo((real?.executionsPerDay ?? 0) / 120);
  expect([real?.annualRate, fast?.annualRate]).toEqual([null, expect.any(Number)]);
});

test('who says nothing about money tries out 10,000', async () => {
  const laboratory = await Laboratory.open(series, pairs);
  expect(laboratory.run({ ...plan, balances: null }, 1).figures.startWorth).toBeCloseTo(10_000, 2);
});
