/** The database is older than what was done with it: orders rest and trades happened at the exchange that it does not know. */

import { randomBytes } from 'node:crypto';
import { sequenceAt } from '@tenbin/bots';
import { openDatabase } from '@tenbin/db';
import { generatedFeed } from '@tenbin/exchange-virtual';
import { systemRuntime } from '@tenbin/runtime';
import { placeFor } from '@tenbin/testkit';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { untilAtRest } from './testing/at-rest.ts';
import { haltingFeed } from './testing/halting-feed.ts';
import { quickPolicy } from './testing/quick-policy.ts';
import { TradingFloor, until } from './testing/trading-floor.ts';

const speed = 6_000;
const all = { offset: 0, limit: 10_000 };

/** Runs a statement on the server, beside the database. */
async function onServer(databaseUrl: string, statement: string): Promise<void> {
  const url = new URL(databaseUrl);
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

test('an older database under running orders: everything is taken in, nothing is left open, and no id is used twice', async () => {
  const place = await placeFor('postgres');
  const databaseUrl = place.options.databaseUrl ?? '';
  const current = new URL(databaseUrl).pathname.slice(1);
  const backup = `backup_${randomBytes(6).toString('hex')}`;
  const before = await openDatabase({ runtime: systemRuntime(), databaseUrl });
  const feed = haltingFeed(generatedFeed({ seed: 21, speed }));
  const floor = await TradingFloor.open(before, { feed }, { timeScale: speed });
  const runner = await floor.addBot(floor.evenWallet('6000'));
  const late = await floor.addBot(floor.evenWallet('6000'));
  await floor.startWorker({ unknownOrderPolicy: quickPolicy });
  await floor.setActive(runner.bot, true);
  await floor.untilRecords(runner.bot.id, 1);
  await floor.stopWorker();
  await before.close();
  const since = new Date();
  await onServer(databaseUrl, `create database ${backup} template "${current}"`);

  // What the backup does not know: trades, orders, and a bot that was started for the first time.
  const after = await openDatabase({ runtime: systemRuntime(), databaseUrl });
  const lost = floor.over(after);
  await lost.startWorker({ unknownOrderPolicy: quickPolicy });
  await lost.setActive(late.bot, true);
  for (const { bot } of [runner, late]) await lost.untilRecords(bot.id, (await lost.organization.records.count(bot.id)) + 2);
  feed.standsStill = true;
  await untilAtRest(lost, { botId: late.bot.id, key: late.key, orders: 6 });
  await lost.stopWorker();
  expect(lost.openOrderCount(late.key)).toBe(6);
  feed.standsStill = false;
  await after.close();

  const url = new URL(databaseUrl);
  url.pathname = `/${backup}`;
  const restored = await openDatabase({ runtime: systemRuntime(), databaseUrl: url.href });
  const again = floor.over(restored);
  try {
    const nextSequence = sequenceAt(new Date(), 1);
    expect(await restored.platform.restores.prepare({ at: new Date(), since, nextSequence, stopsAll: false })).toEqual({
      since,
      bots: 2,
      broadcasts: 0,
    });
    await again.startWorker({ unknownOrderPolicy: quickPolicy });
    const [line] = await until(async () => {
      const lines = await again.organization.timeline.list(runner.bot.id, { offset: 0, limit: 1, kind: 'recovered' });
      return lines.length > 0 ? lines : null;
    });
    expect(line?.facts).toMatchObject({ since: since.toISOString() });
    await again.untilPhase(late.bot.id, 'stopped');
    expect(again.openOrderCount(late.key)).toBe(0);
    await again.untilRecords(runner.bot.id, (await again.organization.records.count(runner.bot.id)) + 1);
    await again.setActive(runner.bot, false);
    const { ledger, phase, recoverSince, messages } = await again.untilPhase(runner.bot.id, 'stopped');
    expect({ recoverSince, messages, hasReceipt: phase.kind === 'stopped' && phase.receipt !== null }).toEqual({
      recoverSince: null,
      messages: [],
      hasReceipt: true,
    });
    expect(ledger?.balances).toEqual(again.wallet(runner.key));
    expect(await again.explained(runner.bot.id)).toEqual(again.wallet(runner.key));
    expect(again.openOrderCount(runner.key)).toBe(0);
    const fills = await again.organization.fills.listOfBot(runner.bot.id, all);
    expect(fills).toHaveLength(again.exchange.accountTrades(runner.key).length);
    const { orders = new Map() } = again.exchange.findAccount(runner.key) ?? {};
    const ids = [...orders.values()].map((order) => order.clientOrderId);
    expect(new Set(ids).size).toBe(ids.length);
    await again.stopWorker();
  } finally {
    await restored.close();
    await onServer(databaseUrl, `drop database ${backup} with (force)`);
    await floor.close();
    await place.close();
  }
});
