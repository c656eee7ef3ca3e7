import { closeSync, openSync, writeSync } from 'node:fs';
import { type Backtest, candleMarket, evenBalances, recordsCsv, runBacktest, sweepWidths, widthsBetween } from '@tenbin/backtest';
import { deltaOfWidth } from '@tenbin/strategy';
import { exitCodes, refusalWords } from '../command-line/refusal-words.ts';
import { type BacktestOptions, readOptions, usage } from './options.ts';
import { describeAssumptions, describeFigures, describeMarket, sweepCsv } from './print-figures.ts';
import { readCandleFolder } from './read-candles.ts';
import { readRules } from './read-rules.ts';
import { makerUsage, runMaker } from './run-maker.ts';

/** Without rules and without a word about it. */
const defaultFee = 0.001;

function run(options: BacktestOptions, print: (target: 1 | 2, lines: Iterable<string>) => void): void {
  const market = candleMarket(readCandleFolder(options.candles, options.pairs), {
    ...(options.pairs === null ? {} : { pairs: options.pairs }),
    ...(options.from === null ? {} : { from: options.from }),
    ...(options.to === null ? {} : { to: options.to }),
  });
  const rules = options.rules === null ? null : readRules(options.rules);
  const fee = options.fee ?? (rules === null ? defaultFee : null);
  const balances = options.balances ?? evenBalances(market, options.worth);
  const plan = { balances, mode: options.mode, rules, ...(fee === null ? {} : { fee }) };
  const [first, last] = options.widths;
  if (options.steps > 1) {
    print(1, sweepCsv(sweepWidths(market, plan, widthsBetween(first, last, options.steps))));
    return;
  }
  const records = options.records === null || options.records === '-' ? 1 : openSync(options.records, 'w');
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
  if (options.records !== null) writeRecords(records, backtest);
}

/** Where the command speaks to: 1 is standard output, 2 standard error. */
export type Print = (target: 1 | 2, line: string) => void;

/**
 * The command.
 *
 * @returns the exit code: 0 done, 2 asked wrongly
 */
export function runBacktestCommand(args: readonly string[], printLine: Print): number {
  const print = (target: 1 | 2, lines: Iterable<string>) => {
    for (const line of lines) printLine(target, line);
  };
  try {
    if (args.length === 0 || args.includes('--help')) print(1, [usage, '', makerUsage]);
    else if (args.some((arg) => /^--maker(?:=|$)/.test(arg))) print(1, runMaker(args));
    else run(readOptions(args), print);
    return exitCodes.done;
  } catch (error) {
    const words = refusalWords(error, 'npm run backtest');
    if (words === null) throw error;
    print(2, [words]);
    return exitCodes.refused;
  }
}

function writeRecords(file: number, backtest: Backtest): void {
  let waiting = '';
  for (const line of recordsCsv(backtest)) {
    waiting += line;
    if (waiting.length < 1 << 16) continue;
    writeSync(file, waiting);
    waiting = '';
  }
  writeSync(file, waiting);
  if (file !== 1) closeSync(file);
}
