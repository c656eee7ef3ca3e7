import { DomainError } from '@tenbin/market';
import { describe, expect, test } from 'vitest';
import { candleMarket } from './candle-market.ts';
import { evenBalances } from './even-balances.ts';
import { parseCandles } from './parse-candles.ts';
import { recordsCsv } from './records-csv.ts';
import { runBacktest } from './run-backtest.ts';
import { sweepWidths, widthsBetween } from './sweep-widths.ts';

/** Closes one minute apart from minute `from` on; a null is a missing candle. */
function minutes(pair: string, closes: readonly (number | null)[], from = 1) {
  const lines = closes.flatMap((close, i) => (close === null ? [] : [`${(from + i) * 60_000},${close},${close},${close},${close},1`]));
  return parseCandles(['timestamp_ms,open,high,low,close,volume', ...lines].join('\n'), { pair });
}

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'nothing';
};

describe('candles of several pairs', () => {
  const btc = minutes('BTC/USDT', [100, 101, null, 103, 104]);
  const eth = minutes('ETH/USDT', [11, 12, 13, 14, 15], 2);

  test('are joined where all are there; gaps and what was left out are told', () => {
    const market = candleMarket([btc, eth]);
    expect([...market.at]).toEqual([120_000, 240_000, 300_000]);
    expect(market.gaps).toEqual([{ after: 120_000, missing: 1 }]);
    expect(market.leftOut).toEqual([1, 2]);
    expect([...market.values]).toEqual([101, 1, 11, 103, 1, 13, 104, 1, 14]);
  });

  test('can be cut to a span of time', () => {
    expect([...candleMarket([btc, eth], { from: 130_000, to: 240_000 }).at]).toEqual([240_000]);
  });

  test('a pair without candles is a cross of two others, which moves from open to close only', () => {
    const market = candleMarket([btc, eth], { pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'] });
    expect(market.derived).toEqual([{ pair: 'ETH/BTC', from: ['ETH/USDT', 'BTC/USDT'] }]);
    expect(market.rows[8]).toBeCloseTo(11 / 101, 14);
  });

  test('what cannot be joined is refused with its reason', () => {
    expect(codeOf(() => candleMarket([btc], { pairs: ['BTC/USDT', 'XRP/USDT'] }))).toBe('crossNotPossible');
    expect(codeOf(() => candleMarket([btc, minutes('XRP/JPY', [1, 2, 3])]))).toBe('pairsNotConnected');
    expect(codeOf(() => candleMarket([btc, minutes('ETH/USDT', [1, 2], 100)]))).toBe('noCandles');
    expect(codeOf(() => candleMarket([btc, btc], { pairs: ['BTC/USDT', 'BTC/USDT'] }))).toBe('duplicatePair');
    expect(codeOf(() => candleMarket([]))).toBe('noPairs');
  });
});

describe('a run in numbers a person can check', () => {
  // BTC at 100; one minute later at 102, then back at 100. Width 1 %: sells at 101 and, from there, at 102.01.
  const market = candleMarket([minutes('BTC/USDT', [100, 102, 100])]);
  const plan = { balances: { BTC: '10', USDT: '1000' }, delta: 0.005 };

  test('sells at 101 on the way up; then its buy stands at 99.99, which 100 does not reach', () => {
    const { trades, figures, equity, assumptions } = runBacktest(market, plan);
    expect(trades.length).toBe(1);
    expect(trades.prices[0]).toBeCloseTo(101, 12);
    expect(trades.amounts[0]).toBeCloseTo(0.05 / 1.01, 14);
    expect(trades.at[0]).toBe(120_000);
    expect(figures.holdingWorth).toBe(2000);
    expect(figures.endWorth).toBeCloseTo(2000 + (0.05 / 1.01) * 1, 10);
    expect([...equity.holding]).toEqual([2000, 2020, 2000]);
    expect(figures.largestDrawdown).toBeGreaterThan(0.009);
    expect(figures.sharedCandleFills).toBe(0);
    expect(assumptions.map(({ code }) => code)).toContain('candlePath');
  });

  test('cautiously, a price must go through the order by a tick', () => {
    const touched = candleMarket([minutes('BTC/USDT', [100, 101, 100])]);
    const through = candleMarket([minutes('BTC/USDT', [100, 102, 100])]);
    expect(runBacktest(touched, { ...plan, mode: 'cautious' }).trades.length).toBe(0);
    expect(runBacktest(through, { ...plan, mode: 'cautious' }).trades.length).toBe(1);
  });

  test('refuses what a live bot would be refused', () => {
    expect(codeOf(() => runBacktest(market, { ...plan, delta: 0.6 }))).toBe('orderWidthOutOfRange');
    expect(codeOf(() => runBacktest(market, { ...plan, balances: { BTC: '10' } }))).toBe('balanceNotPositive');
    expect(codeOf(() => runBacktest(market, { ...plan, balances: { BTC: '10', USDT: '9000' } }))).toBe('unbalanced');
    expect(codeOf(() => runBacktest(market, { ...plan, fee: 2 }))).toBe('feeOutOfRange');
    expect(codeOf(() => runBacktest(market, { ...plan, grid: true }))).toBe('pairNotAvailable');
  });

  test('the records are lines of text, one for each trade', () => {
    const [header, line, ...rest] = [...recordsCsv(runBacktest(market, plan))];
    expect(header).toContain('timestamp_ms,pair,side,price,amount,fee,fee_currency');
    expect(line).toMatch(/^120000,BTC\/USDT,sell,101(\.0+\d)?,/);
    expect(rest).toEqual([]);
  });

  test('a sweep runs every width; even balances are worth the same each', () => {
    expect(
      sweepWidths(market, { balances: plan.balances }, widthsBetween(1, 3, 3)).map(({ width, figures }) => [width, figures.executions]),
    ).toEqual([
      [1, 1],
      [2, 1],
      [3, 0],
    ]);
    expect(evenBalances(market, 2000)).toEqual({ BTC: '10.00000000', USDT: '1000.00000000' });
  });
});
