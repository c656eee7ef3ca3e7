import { generatedFeed } from '@tenbin/exchange-virtual';
import { openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TradingFloor } from './testing/trading-floor.ts';

const wallet = { BTC: '0.1', ETH: '2', USDT: '6000' };

let database: TestDatabase;
let floor: TradingFloor;

beforeAll(async () => {
  database = await openTestDatabase('pglite');
  floor = await TradingFloor.open(database.database, { feed: generatedFeed({ seed: 3, speed: 3_000 }) }, { timeScale: 3_000 });
  await floor.startWorker();
});
afterAll(async () => {
  await floor.close();
  await database.close();
});

test('a bot over a fast market makes records that explain its balances to the last digit', async () => {
  const { bot, key } = await floor.addBot(evenWallet());
  await floor.wish(bot, true);
  await floor.untilPhase(bot.id, 'running');
  await floor.untilRecords(bot.id, 20);
  await floor.wish(bot, false);
  const stopped = await floor.untilPhase(bot.id, 'stopped');
  expect(floor.openOrderCount(key)).toBe(0);
  expect(stopped.ledger?.balances).toEqual(floor.wallet(key));
  expect(await floor.explained(bot.id)).toEqual(floor.wallet(key));
  expect(stopped.ledger?.growth).toBeGreaterThan(0);
  if (stopped.phase.kind === 'stopped') expect(stopped.phase.receipt?.cancelled.length).toBeGreaterThan(0);
});

/** A third each, at the prices of now. */
function evenWallet() {
  const price = (pair: string) => {
    const { lastTicks, market } = floor.exchange.live(pair);
    return lastTicks * Number(market.tickSize);
  };
  return { ...wallet, BTC: (6000 / price('BTC/USDT')).toFixed(8), ETH: (6000 / price('ETH/USDT')).toFixed(8) };
}
