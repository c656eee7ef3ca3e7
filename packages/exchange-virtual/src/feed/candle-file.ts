import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Candle, DomainError, type PairName } from '@tenbin/market';
import { type Interval, intervals, isInterval } from '../candles/interval.ts';

/** One pair's candles, oldest first. */
export interface CandleFile {
  readonly pair: PairName;
  readonly interval: Interval;
  readonly candles: readonly Candle[];
}

const header = 'timestamp_ms,open,high,low,close,volume';
const namePattern = /^([A-Z0-9]+)-([A-Z0-9]+)-(\w+)\.csv\.gz$/;

/**
 * Reads `BASE-COUNTER-interval.csv.gz`. Times are opening times in epoch milliseconds, rising; gaps are allowed.
 *
 * @throws {DomainError} `badCandleFile` (not such a file), `badCandleRow` with file, row (the header is row 1) and reason
 */
export function readCandleFile(path: string): CandleFile {
  const file = basename(path);
  const [, base, counter, interval] = namePattern.exec(file) ?? [];
  if (!base || !counter || !interval || !isInterval(interval)) throw new DomainError('badCandleFile', { file, reason: 'name' });
  const lines = unzip(path, file).split('\n');
  if (lines[0]?.trim() !== header) throw new DomainError('badCandleFile', { file, reason: 'header' });
  const candles: Candle[] = [];
  for (const [index, line] of lines.entries()) {
    if (index === 0 || (line === '' && index === lines.length - 1)) continue;
    const refuse = (reason: string): never => {
      throw new DomainError('badCandleRow', { file, row: index + 1, reason });
    };
    const candle = parseRow(line, refuse);
    if (candle.at % intervals[interval] !== 0) refuse('time is not on the interval');
    const previous = candles.at(-1);
    if (previous && candle.at <= previous.at) refuse('time does not rise');
    candles.push(candle);
  }
  return { pair: `${base}/${counter}`, interval, candles };
}

/**
 * Every candle file of a folder.
 *
 * @throws {DomainError} as {@link readCandleFile}; `noCandles` for a folder without any
 */
export function readCandleFolder(folder: string): CandleFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.csv.gz'));
  if (names.length === 0) throw new DomainError('noCandles', { folder });
  return names.sort().map((name) => readCandleFile(join(folder, name)));
}

/** The pairs that a folder has candle files of, by their names alone. */
export function pairsOfFolder(folder: string): PairName[] {
  return readdirSync(folder).flatMap((name) => {
    const [, base, counter] = namePattern.exec(name) ?? [];
    return base && counter ? [`${base}/${counter}`] : [];
  });
}

function unzip(path: string, file: string): string {
  try {
    return gunzipSync(readFileSync(path)).toString();
  } catch (error) {
    throw new DomainError('badCandleFile', { file, reason: 'gzip' }, { cause: error });
  }
}

function parseRow(line: string, refuse: (reason: string) => never): Candle {
  const fields = line.trim().split(',');
  if (fields.length !== 6) refuse('not six fields');
  if (fields.some((field) => !/^\d+(\.\d+)?([eE][-+]?\d+)?$/.test(field))) refuse('not a number');
  const [at = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = fields.map(Number);
  if (!(low > 0)) refuse('a price is not positive');
  if (high < Math.max(open, close, low)) refuse('the high is not the highest');
  if (low > Math.min(open, close)) refuse('the low is not the lowest');
  return { at, open, high, low, close, volume };
}
