import { parseArgs } from 'node:util';
import { type FillMode, fillModes } from '@tenbin/backtest';
import { type Balances, DomainError, parseDecimal, parsePair } from '@tenbin/market';
import { readTime } from '../command-line/read-time.ts';

export const usage = `npm run backtest -- --candles FOLDER --width PERCENT [options]

  --candles FOLDER     files like BTC-USDT-1m.csv or .csv.gz: timestamp_ms,open,high,low,close,volume
  --pairs A/B,C/D      all pairs of the folder unless given; one without a file is derived from two others
  --balance LIST       BTC:0.1,ETH:2,USDT:6000; or --worth NUMBER to begin with even balances
  --width PERCENT      order width, 1 for 1 %; or --width 0.2..5 with --steps 100 for a sweep
  --fee PERCENT        maker fee, 0.1 for 0.1 %; the rules' unless given, else 0.1
  --mode path|cautious how candles fill orders; path unless given
  --rules FILE         the exchange's grid and minimums, JSON by pair; without it neither is applied
  --from, --to DATE    2021-05-01 or 2021-05-01T12:00Z
  --records FILE       writes the contract records as CSV; - for standard output (figures then go to standard error)
  --json               figures as JSON`;

export interface BacktestOptions {
  readonly candles: string;
  readonly pairs: readonly string[] | null;
  readonly balances: Balances | null;
  readonly worth: number;
  /** Percent; first and last of a sweep, or the same twice. */
  readonly widths: readonly [number, number];
  readonly steps: number;
  /** Fraction; null for the rules' own. */
  readonly fee: number | null;
  readonly mode: FillMode;
  readonly rules: string | null;
  readonly from: number | null;
  readonly to: number | null;
  readonly records: string | null;
  readonly json: boolean;
}

/** @throws {DomainError} `optionMissing`, `optionInvalid` with the option's name */
export function readOptions(args: readonly string[]): BacktestOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      candles: { type: 'string' },
      pairs: { type: 'string' },
      balance: { type: 'string' },
      worth: { type: 'string' },
      width: { type: 'string' },
      steps: { type: 'string', default: '100' },
      fee: { type: 'string' },
      mode: { type: 'string', default: 'path' },
      rules: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      records: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const { candles, width, mode } = values;
  if (candles === undefined) throw new DomainError('optionMissing', { option: '--candles' });
  if (width === undefined) throw new DomainError('optionMissing', { option: '--width' });
  const fillMode = fillModes.find((one) => one === mode);
  if (fillMode === undefined) throw new DomainError('optionInvalid', { option: '--mode', value: mode, allowed: fillModes });
  const [first = '', last = first] = width.split('..');
  const isSweep = width.includes('..');
  if (isSweep && (values.records !== undefined || values.json))
    throw new DomainError('optionInvalid', {
      option: '--width',
      value: width,
      reason: 'a sweep prints a line of CSV for each width, so --records and --json need a single one',
    });
  if (values.balance !== undefined && values.worth !== undefined)
    throw new DomainError('optionInvalid', {
      option: '--worth',
      value: values.worth,
      reason: 'the balances are given by --balance already',
    });
  return {
    candles,
    pairs: values.pairs?.split(',').map((pair) => parsePair(pair.trim()).name) ?? null,
    balances: values.balance === undefined ? null : readBalances(values.balance),
    worth: number('--worth', values.worth ?? defaultWorth, { above: 0 }),
    widths: [number('--width', first, { above: 0 }), number('--width', last, { above: 0 })],
    steps: isSweep ? readSteps(values.steps) : 1,
    fee: values.fee === undefined ? null : number('--fee', values.fee) / 100,
    mode: fillMode,
    rules: values.rules ?? null,
    ...readSpan(values),
    records: values.records ?? null,
    json: values.json,
  };
}

/** @throws {DomainError} `optionInvalid` */
export function readSpan({ from, to }: { from?: string | undefined; to?: string | undefined }): Pick<BacktestOptions, 'from' | 'to'> {
  const span = { from: from === undefined ? null : readTime('--from', from), to: to === undefined ? null : readTime('--to', to) };
  if (span.from !== null && span.to !== null && span.from >= span.to)
    throw new DomainError('optionInvalid', { option: '--to', value: to ?? '', reason: 'it must lie after --from' });
  return span;
}

const defaultWorth = '10000';
const maxSteps = 10_000;

function number(option: string, text: string, { above = Number.NEGATIVE_INFINITY }: { above?: number } = {}): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new DomainError('optionInvalid', { option, value: text, reason: 'it is no number' });
  if (value <= above) throw new DomainError('optionInvalid', { option, value: text, reason: `it must be above ${above}` });
  return value;
}

function readSteps(text: string): number {
  const steps = number('--steps', text);
  if (!Number.isInteger(steps) || steps < 2 || steps > maxSteps)
    throw new DomainError('optionInvalid', { option: '--steps', value: text, reason: `it must be a whole number from 2 to ${maxSteps}` });
  return steps;
}

/** @throws {DomainError} `optionInvalid`, `notADecimal` */
export function readBalances(text: string): Balances {
  const parts = text.split(',').map((part) => {
    const [currency = '', amount = '', ...rest] = part.split(':').map((one) => one.trim());
    if (currency === '' || amount === '' || rest.length > 0)
      throw new DomainError('optionInvalid', { option: '--balance', value: part, example: 'BTC:0.1,ETH:2,USDT:6000' });
    return [currency, parseDecimal(amount)] as const;
  });
  const twice = parts.find(([currency], index) => parts.findIndex(([other]) => other === currency) < index);
  if (twice) throw new DomainError('optionInvalid', { option: '--balance', value: text, reason: `${twice[0]} is named twice` });
  return Object.fromEntries(parts);
}
