import { candlePages, type ReadCandles } from '@tenbin/exchange';
import type { Candle } from '@tenbin/market';
import { CandleFile } from './candle-file.ts';
import type { PeriodFile } from './period-files.ts';

export interface DownloadRun {
  readonly read: ReadCandles;
  /** Ends between two pages: everything fetched so far is kept. */
  readonly signal: AbortSignal;
  /** How much of the file's period is done, from 0 to 1. */
  readonly onProgress: (done: number) => void;
}

/**
 * Brings one file up to its period: what is missing before its first and after its last candle is fetched. Gaps inside
 * were the exchange's answer and are not asked for again.
 *
 * @returns its candles in the period, oldest first
 * @throws {ExchangeError}; the signal's reason; {DomainError} of a broken file
 */
export async function downloadFile({ path, ...period }: PeriodFile, { read, signal, onProgress }: DownloadRun): Promise<Candle[]> {
  const file = new CandleFile(path, period.intervalMs);
  const finished = await file.readFinished();
  const part = await file.readPart();
  for (const span of missingSpans(finished, period)) {
    const fetched = part.filter(({ at }) => at >= span.from && at < span.to).map(({ at }) => at + period.intervalMs);
    const from = fetched.reduce((latest, at) => Math.max(latest, at), span.from);
    for await (const { candles, until } of candlePages(read, { ...span, from })) {
      await file.append(candles);
      part.push(...candles);
      onProgress((until - period.from) / (period.to - period.from));
      signal.throwIfAborted();
    }
  }
  const byMoment = new Map([...finished, ...part].map((candle) => [candle.at, candle]));
  const all = [...byMoment.values()].sort((a, b) => a.at - b.at);
  if (all.length !== finished.length || part.length > 0) await file.finish(all);
  onProgress(1);
  return all.filter(({ at }) => at >= period.from && at < period.to);
}

/** Before the first and after the last candle that is there; all where none is. */
function missingSpans(finished: readonly Candle[], period: Omit<PeriodFile, 'path'>): Omit<PeriodFile, 'path'>[] {
  const [first, last] = [finished[0], finished.at(-1)];
  if (!first || !last) return [period];
  return [
    { ...period, to: Math.min(period.to, first.at) },
    { ...period, from: Math.max(period.from, last.at + period.intervalMs) },
  ].filter(({ from, to }) => from < to);
}
