/** The fast backtest against the slow, obviously right one: every trade, over many markets. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { currenciesOf, DomainError, type MarketRules, parsePair } from '@tenbin/market';
import { candleDays } from '@tenbin/testkit/candle-days';
import { describe, expect, test } from 'vitest';
import type { CandleColumns } from './candle-columns.ts';
import { type CandleMarket, candleMarket } from './candle-market.ts';
import { parseCandles } from './parse-candles.ts';
import { type Backtest, runBacktest, runSummary } from './run-backtest.ts';
import { SlowBot, type SlowMarket, type SlowPlan } from './testing/slow-bot.ts';

/** A repeatable sequence of numbers from 0 to 1. */
function sequence(seed: number): () => number {
  let state = (seed * 2654435761 + 12345) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const shapes = [
  ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'],
  ['BTC/USDT', 'ETH/USDT'],
  ['ETH/BTC', 'BTC/USDT'],
  ['BTC/USDT', 'ETH/USDT', 'ETH/BTC', 'XRP/USDT', 'XRP/ETH'],
];
const pricesAtStart: Record<string, number> = { BTC: 50_000, ETH: 2_500, XRP: 0.8, USDT: 1 };
const ticks: Record<string, string> = {
  'BTC/USDT': '0.01',
  'ETH/USDT': '0.05',
  'ETH/BTC': '0.00001',
  'XRP/USDT': '0.0001',
  'XRP/ETH': '0.0000001',
};
const lots: Record<string, string> = { BTC: '0.00001', ETH: '0.0001', XRP: '0.1' };

interface Trial {
  readonly market: CandleMarket;
  readonly slow: SlowMarket;
  readonly plan: SlowPlan;
  readonly rules: ReadonlyMap<string, MarketRules>;
}

/** A market of a quarter to a whole hour, restless or calm, and a bot on it. */
function trialOf(seed: number): Trial {
  const random = sequence(seed);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
  const pairs = pick(shapes);
  const moments = 15 + Math.floor(random() * 35);
  const restless = 10 ** (-3.3 + 1.4 * random());
  const width = pick(['0.2', '0.37', '1', '1', '2', '5.5', '20', '63']);
  const series = pairs.map((pair) => randomCandles(pair, { moments, restless, random }));
  const market = candleMarket(series);
  const worth = 300 * 10 ** (random() * 3);
  // Far from even, and orders are held back as more than 5 % worse than the price; or nearly even.
  const uneven = pick([0.15, 0.02]);
  const balances = Object.fromEntries(
    currenciesOf(pairs).map((currency) => [
      currency,
      (((1 - uneven + 2 * uneven * random()) * worth) / pricesAtStart[currency]!).toFixed(8),
    ]),
  );
  const orderWorth = (worth * Number(width)) / 200;
  // Either far below the orders of the start, or so close that a few fills lead there.
  const share = random() < 0.5 ? 0.01 : 0.98 + 0.0199 * random();
  const notional = (pair: string) => (Number(balances[parsePair(pair).counter]) * Number(width) * share) / 200;
  const units = Object.fromEntries(
    currenciesOf(pairs).map((currency) => [currency, pick([null, '0.00000001', currency === 'USDT' ? '0.0001' : '0.0000001'])]),
  );
  const rules = new Map(pairs.map((pair) => [pair, rulesOf(pair, notional(pair), units)]));
  const plan: SlowPlan = {
    balances,
    width,
    fee: pick(['0', '0.001', '0.00075', '-0.0001']),
    mode: pick(['path', 'path', 'cautious'] as const),
    grid: random() < 0.6,
    minimums: random() < 0.4 && orderWorth > 6,
  };
  return { market, slow: slowMarketOf(market, rules), plan, rules };
}

function randomCandles(
  pair: string,
  { moments, restless, random }: { moments: number; restless: number; random: () => number },
): CandleColumns {
  const { base, counter } = parsePair(pair);
  const tick = Number(ticks[pair]);
  const onTick = (price: number) => Number((Math.max(1, Math.round(price / tick)) * tick).toFixed(8));
  const column = () => new Float64Array(moments);
  const [at, open, high, low, close, volume] = [column(), column(), column(), column(), column(), column()];
  let price = pricesAtStart[base]! / pricesAtStart[counter]!;
  let time = 1_600_000_000_000;
  for (let t = 0; t < moments; t++) {
    // A minute is sometimes missing, and not for every pair at once; the second and the last are always there.
    time += t > 1 && random() < 0.03 ? 120_000 : 60_000;
    const move = () => price * (1 + restless * (random() + random() + random() - 1.5));
    const prices = [onTick(price), onTick(move()), onTick(move()), onTick(move())];
    at[t] = time;
    open[t] = prices[0]!;
    close[t] = prices[3]!;
    high[t] = Math.max(...prices);
    low[t] = Math.min(...prices);
    price = prices[3]!;
  }
  return { pair, intervalMs: 60_000, at, open, high, low, close, volume, priceStep: tick };
}

function rulesOf(pair: string, minimumNotional: number, units: Readonly<Record<string, string | null>> = {}): MarketRules {
  const { base, counter } = parsePair(pair);
  return {
    pair,
    tickSize: ticks[pair]!,
    lotSize: lots[base]!,
    minimumAmount: lots[base]!,
    maximumAmount: null,
    minimumNotional: minimumNotional.toFixed(8),
    minimumPrice: null,
    maximumPrice: null,
    priceBand: null,
    baseUnit: units[base] ?? null,
    counterUnit: units[counter] ?? null,
    makerFee: 0.001,
    takerFee: 0.001,
  };
}

function slowMarketOf(market: CandleMarket, rules: ReadonlyMap<string, MarketRules>): SlowMarket {
  const { rows, stride, pairs, currencies } = market;
  const candle = (moment: number, pair: number) => {
    const at = moment * stride + 4 * pair;
    return { open: rows[at]!, high: rows[at + 1]!, low: rows[at + 2]!, close: rows[at + 3]! };
  };
  return {
    pairs: pairs.map((pair) => {
      const { tickSize, lotSize, ...rule } = rules.get(pair)!;
      return { ...parsePair(pair), tick: tickSize, lot: lotSize, ...rule };
    }),
    candles: Array.from(market.at, (_, moment) => pairs.map((_pair, pair) => candle(moment, pair))),
    worth: (moment, currency) => market.values[moment * currencies.length + currencies.indexOf(currency)]!,
  };
}

const planOf = ({ plan, rules }: Trial) => ({
  balances: plan.balances,
  delta: Number(plan.width) / 200,
  fee: Number(plan.fee),
  mode: plan.mode,
  rules,
  grid: plan.grid,
  minimums: plan.minimums,
});

/** Null where the bot may not even start: its orders are under the minimums. */
function runUnlessRefused(trial: Trial): Backtest | null {
  try {
    return runBacktest(trial.market, planOf(trial));
  } catch (error) {
    if (error instanceof DomainError && trial.plan.minimums) return null;
    throw error;
  }
}

/** Doubles against decimals: where there is no grid, both are the same but for what a double cannot hold. */
const isClose = (found: number, exact: number): boolean => Math.abs(found / exact - 1) < 1e-10;

/** Fails with what differs first. */
function expectSame(found: Backtest, slow: SlowBot, { grid }: SlowPlan): void {
  const isSame = grid ? Object.is : isClose;
  const { trades } = found;
  const { at, intervalMs, pairs } = found.market;
  slow.trades.slice(0, trades.length).forEach((trade, i) => {
    const [moment, slot] = [trades.moments[i]!, trades.slots[i]!];
    const point = Math.round(((trades.at[i]! - at[moment]!) / intervalMs) * 4 * pairs.length) - 4 * (slot >> 1);
    const own = {
      moment,
      point,
      pair: slot >> 1,
      side: slot % 2 === 1 ? 'buy' : 'sell',
      price: trades.prices[i]!,
      amount: trades.amounts[i]!,
    };
    const theirs = { ...trade, price: Number(trade.price), amount: Number(trade.amount) };
    const isSamePlace = own.moment === theirs.moment && own.point === theirs.point && own.pair === theirs.pair && own.side === theirs.side;
    if (isSamePlace && isSame(own.price, theirs.price) && isSame(own.amount, theirs.amount)) return;
    throw new Error(`trade ${i + 1} differs: ${JSON.stringify(own)}, the slow bot has ${JSON.stringify(theirs)}`);
  });
  expect(trades.length).toBe(slow.trades.length);
  for (const [currency, held] of Object.entries(slow.held)) {
    if (grid) expect(found.figures.balances[currency]).toBe(held.toFixed());
    else expect(Math.abs(Number(found.figures.balances[currency]) / Number(held) - 1)).toBeLessThan(1e-10);
  }
}

describe('every trade is the slow bot’s, price and amount and time', () => {
  test('over a thousand random markets, on the grid and off it, on the path and cautiously, with and without minimums', () => {
    const seen = { trades: 0, stops: 0, markets: 0 };
    for (let seed = 1; seen.markets < 1_000; seed++) {
      const trial = trialOf(seed);
      const found = runUnlessRefused(trial);
      if (found === null) continue;
      const slow = new SlowBot(trial.slow, trial.plan).run();
      try {
        expectSame(found, slow, trial.plan);
        const stoppedAt = slow.stoppedAt === null ? null : trial.market.at[slow.stoppedAt]! + trial.market.intervalMs;
        expect(found.figures.stop?.at ?? null).toBe(stoppedAt);
        expect(runSummary(trial.market, planOf(trial))).toEqual(found.figures);
      } catch (error) {
        throw new Error(`market ${seed}, ${JSON.stringify(trial.plan)}`, { cause: error });
      }
      seen.markets++;
      seen.trades += slow.trades.length;
      seen.stops += slow.stoppedAt === null ? 0 : 1;
    }
    expect(seen.trades).toBeGreaterThan(20_000);
    expect(seen.stops).toBeGreaterThan(15);
  });
});

describe.each(candleDays)('over $name', ({ folder, isHere, day }) => {
  const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
  const load = () =>
    candleMarket(
      pairs.map((pair) => parseCandles(gunzipSync(readFileSync(join(folder, `${pair.replace('/', '-')}-1m.csv.gz`))), { pair })),
      { from: Date.parse(day.from), to: Date.parse(day.to) },
    );
  const rules = new Map(
    Object.entries({
      'BTC/USDT': ['0.01', '0.000001', '5'],
      'ETH/USDT': ['0.01', '0.00001', '5'],
      'ETH/BTC': ['0.000001', '0.001', '0.0001'],
    }).map(([pair, [tickSize, lotSize, minimumNotional]]) => [
      pair,
      { ...rulesOf(pair, 0), tickSize: tickSize!, lotSize: lotSize!, minimumAmount: lotSize!, minimumNotional: minimumNotional! },
    ]),
  );

  test.skipIf(!isHere).each([
    { width: '0.5', grid: true, mode: 'path' as const },
    { width: '1', grid: true, mode: 'path' as const },
    { width: '1', grid: true, mode: 'cautious' as const },
    { width: '1', grid: false, mode: 'path' as const },
  ])('with a crash in it, at width $width %, grid $grid, $mode', ({ width, grid, mode }) => {
    const market = load();
    const [btc, eth] = [market.rows[0]!, market.rows[4]!];
    const balances = { BTC: (10_000 / btc).toFixed(8), ETH: (10_000 / eth).toFixed(8), USDT: '10000' };
    const trial: Trial = {
      market,
      slow: slowMarketOf(market, rules),
      rules,
      plan: { balances, width, fee: '0.001', mode, grid, minimums: grid },
    };
    const slow = new SlowBot(trial.slow, trial.plan).run();
    expect(slow.trades.length).toBeGreaterThan(200);
    expectSame(runBacktest(market, planOf(trial)), slow, trial.plan);
  });
});
