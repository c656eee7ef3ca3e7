/** A bot that ran on an exchange which the product does not let bots run on any more. */
import { connectExchange } from '@tenbin/exchange-ccxt';
import { generatedFeed } from '@tenbin/exchange-virtual';
import { openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  await floor.wish(bot, true);
  await floor.untilPhase(bot.id, 'running');
  await until(async () => (floor.openOrderCount(key) === 6 ? true : null));
  await floor.stopWorker();

  await floor.startWorker({
    connect: () => connectExchange({ ccxtId: 'coincheck' }),
    stopMails: await mailSettingsFor(floor.organization),
  });
  const stopped = await floor.untilPhase(bot.id, 'stopped');
  expect(stopped).toMatchObject({ active: false, phase: { receipt: null } });
  expect(stopped.messages).toMatchObject([{ code: 'exchangeRefused', facts: { reason: 'orderFateNotTold' } }]);
  expect(stopped.messages[0]?.facts.mayBeOpen).toHaveLength(6);
  const lines = await floor.organization.timeline.list(bot.id, { offset: 0, limit: 5 });
  expect(lines[0]).toMatchObject({ kind: 'stopped', facts: { reason: 'exchangeRefused' } });
  const [mail, ...more] = await database.database.platform.mailQueue.listNewest(10);
  expect(more).toEqual([]);
  expect(mail?.text).toContain('この取引所ではボットを稼働できなくなりました。');
  expect(mail?.text).toContain('未約定の注文が取引所に残っている可能性があります');

  await floor.stopWorker();
  await floor.startWorker({ connect: () => connectExchange({ ccxtId: 'coincheck' }) });
  expect((await floor.bot(bot.id)).messages).toHaveLength(1);
});
