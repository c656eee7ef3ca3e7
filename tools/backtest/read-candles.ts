import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type CandleColumns, joinCandles, parseCandles } from '@tenbin/backtest';
import { DomainError, intervalMsOf, isCandleInterval } from '@tenbin/market';

/** `BTC-USDT-1m.csv`, `BTC_USDT.csv.gz`, `BTC-USDT-1m-2026-01.csv.gz`: base and counter, perhaps the interval, then anything. */
const fileName = /^([A-Z0-9]+)[-_]([A-Z0-9]+)(?:[-_.](\d+[mhd])(?=[-_.]))?(?:[-_.].*)?\.csv(?:\.gz)?$/;

/**
 * Reads every candle file of a folder, or only the named pairs' where they are there. A pair may have several files, a
 * month or a day each.
 *
 * @throws {DomainError} `noCandleFiles`, `intervalsDiffer`, `candleFilesOverlap`; a file's complaint with its path
 */
export function readCandleFolder(folder: string, pairs: readonly string[] | null): CandleColumns[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => fileName.test(name)) : [];
  if (names.length === 0) throw new DomainError('noCandleFiles', { folder });
  const found = Map.groupBy(names.sort(), pairOf);
  // A pair that is missing is derived from the others: then all of them are needed.
  const isComplete = pairs?.every((pair) => found.has(pair)) ?? false;
  return [...found]
    .filter(([pair]) => !isComplete || pairs?.includes(pair))
    .map(([pair, files]) => joinFiles(files.map((name) => ({ name, candles: readCandleFile(join(folder, name), pair) }))));
}

function pairOf(name: string): string {
  const match = fileName.exec(name);
  return `${match?.[1]}/${match?.[2]}`;
}

export function readCandleFile(path: string, pair: string): CandleColumns {
  const bytes = readFileSync(path);
  const interval = fileName.exec(path.slice(path.lastIndexOf('/') + 1))?.[3] ?? '';
  return parseCandles(path.endsWith('.gz') ? gunzipSync(bytes) : bytes, {
    pair,
    source: path,
    ...(isCandleInterval(interval) ? { intervalMs: intervalMsOf(interval) } : {}),
  });
}

interface PartFile {
  readonly name: string;
  readonly candles: CandleColumns;
}

function joinFiles(files: readonly PartFile[]): CandleColumns {
  const inOrder = files.toSorted((a, b) => startOf(a) - startOf(b));
  const [first] = inOrder;
  if (!first) throw new Error('a pair without files');
  const { pair, intervalMs } = first.candles;
  for (const [index, next] of inOrder.slice(1).entries()) {
    const before = inOrder[index] ?? first;
    const between = { pair, files: [before.name, next.name] };
    if (next.candles.intervalMs !== intervalMs) throw new DomainError('intervalsDiffer', between);
    if (startOf(next) <= (before.candles.at.at(-1) ?? 0)) throw new DomainError('candleFilesOverlap', between);
  }
  return inOrder.length === 1
    ? first.candles
    : joinCandles(
        inOrder.map(({ candles }) => candles),
        { pair, intervalMs },
      );
}

const startOf = ({ candles }: PartFile): number => candles.at[0] ?? 0;
