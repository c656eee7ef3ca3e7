import { join } from 'node:path';
import type { CandleSpan } from '@tenbin/exchange';
import { type PairName, parsePair } from '@tenbin/market';
import type { DownloadOptions } from './options.ts';

/** A month's or a day's file, and the part of the wanted period that lies in it. */
export interface PeriodFile extends CandleSpan {
  readonly path: string;
}

/** The files of a pair, in order. */
export function periodFiles(pair: PairName, options: DownloadOptions & { readonly intervalMs: number }): PeriodFile[] {
  const { from, to, files, folder, interval, intervalMs } = options;
  const { base, counter } = parsePair(pair);
  const found: PeriodFile[] = [];
  for (let start = from; start < to; ) {
    const next = Math.min(to, endOf(start, files));
    const name = new Date(start).toISOString().slice(0, files === 'month' ? 7 : 10);
    found.push({ path: join(folder, `${base}-${counter}-${interval}-${name}.csv.gz`), from: start, to: next, intervalMs });
    start = next;
  }
  return found;
}

/** When the month or the day that holds a moment is over. */
function endOf(at: number, files: 'month' | 'day'): number {
  const date = new Date(at);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  return files === 'month' ? Date.UTC(year, month + 1, 1) : Date.UTC(year, month, day + 1);
}
