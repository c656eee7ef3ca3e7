import { constants, deflateRawSync } from 'node:zlib';
import { type CandleMarket, type CandleStretch, candleMarket, evenBalances, joinCandles, packCandles, runBacktest } from '@tenbin/backtest';
import { deltaOfWidth } from '@tenbin/strategy';
import { expect, test } from 'vitest';
import { BacktestSession } from './backtest-session.ts';
import type { SeriesBlocks, TrialPlan } from './worker-messages.ts';

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
const wholeMarket = () =>
  candleMarket(pairs.map((pair, index) => joinCandles([stretches[index] as CandleStretch], { pair, intervalMs: minuteMs })));

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
    baseUnit: null,
    counterUnit: null,
    makerFee: 0.001,
    takerFee: 0.001,
  })),
};

/** As much as the plan's balances are worth at the end, evenly spread. */
function evenStart(market: CandleMarket) {
  const closing = market.values.subarray(-3);
  return evenBalances(
    market,
    market.currencies.reduce((sum, currency, c) => sum + Number(plan.balances?.[currency]) * (closing[c] ?? 0), 0),
  );
}

test('what is tried out in the browser is what the backtest says', async () => {
  const session = await BacktestSession.open(series, pairs);
  expect(session.market).toMatchObject({ pairs, worthIn: 'USDT', from: 0, to: minutes * minuteMs, moments: minutes, gaps: [] });
  const trial = session.run(plan, 1, { underRules: false });

  const market = wholeMarket();
  const whole = runBacktest(market, { balances: evenStart(market), delta: deltaOfWidth(1), fee: plan.fee });
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
  const session = await BacktestSession.open(series, pairs);
  const { figures } = session.run(plan, 2, { underRules: false });
  const point = session.point(plan, 2);
  expect(point).toMatchObject({ width: 2, path: figures.basisPoints, sharedCandleShare: figures.sharedCandleShare });
  expect(point.cautious).toBeLessThanOrEqual(point.path);
});

test('a market that runs faster than its stamps has fewer trades a day, and a rate that says something', async () => {
  const session = await BacktestSession.open(series, pairs);
  const [real, fast] = [1, 120].map((timeScale) => session.run({ ...plan, timeScale }, 1, { underRules: true }).figures);
  expect(fast?.executionsPerDay).toBeCloseTo((real?.executionsPerDay ?? 0) / 120);
  expect([real?.annualRate, fast?.annualRate]).toEqual([null, expect.any(Number)]);
});

test('who says nothing about money tries out 10,000', async () => {
  const session = await BacktestSession.open(series, pairs);
  expect(session.run({ ...plan, balances: null }, 1, { underRules: true }).figures.startWorth).toBeCloseTo(10_000, 2);
});

test('under the exchange’s rules the trades are those that its grid and its minimums allow', async () => {
  const session = await BacktestSession.open(series, pairs);
  const trial = session.run({ ...plan, fee: 0.07 / 100 }, 1, { underRules: true });
  const market = wholeMarket();
  const rules = new Map(plan.rules.map((rule) => [rule.pair, rule]));
  const whole = runBacktest(market, { balances: evenStart(market), delta: deltaOfWidth(1), fee: 0.0007, rules });
  expect(trial.terms).toBe('exchange');
  expect(trial.figures).toEqual(whole.figures);
  const lots = trial.trades.map(({ amount }) => amount * 10_000);
  expect(lots).toEqual(lots.map((count) => expect.closeTo(Math.round(count), 6)));
});

test('a bot that the exchange would not take is tried out without its rules, and the result says so', async () => {
  const session = await BacktestSession.open(series, pairs);
  const small = { ...plan, balances: { USDT: '600' } };
  const trial = session.run(small, 1, { underRules: true });
  expect(trial.figures.startWorth).toBeLessThan(trial.smallestWorth);
  expect(trial).toEqual({ ...session.run(small, 1, { underRules: false }), terms: 'tooSmall' });
});

test('steps too fine for exact figures leave a run without them', async () => {
  const session = await BacktestSession.open(series, pairs);
  const fine = { ...plan, rules: plan.rules.map((rule) => ({ ...rule, lotSize: '0.000000000000000001' })) };
  expect(session.run(fine, 1, { underRules: true }).terms).toBe('tooManyDigits');
});

test('a bot whose orders come under the minimums stops there, and its rate counts the time until then', async () => {
  const session = await BacktestSession.open(series, pairs);
  const { smallestWorth } = session.run(plan, 1, { underRules: false });
  const bare = { ...plan, balances: { USDT: String(smallestWorth * 1.04) }, timeScale: 120 };
  const { figures, terms } = session.run(bare, 1, { underRules: true });
  expect(terms).toBe('exchange');
  expect(figures.stop?.at).toBeLessThan(figures.to);
  const days = (120 * ((figures.stop?.at ?? 0) - figures.from)) / 86_400_000;
  expect(figures.executionsPerDay * days).toBeCloseTo(figures.executions, 6);
  expect(figures.annualRate).toBeCloseTo(100 * (Math.exp((Math.log1p(figures.basisPoints / 10_000) * 365) / days) - 1), 2);
});
