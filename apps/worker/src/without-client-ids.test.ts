import { generatedFeed } from '@tenbin/exchange-virtual';
import { openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectNameless, type Watched } from './testing/nameless-exchange.ts';
import { TradingFloor } from './testing/trading-floor.ts';

const speed = 3_000;
let database: TestDatabase;
let floor: TradingFloor;

beforeAll(async () => {
  database = await openTestDatabase('pglite');
  floor = await TradingFloor.open(database.database, { feed: generatedFeed({ seed: 11, speed }) }, { timeScale: speed });
});
afterAll(async () => {
  await floor.close();
  await database.close();
});

test('at an exchange that keeps no ids of ours and loses answers, bots lose no trade and double no order', async () => {
  const watched: Watched = { lost: 0, overlapping: 0, doubled: 0 };
  const { bot: first, key } = await floor.addBot(floor.evenWallet('6000'));
  const worker = {
    connect: (settings: Parameters<typeof connectNameless>[0]) => connectNameless(settings, { loseEvery: 4 }, watched),
    unknownOrderPolicy: { neverPlacedAfterMs: 3_000, definiteAnswers: 3 },
  };
  await floor.startWorker(worker);
  await floor.setActive(first, true);
  await floor.untilPhase(first.id, 'running');
  await floor.untilRecords(first.id, 3);
  await floor.stopWorker();
  await floor.startWorker(worker);
  await floor.untilRecords(first.id, 8);
  for (const [currency, amount] of Object.entries(floor.evenWallet('6000'))) floor.exchange.deposit(key, currency, amount);
  const second = await floor.addBotTo(first.exchangeAccountId);
  await floor.setActive(first, false);
  const one = await floor.untilPhase(first.id, 'stopped');
  expect(await floor.explained(first.id)).toEqual(one.ledger?.balances);
  await floor.setActive(second, true);
  await floor.untilPhase(second.id, 'running');
  await floor.untilRecords(second.id, 3);
  await floor.setActive(second, false);
  const two = await floor.untilPhase(second.id, 'stopped');
  expect(two.ledger?.balances).toEqual(floor.wallet(key));
  expect(await floor.explained(second.id)).toEqual(floor.wallet(key));
  expect(floor.openOrderCount(key)).toBe(0);
  expect(watched.lost).toBeGreaterThan(3);
  expect(watched).toMatchObject({ overlapping: 0, doubled: 0 });
});
