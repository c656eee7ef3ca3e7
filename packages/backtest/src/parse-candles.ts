import { type DomainError, type PairName, parsePair } from '@tenbin/market';
import { BacktestError, candleError } from './backtest-error.ts';
import type { CandleColumns } from './candle-columns.ts';
import { checkCandles } from './check-candles.ts';
import { DecimalReader } from './decimal-reader.ts';

const newline = 10;
const carriageReturn = 13;
const comma = 44;

/** Names that a header may use; the first is ours. */
const columnNames = {
  at: ['timestamp_ms', 'timestamp', 'time', 'at', 'open_time', 'opentime'],
  open: ['open'],
  high: ['high'],
  low: ['low'],
  close: ['close'],
  volume: ['volume'],
} as const;
type ColumnName = keyof typeof columnNames;
const names = Object.keys(columnNames) as ColumnName[];

export interface ParseCandlesOptions {
  readonly pair: PairName;
  /** File or other source as the user knows it, for complaints. The pair unless given. */
  readonly source?: string;
  /** Where it is known beforehand: then a single candle is enough. Otherwise it is told from the candles. */
  readonly intervalMs?: number;
}

/**
 * Reads candles from comma-separated text with a header. Columns may stand in any order; others than the six are
 * passed over. Times are opening times in epoch milliseconds.
 *
 * The interval is the time that is most often between one candle and the next; where candles are missing they stay
 * missing.
 *
 * @param input - unpacked: whoever has a `.gz` unpacks it first
 * @throws {DomainError} `candleRowInvalid` names row, column, value and problem; `candleColumnMissing`,
 * `candlesCompressed`, `tooFewCandles`, `invalidCurrencyPairName`
 */
export function parseCandles(input: Uint8Array | string, { pair, source = pair, intervalMs: known }: ParseCandlesOptions): CandleColumns {
  parsePair(pair);
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw new BacktestError('candlesCompressed', { source });
  const { fields, bodyAt } = readHeader(bytes, source);
  const rows = countRows(bytes, bodyAt);
  const columns = {
    at: new Float64Array(rows),
    open: new Float64Array(rows),
    high: new Float64Array(rows),
    low: new Float64Array(rows),
    close: new Float64Array(rows),
    volume: new Float64Array(rows),
  };
  const targets = fields.map((name) => (name === null ? null : columns[name]));
  const reader = new DecimalReader(bytes);
  reader.position = bodyAt;
  let maxDigits = 0;
  for (let row = 0; row < rows; row++) {
    for (let field = 0; field < fields.length; field++) {
      const target = targets[field]!;
      const cellAt = reader.position;
      if (target === null) skipCell(bytes, reader);
      else {
        target[row] = reader.read();
        if (target !== columns.volume && reader.digits > maxDigits) maxDigits = reader.digits;
      }
      const isLast = field === fields.length - 1;
      const isRead = target === null || !Number.isNaN(target[row]!);
      if (isRead && endCell(bytes, reader, isLast)) continue;
      throw cellError(bytes, { source, row, fields, field, cellAt, stoppedAt: reader.position });
    }
  }
  const { intervalMs, fewest } =
    known === undefined ? { intervalMs: defaultStep(columns.at), fewest: 2 } : { intervalMs: known, fewest: 1 };
  const found = { pair, intervalMs, ...columns, priceStep: Number(`1e-${maxDigits}`) };
  checkCandles(found, { source, firstRow: 2, fewest });
  return found;
}

/** Steps over what ends a cell. False where something else stands there. */
function endCell(bytes: Uint8Array, reader: DecimalReader, isLast: boolean): boolean {
  let { position } = reader;
  if (!isLast) {
    if (bytes[position] !== comma) return false;
    reader.position = position + 1;
    return true;
  }
  if (bytes[position] === carriageReturn) position++;
  if (position < bytes.length && bytes[position] !== newline) return false;
  reader.position = position + 1;
  return true;
}

function skipCell(bytes: Uint8Array, reader: DecimalReader): void {
  while (reader.position < bytes.length && !isCellEnd(bytes[reader.position]!)) reader.position++;
}

const isCellEnd = (byte: number): boolean => byte === comma || byte === newline || byte === carriageReturn;

interface CellTrouble {
  readonly source: string;
  readonly row: number;
  readonly fields: readonly (ColumnName | null)[];
  readonly field: number;
  readonly cellAt: number;
  readonly stoppedAt: number;
}

function cellError(bytes: Uint8Array, { source, row, fields, field, cellAt, stoppedAt }: CellTrouble): DomainError {
  let end = cellAt;
  while (end < bytes.length && !isCellEnd(bytes[end]!)) end++;
  const value = new TextDecoder().decode(bytes.subarray(cellAt, end));
  const nameOf = (index: number) => fields[index] ?? `column ${index + 1}`;
  const place = { source, row: row + 2, column: nameOf(field), value };
  if (value === '') return candleError({ ...place, problem: 'missing' });
  if (stoppedAt < end) return candleError({ ...place, problem: 'notANumber' });
  // The cell itself is a number; then the line goes on where it should end, or the other way round.
  if (field === fields.length - 1) return candleError({ ...place, problem: 'moreColumnsThanTheHeader' });
  return candleError({ ...place, column: nameOf(field + 1), value: '', problem: 'missing' });
}

function readHeader(bytes: Uint8Array, source: string): { fields: (ColumnName | null)[]; bodyAt: number } {
  const end = bytes.indexOf(newline);
  const bodyAt = end < 0 ? bytes.length : end + 1;
  const header = new TextDecoder()
    .decode(bytes.subarray(0, bodyAt))
    .replace(/^\uFEFF/, '')
    .trim();
  const written = header.split(',').map((name) => name.trim().toLowerCase());
  const fields = written.map((one) => names.find((name) => (columnNames[name] as readonly string[]).includes(one)) ?? null);
  for (const name of names) {
    if (fields.includes(name)) continue;
    throw new BacktestError('candleColumnMissing', { source, column: columnNames[name][0], header: header.slice(0, 120) });
  }
  return { fields: fields.map((name, index) => (fields.indexOf(name) === index ? name : null)), bodyAt };
}

/** Lines with something in them, up to an empty end of the file. */
function countRows(bytes: Uint8Array, from: number): number {
  let end = bytes.length;
  while (end > from && (bytes[end - 1] === newline || bytes[end - 1] === carriageReturn)) end--;
  if (end <= from) return 0;
  let rows = 1;
  for (let at = bytes.indexOf(newline, from); at >= 0 && at < end; at = bytes.indexOf(newline, at + 1)) rows++;
  return rows;
}

/** The most frequent one. NaN where there is none: then no time stands on the grid. */
function defaultStep(at: Float64Array): number {
  const counts = new Map<number, number>();
  let usual = Number.NaN;
  for (let row = 1; row < at.length; row++) {
    const step = at[row]! - at[row - 1]!;
    if (!(step > 0)) continue;
    const count = (counts.get(step) ?? 0) + 1;
    counts.set(step, count);
    if (step !== usual && !(count <= (counts.get(usual) ?? 0))) usual = step;
  }
  return usual;
}
