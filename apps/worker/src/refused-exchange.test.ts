/** A bot that ran on an exchange which the product does not let bots run on any more. */
import { channels } from '@tenbin/bots';
import type { BotRow } from '@tenbin/db';
import { generatedFeed } from '@tenbin/exchange-virtual';
import { messageOf } from '@tenbin/messages';
import { openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { connectExchange } from '@tenbin/testkit/exchange';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Connect } from './accounts/exchange-pool.ts';
import { mailSettingsFor } from './testing/mail-settings.ts';
import { TradingFloor, until } from './testing/trading-floor.ts';

let database: TestDatabase;
let floor: TradingFloor;

beforeAll(async () => {
  database = await openTestDatabase('pglite');
  floor = await TradingFloor.open(database.database, { feed: generatedFeed({ seed: 5, speed: 1 }) });
});
afterAll(async () => {
  await floor.close();
  await database.close();
});

test('it is stopped once, and its user reads why in its messages, its timeline and a mail', async () => {
  const { bot, key } = await floor.addBot(floor.evenWallet('6000'));
  await floor.startWorker();
  await floor.setActive(bot, true);
  await floor.untilPhase(bot.id, 'running');
  await until(async () => (floor.openOrderCount(key) === 6 ? true : null));
  await floor.stopWorker();

  await floor.startWorker({
    connect: () => connectExchange({ ccxtId: 'coincheck' }),
    stopMails: await mailSettingsFor(floor.organization),
  });
  const stopped = await floor.untilPhase(bot.id, 'stopped');
  expect(stopped).toMatchObject({ active: false, phase: { receipt: null } });
  expect(stopped.messages).toMatchObject([{ code: 'exchangeRefused', facts: { check: 'orderStatusUnreliable' } }]);
  expect(stopped.messages[0]?.facts.mayBeOpen).toHaveLength(6);
  const lines = await floor.organization.timeline.list(bot.id, { offset: 0, limit: 5 });
  expect(lines[0]).toMatchObject({ kind: 'stopped', facts: { reason: 'exchangeRefused' } });
  const [mail, ...more] = await database.database.platform.mailQueue.listNewest(10);
  expect(more).toEqual([]);
  expect(mail?.text).toContain(messageOf('exchangeRefused', 'ja', stopped.messages[0]?.facts).text);
  expect(mail?.text).toContain(messageOf('orderStatusUnreliable', 'ja').text);
  expect(mail?.text).toContain('未約定の注文が取引所に残っている可能性があります');

  await floor.stopWorker();
  await floor.startWorker({ connect: () => connectExchange({ ccxtId: 'coincheck' }) });
  expect((await floor.bot(bot.id)).messages).toHaveLength(1);
  await floor.stopWorker();
});

describe('an exchange that was withdrawn', () => {
  const setEnabled = async (enabled: boolean) => {
    const { exchanges } = database.database.platform;
    const exchange = await exchanges.find(floor.exchangeId);
    if (exchange) await exchanges.save({ ...exchange, enabled });
  };
  const run = async () => {
    const { bot } = await floor.addBot(floor.evenWallet('6000'));
    await floor.startWorker({ stopMails: await mailSettingsFor(floor.organization) });
    await floor.setActive(bot, true);
    await floor.untilPhase(bot.id, 'running');
    return bot;
  };
  const expectMailed = async ({ id, name }: BotRow) => {
    const stopped = await floor.untilPhase(id, 'stopped');
    expect(stopped).toMatchObject({ active: false, phase: { receipt: null } });
    expect(stopped.messages).toMatchObject([{ code: 'exchangeRefused', facts: { check: 'exchangeWithdrawn' } }]);
    const [line] = await floor.organization.timeline.list(id, { offset: 0, limit: 1 });
    expect(line).toMatchObject({ kind: 'stopped', facts: { reason: 'exchangeRefused' } });
    const mails = await database.database.platform.mailQueue.listNewest(10);
    expect(mails.filter(({ subject }) => subject.includes(name))).toHaveLength(1);
  };
  afterEach(async () => {
    await floor.stopWorker();
    await setEnabled(true);
  });

  test('stops its bots at the next start of a worker, which gives nobody their keys', async () => {
    const bot = await run();
    await floor.stopWorker();
    await setEnabled(false);
    let connected = 0;
    const connect: Connect = (settings) => {
      connected += 1;
      return connectExchange(settings);
    };
    await floor.startWorker({ connect, stopMails: await mailSettingsFor(floor.organization) });
    await expectMailed(bot);
    expect(connected).toBe(0);
  });

  test('stops those that run, too', async () => {
    const bot = await run();
    await setEnabled(false);
    const signal = { organizationId: floor.organization.organizationId, exchangeAccountId: bot.exchangeAccountId, botId: bot.id };
    await database.database.notify(channels.desiredStates, JSON.stringify(signal));
    await expectMailed(bot);
  });
});
