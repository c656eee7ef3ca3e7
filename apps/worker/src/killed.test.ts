import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openDatabase } from '@tenbin/db';
import { generatedFeed } from '@tenbin/exchange-virtual';
import { testMasterKey } from '@tenbin/testkit';
import { afterEach, expect, test } from 'vitest';
import { TradingFloor, until } from './testing/trading-floor.ts';

const speed = 6_000;
const kills = 3;

const folders: string[] = [];
const children = new Set<ChildProcess>();
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A worker as a process of its own, on the embedded database in a folder. */
function spawnWorker(dataDir: string): ChildProcess {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, MASTER_KEY: testMasterKey, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await gone;
}

test('a worker killed again and again in the middle of trading loses no trade, doubles none, and the bot goes on', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tenbin-killed-'));
  folders.push(dataDir);
  const before = await openDatabase({ dataDir });
  const floor = await TradingFloor.open(before, { feed: generatedFeed({ seed: 5, speed }) }, { timeScale: speed });
  const { bot, key } = await floor.addBot(floor.evenWallet('6000'));
  await floor.wish(bot, true);
  await before.close();

  const trades = () => floor.exchange.accountTrades(key).length;
  for (let round = 1; round <= kills; round += 1) {
    const child = spawnWorker(dataDir);
    const enough = trades() + 2;
    await until(async () => (trades() >= enough ? true : null), 90_000);
    await new Promise((wait) => setTimeout(wait, 37 * round));
    await kill(child);
  }

  const after = await openDatabase({ dataDir });
  try {
    const last = floor.over(after);
    await last.startWorker();
    await last.wish(bot, false);
    const { ledger, phase } = await last.untilPhase(bot.id, 'stopped', 120_000);
    expect(ledger?.balances).toEqual(last.wallet(key));
    expect(await last.explained(bot.id)).toEqual(last.wallet(key));
    expect(last.openOrderCount(key)).toBe(0);
    const sent = await last.organization.orders.listOfBot(bot.id, { offset: 0, limit: 10_000 });
    expect(new Set(sent.map((order) => order.clientOrderId)).size).toBe(sent.length);
    expect(sent.filter((order) => ['pending', 'unknown', 'open'].includes(order.state))).toEqual([]);
    if (phase.kind === 'stopped') expect(phase.receipt).not.toBeNull();
    await last.stopWorker();
  } finally {
    await after.close();
    await floor.close();
  }
}, 400_000);
