import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type CandleColumns, parseCandles } from '@tenbin/backtest';
import { DomainError } from '@tenbin/market';

/** `BTC-USDT-1m.csv`, `BTC_USDT.csv.gz`: base and counter, then anything. */
const fileName = /^([A-Z0-9]+)[-_]([A-Z0-9]+)(?:[-_.].*)?\.csv(\.gz)?$/;

/**
 * Reads every candle file of a folder, or only the named pairs' where they are there.
 *
 * @throws {DomainError} `noCandleFiles`, `duplicatePair`; a file's complaint with its path
 */
export function readCandleFolder(folder: string, pairs: readonly string[] | null): CandleColumns[] {
  if (!existsSync(folder)) throw new DomainError('noCandleFiles', { folder });
  const found = new Map<string, string>();
  for (const name of readdirSync(folder).sort()) {
    const match = fileName.exec(name);
    if (!match) continue;
    const pair = `${match[1]}/${match[2]}`;
    if (found.has(pair)) throw new DomainError('duplicatePair', { pair, files: [basename(found.get(pair) ?? ''), name] });
    found.set(pair, join(folder, name));
  }
  if (found.size === 0) throw new DomainError('noCandleFiles', { folder });
  // A pair that is missing is derived from the others: then all of them are needed.
  const isComplete = pairs?.every((pair) => found.has(pair)) ?? false;
  return [...found].filter(([pair]) => !isComplete || pairs?.includes(pair)).map(([pair, path]) => readCandleFile(path, pair));
}

export function readCandleFile(path: string, pair: string): CandleColumns {
  const bytes = readFileSync(path);
  return parseCandles(path.endsWith('.gz') ? gunzipSync(bytes) : bytes, { pair, source: path });
}
