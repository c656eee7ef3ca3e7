/** A database that refuses what one bot writes, now and for ever: that bot ends, told and with nothing open; others go on. */

import { generatedFeed } from '@tenbin/exchange-virtual';
import type { Log } from '@tenbin/telemetry';
import { openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LeapingClock } from './testing/leaping-clock.ts';
import { TradingFloor, until } from './testing/trading-floor.ts';

const speed = 6_000;

let direct: TestDatabase;
let floor: TradingFloor;
beforeAll(async () => {
  direct = await openTestDatabase('postgres');
  floor = await TradingFloor.open(direct.database, { feed: generatedFeed({ seed: 12, speed }) }, { timeScale: speed });
});
afterAll(async () => {
  await floor.close();
  await direct.close();
});

test('a trade that no column can hold stops its bot with a cause, and no other', async () => {
  const [poisoned, other] = [await floor.addBot(floor.evenWallet('6000')), await floor.addBot(floor.evenWallet('6000'))];
  const owner = new Client({ connectionString: direct.options.databaseUrl });
  await owner.connect();
  await owner.query(`
    create function refuse_trade() returns trigger language plpgsql as
      $$ begin raise exception 'numeric field overflow' using errcode = '22003'; end $$;
    create trigger refuse_trade before insert on fills for each row when (new.bot_id = '${poisoned.bot.id}') execute function refuse_trade()`);
  await owner.end();
  const clock = new LeapingClock();
  // It loads what is stored and tries again after a pause, of which each is longer.
  const passPause = (_facts: object, event: string) => void (event === 'bot.failed' && setImmediate(() => clock.leap(60_000)));
  const log: Log = { info: () => {}, warn: () => {}, error: passPause };
  await floor.startWorker({ clock, log });
  for (const { bot } of [poisoned, other]) await floor.setActive(bot, true);
  const stopped = await until(async () => {
    const bot = await floor.bot(poisoned.bot.id);
    return bot.phase.kind === 'stopped' && bot.messages.length > 0 ? bot : null;
  });
  expect(stopped).toMatchObject({ active: false, phase: { receipt: null }, messages: [{ code: 'internal' }] });
  // One that was written down and not sent when the writing failed: the exchange does not know it, and it may be on its way.
  const named = stopped.messages.flatMap(({ facts }) => (facts as { readonly mayBeOpen: readonly string[] }).mayBeOpen);
  const orders = await floor.organization.orders.listOfBot(poisoned.bot.id, { offset: 0, limit: 1_000 });
  const uncertain = orders.filter(({ state }) => state === 'pending' || state === 'unknown').map(({ clientOrderId }) => clientOrderId);
  expect(uncertain).toEqual(expect.arrayContaining(named));
  expect(floor.openOrderCount(poisoned.key)).toBe(0);
  await floor.untilRecords(other.bot.id, (await floor.organization.records.count(other.bot.id)) + 1);
  expect((await floor.bot(other.bot.id)).phase.kind).toBe('running');
  await floor.setActive(other.bot, false);
  await floor.untilPhase(other.bot.id, 'stopped');
});
