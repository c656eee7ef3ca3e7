/** The connection to the database ends between a commit and its answer: whether a step was stored is not known then. */

import { openDatabase } from '@tenbin/db';
import { generatedFeed } from '@tenbin/exchange-virtual';
import { systemRuntime } from '@tenbin/runtime';
import type { Log } from '@tenbin/telemetry';
import { type CuttingProxy, openCuttingProxy, openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TradingFloor, until } from './testing/trading-floor.ts';

const speed = 6_000;
const cuts = 12;

let direct: TestDatabase;
let proxy: CuttingProxy;
let floor: TradingFloor;
beforeAll(async () => {
  direct = await openTestDatabase('postgres');
  proxy = await openCuttingProxy(direct.options.databaseUrl ?? '');
  floor = await TradingFloor.open(direct.database, { feed: generatedFeed({ seed: 9, speed }) }, { timeScale: speed });
});
afterAll(async () => {
  await floor.close();
  await proxy.close();
  await direct.close();
});

test('again and again, and every trade is booked once, told in one record, and no bot fails over it', async () => {
  const said: string[] = [];
  const record = (_facts: object, event: string) => void said.push(event);
  const log: Log = { info: record, warn: record, error: record };
  const cut = await openDatabase({ runtime: systemRuntime(), databaseUrl: proxy.databaseUrl });
  const worker = await floor.startWorker({ db: cut, log });
  const { bot, key } = await floor.addBot(floor.evenWallet('6000'));
  await floor.setActive(bot, true);
  await floor.untilRecords(bot.id, 1);
  for (let done = proxy.cuts; proxy.cuts < cuts; done = proxy.cuts) {
    proxy.cutAfterCommit(1);
    await until(async () => (proxy.cuts > done ? true : null));
  }
  await floor.untilRecords(bot.id, (await floor.organization.records.count(bot.id)) + 2);
  await floor.setActive(bot, false);
  const { ledger, executionCount } = await floor.untilPhase(bot.id, 'stopped');
  await worker.close();
  await cut.close();
  const { organization } = floor;
  const all = { offset: 0, limit: 10_000 };
  const fills = await organization.fills.listOfBot(bot.id, all);
  const records = await organization.records.list(bot.id, all);
  const booked = records.flatMap(({ pair, tradeIds }) => tradeIds.map((tradeId) => `${pair} ${tradeId}`));
  expect(booked.sort()).toEqual(fills.map(({ pair, tradeId }) => `${pair} ${tradeId}`).sort());
  expect(executionCount).toBe(records.length);
  expect(fills).toHaveLength(floor.exchange.accountTrades(key).length);
  expect(ledger?.balances).toEqual(floor.wallet(key));
  expect(said).toContain('journal.write_failed');
  expect(said).not.toContain('bot.failed');
});
