import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadCandles } from '@tenbin/exchange';
import type { Candle } from '@tenbin/market';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CandleFile } from './candle-file.ts';
import { downloadFile } from './download-file.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 0, 1);
const candle = (at: number): Candle => ({ at, open: 1.5, high: 2, low: 1, close: 1.25, volume: 0.125 });

let folder: string;
let path: string;
let asked: number[];
/** Candles a page. */
let maxPerPage: number;
let lacks: (index: number) => boolean;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candles-'));
  path = join(folder, 'BTC-USDT-1h-2026-01.csv.gz');
  asked = [];
  maxPerPage = 10;
  lacks = () => false;
});
afterEach(() => rm(folder, { recursive: true }));

const read: ReadCandles = async ({ since, limit }) => {
  const first = (since.getTime() - start) / hour;
  asked.push(first);
  const all = Array.from({ length: 500 }, (_, index) => index).filter((index) => index >= first && !lacks(index));
  return all.slice(0, Math.min(limit, maxPerPage)).map((index) => candle(start + index * hour));
};

const span = (from: number, to: number) => ({ path, from: start + from * hour, to: start + to * hour, intervalMs: hour });

async function bring(from: number, to: number, { stopAfter = Number.POSITIVE_INFINITY } = {}): Promise<number[]> {
  const stop = new AbortController();
  let pages = 0;
  const onProgress = () => {
    pages += 1;
    if (pages >= stopAfter) stop.abort(new Error('stopped'));
  };
  const candles = await downloadFile(span(from, to), { read, signal: stop.signal, onProgress });
  return candles.map(({ at }) => (at - start) / hour);
}

const hours = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

test('what was fetched before an interruption is not fetched again', async () => {
  await expect(bring(0, 48, { stopAfter: 2 })).rejects.toThrow('stopped');
  expect(await readdir(folder)).toEqual(['BTC-USDT-1h-2026-01.csv.part']);
  asked = [];
  expect(await bring(0, 48)).toEqual(hours(0, 48));
  expect(asked).toEqual([20, 30, 40]);
  expect(await readdir(folder)).toEqual(['BTC-USDT-1h-2026-01.csv.gz']);
  asked = [];
  expect(await bring(0, 48)).toEqual(hours(0, 48));
  expect(asked).toEqual([]);
});

test('a line that was cut off in the middle is fetched anew', async () => {
  await expect(bring(0, 30, { stopAfter: 1 })).rejects.toThrow('stopped');
  await appendFile(join(folder, 'BTC-USDT-1h-2026-01.csv.part'), `${start + 10 * hour},1.5,2,`);
  asked = [];
  expect(await bring(0, 30)).toEqual(hours(0, 30));
  expect(asked).toEqual([10, 20]);
});

test('a finished file grows at both ends, also when that is interrupted in between', async () => {
  await bring(20, 30);
  await expect(bring(0, 45, { stopAfter: 1 })).rejects.toThrow('stopped');
  asked = [];
  expect(await bring(0, 45)).toEqual(hours(0, 45));
  expect(asked).toEqual([10, 30, 40]);
});

test('a narrower period is answered from the file, which keeps what it has', async () => {
  await bring(0, 30);
  asked = [];
  expect(await bring(5, 8)).toEqual([5, 6, 7]);
  expect(asked).toEqual([]);
  expect(await bring(0, 30)).toEqual(hours(0, 30));
});

test('gaps stay gaps and are not asked for again', async () => {
  lacks = (index) => index >= 12 && index < 17;
  const expected = hours(0, 30).filter((index) => !lacks(index));
  expect(await bring(0, 30)).toEqual(expected);
  asked = [];
  expect(await bring(0, 30)).toEqual(expected);
  expect(asked).toEqual([]);
});

test('a month without a candle leaves no file', async () => {
  lacks = () => true;
  expect(await bring(0, 30)).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test('a file that somebody broke is named, with row and column', async () => {
  await new CandleFile(path, hour).finish([candle(start), { ...candle(start + hour), high: 0.5 }]);
  await expect(bring(0, 30)).rejects.toMatchObject({ code: 'candleRowInvalid', facts: { source: path, row: 3, column: 'high' } });
});
