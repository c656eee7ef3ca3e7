/** Markets that change, rest and end under running bots. Everything is real but the money, and the clock leaps. */

import { generatedFeed } from '@tenbin/exchange-virtual';
import { openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { connectExchange } from '@tenbin/testkit/exchange';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LeapingClock } from './testing/leaping-clock.ts';
import { TradingFloor, until } from './testing/trading-floor.ts';

const speed = 3_000;
const clock = new LeapingClock();
let database: TestDatabase;
let floor: TradingFloor;

beforeAll(async () => {
  database = await openTestDatabase('pglite');
  floor = await TradingFloor.open(database.database, { feed: generatedFeed({ seed: 11, speed }) }, { timeScale: speed });
  await floor.startWorker({ clock, connect: (settings) => connectExchange(settings, { marketsEveryMs: 500 }) });
});
afterAll(async () => {
  await floor.close();
  await database.close();
});

async function running() {
  const made = await floor.addBot(floor.evenWallet('6000'));
  await floor.setActive(made.bot, true);
  await floor.untilPhase(made.bot.id, 'running');
  await floor.untilRecords(made.bot.id, 1);
  return made;
}

async function untilNoted(botId: string, kind: string): Promise<void> {
  await until(async () => ((await floor.organization.timeline.list(botId, { offset: 0, limit: 1, kind })).length > 0 ? true : null));
}

test('a tick that grows while a bot runs does not stop it: it goes on by the new one', async () => {
  const { bot, key } = await running();
  floor.exchange.changeRules('BTC/USDT', { tickSize: '1' });
  const { executionCount } = await floor.bot(bot.id);
  await floor.untilRecords(bot.id, executionCount + 4);
  await until(async () => {
    const prices = [...(floor.exchange.findAccount(key)?.openOrders.values() ?? [])].filter(({ pair }) => pair === 'BTC/USDT');
    return prices.length > 0 && prices.every(({ ticks }) => ticks % 100 === 0) ? true : null;
  });
  expect(await floor.bot(bot.id)).toMatchObject({ messages: [], phase: { kind: 'running' } });
  await floor.setActive(bot, false);
  const stopped = await floor.untilPhase(bot.id, 'stopped');
  expect(await floor.explained(bot.id)).toEqual(stopped.ledger?.balances);
});

test('a pair that is halted waits and says so, the others trade on, and it goes on when it trades again', async () => {
  const { bot, key } = await running();
  floor.exchange.changeRules('ETH/USDT', { state: 'halted' });
  await untilNoted(bot.id, 'marketHalted');
  const { executionCount } = await floor.bot(bot.id);
  await floor.untilRecords(bot.id, executionCount + 4);
  floor.exchange.changeRules('ETH/USDT', { state: 'trading' });
  const before = floor.exchange.accountTrades(key).filter(({ pair }) => pair === 'ETH/USDT').length;
  await until(async () => (floor.exchange.accountTrades(key).filter(({ pair }) => pair === 'ETH/USDT').length > before ? true : null));
  expect(await floor.bot(bot.id)).toMatchObject({ messages: [], phase: { kind: 'running' } });
  await floor.setActive(bot, false);
  const stopped = await floor.untilPhase(bot.id, 'stopped');
  expect(await floor.explained(bot.id)).toEqual(stopped.ledger?.balances);
});

test('a pair that is delisted stops its bot with that cause, confirmed, and nothing of it is open', async () => {
  const { bot, key } = await running();
  floor.exchange.changeRules('ETH/BTC', { state: 'delisted' });
  await untilNoted(bot.id, 'marketHalted');
  expect((await floor.bot(bot.id)).messages).toEqual([]);
  clock.leap(120_000);
  const stopped = await floor.untilPhase(bot.id, 'stopped');
  expect(stopped.messages).toMatchObject([{ code: 'pairNotAvailable', facts: { pair: 'ETH/BTC' } }]);
  expect(stopped.phase).toMatchObject({ receipt: { by: 'automatic', reason: 'pairNotAvailable' } });
  expect(floor.openOrderCount(key)).toBe(0);
  expect(await floor.explained(bot.id)).toEqual(stopped.ledger?.balances);
});
