/**
 * Two bots of one account on opposite sides of one book: the second wants to buy what the first sells, and hardly anybody
 * else is there. Everything is real but the money, and the market stands still.
 */
import { parseClientOrderId } from '@tenbin/bots';
import type { BotRow } from '@tenbin/db';
import { defaultMarkets, type Feed, type MarketDefinition, selfTradePreventions } from '@tenbin/exchange-virtual';
import { openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TradingFloor, until } from './testing/trading-floor.ts';

const pair = 'ETH/USDT';
const prices: Readonly<Record<string, number>> = { 'BTC/USDT': 60_000, [pair]: 3_000, 'ETH/BTC': 0.05 };
const stillFeed: Feed = {
  name: 'still',
  speed: 1,
  fills: 'partly',
  open: async (pairs) => pairs.map((one) => ({ pair: one, price: prices[one] ?? 1 })),
  advance: () => [],
  step: () => null,
  close: async () => undefined,
};
/** Then all quotes of the house together are worth less than an order of a bot. */
const thin = { minimumNotional: '0.00005' };
const markets: readonly MarketDefinition[] = defaultMarkets
  .filter((market) => market.pair in prices)
  .map((market) => (market.pair === pair ? { ...market, ...thin } : market));

let database: TestDatabase;
let floor: TradingFloor;
/** By account: orders that ended in place of a trade with themselves. */
const prevented: string[] = [];
/** A slot in which two orders were open at a time. */
const doubled: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase('pglite');
  floor = await TradingFloor.open(database.database, { feed: stillFeed, markets }, { timeScale: 1 });
  const open = new Map<string, string>();
  floor.exchange.onAccount.subscribe((event) => {
    if (event.type !== 'order') return;
    const { account, side, clientOrderId, status } = event.order;
    const slot = `${account} ${parseClientOrderId(clientOrderId)?.botNumber} ${event.order.pair} ${side}`;
    if (event.execution === 'new' && open.has(slot)) doubled.push(slot);
    if (status === 'open') open.set(slot, clientOrderId);
    else if (open.get(slot) === clientOrderId) open.delete(slot);
    if (status === 'prevented') prevented.push(account);
  });
  await floor.startWorker();
});
afterAll(async () => {
  await floor.close();
  await database.close();
});

async function meet(): Promise<{ readonly bots: readonly [BotRow, BotRow]; readonly key: string; readonly account: string }> {
  const { bot: first, key } = await floor.addBot({ BTC: '0.1', ETH: '2', USDT: '6000' });
  await floor.setActive(first, true);
  await floor.untilPhase(first.id, 'running');
  await until(async () => (floor.openOrderCount(key) === 6 ? true : null));
  for (const [currency, amount] of Object.entries({ BTC: '0.1', ETH: '1.9', USDT: '6000' })) floor.exchange.deposit(key, currency, amount);
  const second = await floor.addBotTo(first.exchangeAccountId, { postOnly: false });
  await floor.setActive(second, true);
  await floor.untilPhase(second.id, 'running');
  return { bots: [first, second], key, account: floor.exchange.findAccount(key)?.id ?? '' };
}

const tradesWithItself = (key: string) => {
  const trades = floor.exchange.accountTrades(key).map((trade) => `${trade.pair} ${trade.tradeId}`);
  return trades.filter((name, index) => trades.indexOf(name) < index);
};

test.each(selfTradePreventions)('do no harm where self-trade prevention is %s', async (mode) => {
  floor.exchange.changeRules(pair, { selfTradePrevention: mode });
  const { bots, key, account } = await meet();
  const ofAccount = () => prevented.filter((one) => one === account);
  await until(async () => ((mode === 'none' ? tradesWithItself(key) : ofAccount()).length > 0 ? true : null));
  for (const bot of bots) await floor.setActive(bot, false);
  const stopped = await Promise.all(bots.map(({ id }) => floor.untilPhase(id, 'stopped')));
  for (const { messages, phase } of stopped) {
    expect(messages).toEqual([]);
    expect(phase).toMatchObject({ receipt: { by: floor.userId, reason: null } });
  }
  if (mode !== 'none') expect(tradesWithItself(key)).toEqual([]);
  expect(doubled).toEqual([]);
  expect(floor.openOrderCount(key)).toBe(0);
  expect(floor.sumOf(stopped.map(({ ledger }) => ledger?.balances))).toEqual(floor.wallet(key));
  const all = { offset: 0, limit: 1_000 };
  const booked = (await Promise.all(bots.map(({ id }) => floor.organization.fills.listOfBot(id, all)))).flat();
  const nameOf = (trade: { readonly pair: string; readonly side: string; readonly tradeId: string }) =>
    `${trade.pair} ${trade.side} ${trade.tradeId}`;
  expect(booked.map(nameOf).sort()).toEqual(floor.exchange.accountTrades(key).map(nameOf).sort());
  for (const [index, { id }] of bots.entries()) expect(await floor.explained(id)).toEqual(stopped[index]?.ledger?.balances);
});
