/** A calculate-order bot with database, exchange and worker, over the same protocol, journal and reconciliation as every bot. */
import { slotOf } from '@tenbin/bots';
import { generatedFeed } from '@tenbin/exchange-virtual';
import type { CalculateOrderSettings } from '@tenbin/strategy';
import { openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quickPolicy } from '../../apps/worker/src/testing/quick-policy.ts';
import { TradingFloor } from '../../apps/worker/src/testing/trading-floor.ts';

const speed = 6_000;
const settings: CalculateOrderSettings = {
  kind: 'calculateOrder',
  pairs: ['BTC/USDT'],
  inventoryTargetBasePct: 50,
  orderLevels: 3,
  bidSpread: 0.1,
  askSpread: 0.1,
  orderLevelSpread: 0.1,
  orderAmount: '0.001',
  orderLevelAmount: '0.0005',
  midPriceThreshold: 0.1,
  refreshTolerance: 0.02,
  intervalMs: 2_000,
};
let database: TestDatabase;
let floor: TradingFloor;

beforeAll(async () => {
  database = await openTestDatabase('pglite');
  floor = await TradingFloor.open(database.database, { feed: generatedFeed({ seed: 7, speed }) }, { timeScale: speed });
});
afterAll(async () => {
  await floor.close();
  await database.close();
});
const startWorker = () => floor.startWorker({ unknownOrderPolicy: quickPolicy });

test('through lost answers, broken streams and a restart every trade is booked once, and no slot has two orders', async () => {
  await startWorker();
  const { organization, userId } = floor;
  const { bot, key } = await floor.addBot({ BTC: '0.1', USDT: (0.1 * floor.price('BTC/USDT')).toFixed(2) });
  await organization.bots.updateSettings(userId, bot.id, { strategy: settings });
  await floor.setActive(bot, true);
  await floor.untilPhase(bot.id, 'running');
  const account = floor.exchange.findAccount(key)?.id ?? '';
  await floor.untilRecords(bot.id, 3);
  floor.served.faults.inject({ type: 'loseAnswer', where: { account, call: 'place' }, times: 3 });
  await floor.untilRecords(bot.id, 6);
  floor.served.faults.inject({ type: 'dropStreams', streams: 'private', account });
  floor.served.faults.inject({ type: 'dropStreams', streams: 'public' });
  await floor.untilRecords(bot.id, 8);
  await floor.stopWorker();
  const { executionCount } = await floor.bot(bot.id);
  await startWorker();
  await floor.untilRecords(bot.id, executionCount + 2);

  const live = await organization.orders.listToRemember(bot.id, { settled: 0 });
  const places = live.filter(({ state }) => state === 'open').map(slotOf);
  expect(new Set(places).size).toBe(places.length);
  await floor.setActive(bot, false);
  const { ledger } = await floor.untilPhase(bot.id, 'stopped');
  expect(floor.openOrderCount(key)).toBe(0);
  expect(ledger?.balances).toEqual(floor.wallet(key));
  expect(await floor.explained(bot.id)).toEqual(floor.wallet(key));
  const [record] = await organization.records.list(bot.id, { offset: 0, limit: 1 });
  expect(record?.facts).toEqual({ bidSpread: 0.1, askSpread: 0.1, orderLevels: 3 });
  const sent = await organization.orders.listOfBot(bot.id, { offset: 0, limit: 10_000 });
  expect(new Set(sent.map(({ level }) => level))).toEqual(new Set([0, 1, 2]));
});
