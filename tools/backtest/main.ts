/** `npm run backtest`: the balancing strategy over candle files. Figures to standard output, records as CSV. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { type Backtest, candleMarket, evenBalances, recordsCsv, runBacktest, sweepWidths, widthsBetween } from '@tenbin/backtest';
import { DomainError } from '@tenbin/market';
import { deltaOfWidth } from '@tenbin/strategy';
import { type BacktestOptions, readOptions, usage } from './options.ts';
import { describeAssumptions, describeFigures, describeMarket, sweepCsv } from './print-figures.ts';
import { readCandleFolder } from './read-candles.ts';
import { readRules } from './read-rules.ts';

/** Without rules and without a word about it. */
const usualFee = 0.001;

function run(options: BacktestOptions): void {
  const market = candleMarket(readCandleFolder(options.candles, options.pairs), {
    ...(options.pairs === null ? {} : { pairs: options.pairs }),
    ...(options.from === null ? {} : { from: options.from }),
    ...(options.to === null ? {} : { to: options.to }),
  });
  const rules = options.rules === null ? null : readRules(options.rules);
  const fee = options.fee ?? (rules === null ? usualFee : null);
  const balances = options.balances ?? evenBalances(market, options.worth);
  const plan = { balances, mode: options.mode, rules, ...(fee === null ? {} : { fee }) };
  const [first, last] = options.widths;
  if (first !== last) {
    print(1, sweepCsv(sweepWidths(market, plan, widthsBetween(first, last, options.steps))));
    return;
  }
  const backtest = runBacktest(market, { ...plan, delta: deltaOfWidth(first) });
  const figuresTo = options.records === '-' ? 2 : 1;
  if (options.json)
    print(figuresTo, [JSON.stringify({ figures: backtest.figures, gaps: market.gaps, assumptions: backtest.assumptions }, null, 2)]);
  else
    print(figuresTo, [
      ...describeMarket(market),
      '',
      ...describeFigures(backtest.figures),
      '',
      'This rests on:',
      ...describeAssumptions(backtest.assumptions),
    ]);
  if (options.records !== null) writeRecords(options.records, backtest);
}

function print(target: 1 | 2, lines: Iterable<string>): void {
  for (const line of lines) (target === 1 ? process.stdout : process.stderr).write(`${line}\n`);
}

function writeRecords(path: string, backtest: Backtest): void {
  const file = path === '-' ? 1 : openSync(path, 'w');
  let waiting = '';
  for (const line of recordsCsv(backtest)) {
    waiting += line;
    if (waiting.length < 1 << 16) continue;
    writeSync(file, waiting);
    waiting = '';
  }
  writeSync(file, waiting);
  if (path !== '-') closeSync(file);
}

try {
  if (process.argv.length <= 2 || process.argv.includes('--help')) print(1, [usage]);
  else run(readOptions(process.argv.slice(2)));
} catch (error) {
  const isOurs = error instanceof DomainError;
  const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!isOurs && !isUsage) throw error;
  print(2, [isOurs ? `refused: ${error.message}` : error.message, ...(isUsage ? ['', usage] : [])]);
  process.exitCode = 1;
}
