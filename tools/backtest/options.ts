import { parseArgs } from 'node:util';
import { type Balances, DomainError, parseDecimal } from '@tenbin/market';

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
  readonly mode: 'path' | 'cautious';
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
      worth: { type: 'string', default: '10000' },
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
  if (mode !== 'path' && mode !== 'cautious')
    throw new DomainError('optionInvalid', { option: '--mode', value: mode, allowed: ['path', 'cautious'] });
  const [first = '', last = first] = width.split('..');
  return {
    candles,
    pairs: values.pairs?.split(',').map((pair) => pair.trim()) ?? null,
    balances: values.balance === undefined ? null : readBalances(values.balance),
    worth: number('--worth', values.worth),
    widths: [number('--width', first), number('--width', last)],
    steps: number('--steps', values.steps),
    fee: values.fee === undefined ? null : number('--fee', values.fee) / 100,
    mode,
    rules: values.rules ?? null,
    from: values.from === undefined ? null : time('--from', values.from),
    to: values.to === undefined ? null : time('--to', values.to),
    records: values.records ?? null,
    json: values.json,
  };
}

function number(option: string, text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new DomainError('optionInvalid', { option, value: text });
  return value;
}

function time(option: string, text: string): number {
  const value = Date.parse(text);
  if (Number.isNaN(value)) throw new DomainError('optionInvalid', { option, value: text });
  return value;
}

function readBalances(text: string): Balances {
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [currency = '', amount = ''] = part.split(':').map((one) => one.trim());
      if (currency === '' || amount === '') throw new DomainError('optionInvalid', { option: '--balance', value: part });
      return [currency, parseDecimal(amount)];
    }),
  );
}
