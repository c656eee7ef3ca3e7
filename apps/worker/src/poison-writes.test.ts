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

/** What the database refuses of one bot from now on. */
async function refuseTradesOf(botId: string): Promise<void> {
  const owner = new Client({ connectionString: direct.options.databaseUrl });
  await owner.connect();
  await owner.query(`
    create or replace function refuse_trade() returns trigger language plpgsql as
      $$ begin raise exception 'numeric field overflow' using errcode = '22003'; end $$;
    create or replace trigger refuse_trade before insert on fills for each row when (new.bot_id = '${botId}') execute function refuse_trade()`);
  await owner.end();
}

test('a trade that no column can hold stops its bot with a cause, and no other', async () => {
  const [poisoned, other] = [await floor.addBot(floor.evenWallet('6000')), await floor.addBot(floor.evenWallet('6000'))];
  await refuseTradesOf(poisoned.bot.id);
  const clock = new LeapingClock();
  // It loads what is stored and tries again after a pause, of which each is longer.
  const passPause = (_facts: object, event: string) => void (event === 'bot.failed' && setImmediate(() => clock.leap(60_000)));
  const warned: string[] = [];
  const log: Log = {
    info: () => {},
    warn: (facts) => void warned.push(JSON.stringify(facts, (_, value) => (value instanceof Error ? value.message : value))),
    error: passPause,
  };
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
  // What can never be written is not tried again, as if the database were away.
  expect(warned.filter((facts) => facts.includes('transaction is aborted'))).toEqual([]);
  await floor.setActive(other.bot, false);
  await floor.untilPhase(other.bot.id, 'stopped');
});

test('a bot that changes hands at each of its failures is stopped all the same', async () => {
  const { bot } = await floor.addBot(floor.evenWallet('6000'));
  await refuseTradesOf(bot.id);
  const { organizationId } = floor.organization;
  const clock = new LeapingClock();
  const seen: number[] = [];
  const changeHands = async (failures: number) => {
    seen.push(failures);
    // The last one is to be stored.
    if (failures < 5) await direct.database.platform.workers.takeAway({ organizationId, exchangeAccountId: bot.exchangeAccountId }, null);
    setImmediate(() => clock.leap(60_000));
  };
  const log: Log = {
    info: () => {},
    warn: () => {},
    error: (facts, event) => void (event === 'bot.failed' && changeHands((facts as { readonly failures: number }).failures)),
  };
  await floor.startWorker({ clock, log });
  await floor.setActive(bot, true);
  const stopped = await until(async () => {
    const now = await floor.bot(bot.id);
    return now.phase.kind === 'stopped' && now.messages.length > 0 ? now : null;
  });
  expect(stopped).toMatchObject({ active: false, messages: [{ code: 'internal' }] });
  expect(seen.slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
});
