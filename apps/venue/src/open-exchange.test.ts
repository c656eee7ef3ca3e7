import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DataFolderInUseError } from '@tenbin/db';
import { systemRuntime } from '@tenbin/runtime';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readVenueConfig } from './config.ts';
import { openExchange } from './open-exchange.ts';

const log = pino({ level: 'silent' });
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'venue-replay-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const candles = (name: string, price: number) =>
  writeFileSync(join(folder, name), gzipSync(`timestamp_ms,open,high,low,close,volume\n900000,${price},${price},${price},${price},5\n`));
const open = () => openExchange(readVenueConfig({ VENUE_FEED: `replay:${folder}`, DATA_DIR: folder }), { runtime: systemRuntime(), log });

test('a replay trades the pairs that it has candles of', async () => {
  candles('BTC-USDT-15m.csv.gz', 60_000);
  candles('ETH-BTC-15m.csv.gz', 0.05);
  const exchange = await open();
  expect([...exchange.markets.keys()]).toEqual(['BTC/USDT', 'ETH/BTC']);
  expect(exchange.live('ETH/BTC').lastTicks).toBe(5_000);
  await exchange.close();
});

test('a folder in which an exchange is open is refused to a second one, which leaves it as it is', async () => {
  const config = readVenueConfig({ DATA_DIR: folder });
  const exchange = await openExchange(config, { runtime: systemRuntime(), log });
  const { key } = exchange.createAccount({ balances: { BTC: '1' } });
  await expect(openExchange(config, { runtime: systemRuntime(), log })).rejects.toBeInstanceOf(DataFolderInUseError);
  exchange.deposit(key, 'BTC', '2');
  await exchange.close();
  const next = await openExchange(config, { runtime: systemRuntime(), log });
  expect(next.accountWallet(key)).toEqual({ BTC: { free: '3', locked: '0' } });
  await next.close();
});

test('a folder without candles of any market is refused', async () => {
  candles('SOL-EUR-15m.csv.gz', 100);
  await expect(open()).rejects.toMatchObject({ code: 'noCandles' });
});
