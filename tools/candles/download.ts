import { candleGaps, crossLegs } from '@tenbin/backtest';
import type { ExchangeError, MarketData } from '@tenbin/exchange';
import { CcxtExchanges } from '@tenbin/exchange-ccxt';
import { type Candle, DomainError, intervalMsOf, type PairName } from '@tenbin/market';
import { systemRuntime } from '@tenbin/runtime';
import { downloadFile } from './download-file.ts';
import type { DownloadOptions } from './options.ts';
import { patientReader } from './patient-reader.ts';
import { periodFiles } from './period-files.ts';
import { progressLine, type Terminal } from './progress.ts';

/**
 * Downloads what is wanted and tells what is missing in it. A pair that the exchange does not offer is left to be
 * derived: then the two pairs that it is derived from are downloaded.
 *
 * @param signal - interrupts between two pages
 * @throws {ExchangeError}; {DomainError} `crossNotPossible`; the signal's reason
 */
export async function download(options: DownloadOptions, { terminal, signal }: { terminal: Terminal; signal: AbortSignal }): Promise<void> {
  const exchanges = new CcxtExchanges(systemRuntime());
  const connector = exchanges.connect({ ccxtId: options.ccxtId, baseUrl: options.baseUrl ?? undefined });
  try {
    const market = connector.marketData();
    const offered = [...(await market.fetchMarkets()).keys()];
    const pairs = [...new Set(options.pairs.flatMap((pair) => pairsToRead(pair, { offered, options, terminal })))];
    let isEmpty = false;
    for (const pair of pairs) isEmpty = !(await downloadPair(pair, { options, market, terminal, signal })) || isEmpty;
    if (!isEmpty) terminal.print(`Ready for: npm run backtest -- --candles ${options.folder} --pairs ${options.pairs.join()} --width 1`);
  } finally {
    await connector.close();
  }
}

function pairsToRead(
  pair: PairName,
  { offered, options, terminal }: { offered: readonly PairName[]; options: DownloadOptions; terminal: Terminal },
): readonly PairName[] {
  if (offered.includes(pair)) return [pair];
  const legs = crossLegs(pair, offered);
  if (!legs) throw new DomainError('crossNotPossible', { pair, exchange: options.ccxtId });
  terminal.print(`${options.ccxtId} has no ${pair}: downloading ${legs.join(' and ')}, from which a back-test derives it`);
  return legs;
}

interface PairRun {
  readonly options: DownloadOptions;
  readonly market: MarketData;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** @returns whether there are any */
async function downloadPair(pair: PairName, { options, market, terminal, signal }: PairRun): Promise<boolean> {
  const { interval } = options;
  const intervalMs = intervalMsOf(interval);
  const files = periodFiles(pair, { ...options, intervalMs });
  const startedAt = performance.now();
  const candles: Candle[] = [];
  let trouble = '';
  const onTrouble = (error: ExchangeError) => {
    trouble = `  (${error.reason}, trying again)`;
    terminal.show(`${pair}${trouble}`);
  };
  const read = patientReader(market, { pair, interval, signal, onTrouble });
  for (const [index, file] of files.entries()) {
    const onProgress = (ofFile: number) => {
      const done = (index + ofFile) / files.length;
      terminal.show(progressLine({ name: pair, done, candles: candles.length, elapsedMs: performance.now() - startedAt }) + trouble);
      trouble = '';
    };
    candles.push(...(await downloadFile(file, { read, signal, onProgress })));
  }
  terminal.show('');
  for (const line of describePair(candles, { pair, from: options.from, to: options.to, intervalMs, files: files.length }))
    terminal.print(line);
  return candles.length > 0;
}

const maxGapsShown = 20;
const time = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

function* describePair(
  candles: readonly Candle[],
  { pair, from, to, intervalMs, files }: { pair: PairName; from: number; to: number; intervalMs: number; files: number },
): Generator<string> {
  const at = Float64Array.from(candles, (candle) => candle.at);
  const [first, last] = [at[0], at.at(-1)];
  if (first === undefined || last === undefined) {
    yield `${pair}: the exchange has no candles from ${time(from)} to ${time(to)}`;
    return;
  }
  const missing = (to - from) / intervalMs - at.length;
  const count = at.length.toLocaleString('en');
  yield `${pair}: ${count} candles from ${time(first)} to ${time(last + intervalMs)} UTC (files: ${files}); missing: ${missing}`;
  if (first > from) yield `  nothing before ${time(first)}: ${(first - from) / intervalMs} missing`;
  const gaps = candleGaps(at, intervalMs);
  for (const { after, missing: gap } of gaps.slice(0, maxGapsShown)) yield `  gap: ${gap} missing after ${time(after)}`;
  if (gaps.length > maxGapsShown) yield `  and ${gaps.length - maxGapsShown} more gaps`;
  if (last + intervalMs < to) yield `  nothing after ${time(last)}: ${(to - last) / intervalMs - 1} missing`;
}
