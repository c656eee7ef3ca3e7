import { openDatabase } from '@tenbin/db';
import { generatedFeed } from '@tenbin/exchange-virtual';
import { systemRuntime } from '@tenbin/runtime';
import { lendMigratedFolder } from '@tenbin/testkit';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { quickPolicy } from './testing/quick-policy.ts';
import { TradingFloor, until } from './testing/trading-floor.ts';
import { spawnWorker, type WorkerProcess } from './testing/worker-process.ts';

const speed = 6_000;
const kills = 2;

const workers: WorkerProcess[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.kill();
});

test('a worker killed again and again in the middle of trading loses no trade, doubles none, and the bot goes on', async () => {
  const { dataDir, remove } = await lendMigratedFolder();
  onTestFinished(remove);
  const before = await openDatabase({ runtime: systemRuntime(), dataDir });
  const floor = await TradingFloor.open(before, { feed: generatedFeed({ seed: 5, speed }) }, { timeScale: speed });
  const { bot, key } = await floor.addBot(floor.evenWallet('6000'));
  await floor.setActive(bot, true);
  await before.close();

  const trades = () => floor.exchange.accountTrades(key).length;
  for (let round = 1; round <= kills; round += 1) {
    const worker = spawnWorker({ DATA_DIR: dataDir }, `worker-${round}`);
    workers.push(worker);
    const enough = trades() + round;
    await until(async () => (trades() >= enough ? true : null));
    await worker.kill();
  }

  const after = await openDatabase({ runtime: systemRuntime(), dataDir });
  try {
    const last = floor.over(after);
    await last.startWorker({ unknownOrderPolicy: quickPolicy });
    await last.setActive(bot, false);
    const { ledger, phase } = await last.untilPhase(bot.id, 'stopped');
    expect(ledger?.balances).toEqual(last.wallet(key));
    expect(await last.explained(bot.id)).toEqual(last.wallet(key));
    expect(last.openOrderCount(key)).toBe(0);
    const sent = await last.organization.orders.listOfBot(bot.id, { offset: 0, limit: 10_000 });
    expect(new Set(sent.map((order) => order.clientOrderId)).size).toBe(sent.length);
    expect(sent.filter((order) => ['pending', 'unknown', 'open'].includes(order.state))).toEqual([]);
    expect(phase).toMatchObject({ kind: 'stopped', receipt: { by: last.userId, reason: null, confirmedAt: expect.any(Date) } });
    await last.stopWorker();
  } finally {
    await after.close();
    await floor.close();
  }
});
