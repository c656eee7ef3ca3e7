/** The whole command: unmodified ccxt over a real socket to the virtual exchange, and the loader of back-tests on what it wrote. */

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { candleMarket } from '@tenbin/backtest';
import { createVirtualExchange, type Feed, serveExchange } from '@tenbin/exchange-virtual';
import { systemRuntime } from '@tenbin/runtime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readCandleFolder } from '../backtest/read-candles.ts';
import { runCandles } from './run-candles.ts';

const opening: Readonly<Record<string, number>> = { 'BTC/USDT': 60_000, 'ETH/USDT': 3_000 };
const feed: Feed = {
  name: 'still',
  speed: 1,
  fills: 'partly',
  open: async (pairs) => pairs.map((pair) => ({ pair, price: opening[pair] ?? 1 })),
  advance: () => [],
  step: () => null,
  close: async () => undefined,
};
const markets = ['BTC/USDT', 'ETH/USDT'].map((pair) => ({ pair, tickSize: '0.01', lotSize: '0.0001', minimumNotional: '5' }));

let url: string;
let close: () => Promise<void>;
let folder: string;
let said: string[];
let complained: string[];
let shown: string[];
beforeAll(async () => {
  const exchange = await createVirtualExchange({ runtime: systemRuntime(), markets, stepped: true, feed });
  const served = await serveExchange(exchange, {});
  url = served.url;
  close = async () => {
    await served.close();
    await exchange.close();
  };
});
afterAll(() => close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candles-'));
  [said, complained, shown] = [[], [], []];
});
afterEach(() => rm(folder, { recursive: true }));

const dayMs = 86_400_000;
/** One moment for all of it: an hour, or a day, may end meanwhile. */
const now = Date.now();
const day = (ago: number) => new Date(now - ago * dayMs).toISOString().slice(0, 10);

function run(command: string, { to = folder, stop = new AbortController(), onShow = (): void => undefined } = {}): Promise<number> {
  const terminal = {
    print: (line: string) => void said.push(line),
    complain: (line: string) => void complained.push(line),
    show: (line: string) => {
      shown.push(line);
      onShow();
    },
  };
  return runCandles([...command.split(' '), '--base-url', url, '--folder', to], { terminal, signal: stop.signal, now });
}

describe('a download', () => {
  test('writes a file a month that back-tests read, with a bar that fills, and says that nothing is missing', async () => {
    expect(await run(`binance BTC/USDT,ETH/USDT 1h ${day(40)}..`), complained.join()).toBe(0);
    const columns = readCandleFolder(folder, null);
    expect(columns.map(({ pair }) => pair)).toEqual(['BTC/USDT', 'ETH/USDT']);
    const market = candleMarket(columns);
    expect(market.gaps).toEqual([]);
    expect(market.at[0]).toBe(Date.parse(day(40)));
    expect(market.at.length).toBe(Math.floor((now - Date.parse(day(40))) / 3_600_000));
    expect((await readdir(folder)).every((name) => /^(BTC|ETH)-USDT-1h-\d{4}-\d\d\.csv\.gz$/.test(name))).toBe(true);
    expect(said[0]).toMatch(/^BTC\/USDT: [\d,]+ candles from .* UTC \(files: [23]\); missing: 0$/);
    expect(shown.some((line) => line.includes('[########################] 100 %'))).toBe(true);
  });

  test('goes on after an interruption, and comes to the same files', async () => {
    const stop = new AbortController();
    const onShow = () => shown.some((line) => line.includes('-]')) && stop.abort();
    const command = `binance BTC/USDT,ETH/USDT 15m ${day(8)}..${day(1)} --files day`;
    expect(await run(command, { stop, onShow: () => void onShow() })).toBe(130);
    expect(complained.join()).toContain('the same command goes on');
    expect((await readdir(folder)).length).toBeLessThan(14);
    expect(await run(command)).toBe(0);
    const other = await mkdtemp(join(tmpdir(), 'candles-'));
    expect(await run(command, { to: other })).toBe(0);
    const names = await readdir(folder);
    expect(names).toHaveLength(14);
    expect(await readdir(other)).toEqual(names);
    for (const name of names) expect(await readFile(join(folder, name)), name).toEqual(await readFile(join(other, name)));
    await rm(other, { recursive: true });
  });

  test('of a pair that the exchange lacks fetches the two that it is derived from', async () => {
    expect(await run(`binance ETH/BTC 1h ${day(3)}..${day(1)}`), complained.join()).toBe(0);
    expect(said[0]).toContain('binance has no ETH/BTC: downloading ETH/USDT and BTC/USDT');
    const market = candleMarket(readCandleFolder(folder, ['ETH/BTC']), { pairs: ['ETH/BTC'] });
    expect(market.derived).toHaveLength(1);
    expect(market.at).toHaveLength(48);
  });

  test('tells what the exchange does not have', async () => {
    expect(await run(`binance BTC/USDT 1h ${day(60)}..${day(1)}`)).toBe(0);
    expect(said.join('\n')).toMatch(/missing: [1-9]\d*\n {2}nothing before .*: \d+ missing/);
  });
});

describe('is refused with the reason', () => {
  test.each([
    ['nosuchexchange BTC/USDT 1h 2026-01-01..', "ccxt has no exchange 'nosuchexchange'"],
    ['binance XRP/JPY 1h 2026-01-01..', 'XRP/JPY is not there, and cannot be derived'],
    ['binance BTCUSDT 1h 2026-01-01..', "'BTCUSDT' is no currency pair: write it like BTC/USDT."],
    ['binance BTC/USDT 7m 2026-01-01..', 'INTERVAL 7m cannot be used: one of 1m, 5m, 15m, 1h, 4h, 1d.'],
    ['binance BTC/USDT 1h 2026-02-30..', 'FROM 2026-02-30 cannot be used: write it like 2026-01-31'],
    ['binance BTC/USDT 1h yesterday..', 'FROM yesterday cannot be used: write it like 2026-01-31'],
    ['binance BTC/USDT 1h 2026-01-01.. more', 'After FROM..TO more cannot be used'],
    ['binance BTC/USDT 1h 2026-01-01', 'FROM..TO'],
    ['binance BTC/USDT 1h 2026-02-01..2026-01-01', 'end after it begins'],
    ['binance BTC/USDT 1h 2999-01-01..', 'begin in the past'],
    ['binance BTC/USDT 1h 2026-01-01.. --files year', '--files year cannot be used: one of month, day.'],
    ['binance BTC/USDT 1h 2026-01-01.. --nonsense', '--nonsense'],
    ['binance BTC/USDT', 'Missing: INTERVAL, FROM..TO.'],
    ['binance BTC/USDT 1h 2026-01-01.. --base-url http://127.0.0.1:9', 'The exchange could not be reached'],
  ])('%s', async (command, reason) => {
    const terminal = {
      print: (line: string) => void said.push(line),
      complain: (line: string) => void complained.push(line),
      show: () => undefined,
    };
    const target = command.includes('--base-url') ? [] : ['--base-url', url];
    const code = await runCandles([...command.split(' '), ...target, '--folder', folder], {
      terminal,
      signal: new AbortController().signal,
      now,
    });
    const isOfExchange = reason.includes('exchange');
    expect(code).toBe(isOfExchange ? 1 : 2);
    expect(complained.join('\n')).toContain(reason);
    if (!isOfExchange) expect(complained).toHaveLength(1);
    expect(await readdir(folder)).toEqual([]);
  });
});
