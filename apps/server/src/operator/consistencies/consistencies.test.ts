/** Every way in which a bot and its exchange come to disagree: it is told, mended by what the exchange says, and gone. */
import { clientOrderIdOf, give, holdInstead, inferredTradeId, newLedger, noteWallet, type OrderNews } from '@tenbin/bots';
import { type AnyBotRow, type OrganizationDatabase, platformOrganizationId } from '@tenbin/db';
import type { ExchangeAccount, OrderRequest } from '@tenbin/exchange';
import { type FaultInput, faultFields } from '@tenbin/exchange-virtual';
import { add, compare, type Fill } from '@tenbin/market';
import { buildExchangeAccount, orderWrite } from '@tenbin/testkit';
import { connectExchange } from '@tenbin/testkit/exchange';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
let advanced = 0;
const later = (ms: number): void => {
  advanced += ms;
  server.clock.advance(ms);
};
/** Longer than an order may be late. */
const longMs = 70_000;

let server: TestServer;
let key: string;
let trader: TestUser;
let own: OrganizationDatabase;
beforeAll(async () => {
  server = await startTestServer();
  key = await server.makeOperator();
  own = server.database.forOrganization(server.tenbin.id);
});
afterAll(() => server.close());

let bot: AnyBotRow;
let account: ExchangeAccount;
let closeExchange: () => Promise<void>;
let accountId: string;
let apiKey: string;
let sequence: number;

/** One that runs, and that no worker has. */
beforeEach(async () => {
  trader = await server.makeUser();
  const made = server.venue.createAccount();
  apiKey = made.key;
  accountId = (await server.venue.trial.describe()).accounts.at(-1)?.id ?? '';
  const body = { name: 'Tokyo', exchangeId: server.exchange.id, apiKey: made.key, secret: made.secret, pairs, delta: 0.01 };
  const answer = await server.call('POST', '/api/bots', { key: trader.key, body });
  const id: string = answer.body.bot._id;
  await own.bots.setActive(trader.id, id, { active: true, by: trader.id, at: server.clock.now() });
  const ledger = newLedger({ BTC: '0.1', ETH: '2', USDT: '6000' });
  await own.journal.record({ botId: id, epoch: 0 }, { phase: { kind: 'running', since: new Date() }, ledger });
  bot = await own.bots.require(trader.id, id);
  const connector = connectExchange({ ccxtId: 'binance', baseUrl: server.venue.url });
  account = await connector.account({ apiKey: made.key, secret: made.secret });
  closeExchange = async () => {
    await account.close();
    await connector.close();
  };
  sequence = 100;
});
afterEach(async () => {
  server.venue.faults.clearAll();
  await closeExchange();
});

const rest = { pair: 'BTC/USDT', side: 'sell', price: '65000', amount: '0.001' } as const;
/** Filled at once: it takes from the book. */
const taking = { pair: 'BTC/USDT', side: 'buy', price: '61000', amount: '0.001' } as const;

const newId = (): string => {
  sequence += 1;
  return clientOrderIdOf(bot.botNumber, sequence);
};
const write = (order: Partial<OrderNews>, clientOrderId: string) =>
  own.journal.record(
    { botId: bot.id, epoch: 0 },
    { orders: [orderWrite({ ...rest, clientOrderId, sequence, sentAt: new Date(), ...order })] },
  );

/** Sent, and stored as open. */
async function placed(
  terms: Omit<OrderRequest, 'clientOrderId'> = rest,
): Promise<{ readonly clientOrderId: string; readonly exchangeOrderId: string }> {
  const clientOrderId = newId();
  await write(terms, clientOrderId);
  const { exchangeOrderId } = await account.placeOrder({ clientOrderId, ...terms });
  await write({ ...terms, state: 'open', exchangeOrderId }, clientOrderId);
  return { clientOrderId, exchangeOrderId };
}

const fix = async (body: object = {}) => {
  const answer = await server.call('PUT', '/ango-ya/bots/consistencies/fix', {
    key,
    surface: 'operator',
    body: { botIds: [bot.id], ...body },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const list = async (query: Record<string, string>) => {
  const { status, body, text } = await server.call('GET', `/ango-ya/bots/consistencies?${new URLSearchParams(query)}`, {
    key,
    surface: 'operator',
  });
  expect(status, text).toBe(200);
  return body;
};
const told = (done: readonly Record<string, unknown>[]) => done.map(({ kind, outcome }) => `${kind} ${outcome}`);
const openOf = async () => (await Promise.all(pairs.map((pair) => account.fetchOpenOrders(pair)))).flat();
const stateOf = async (clientOrderId: string) => (await own.orders.find(clientOrderId))?.state;

/** Counts what is sent while it is done. */
async function withoutSending<T>(work: () => Promise<T>): Promise<T> {
  const { id } = server.venue.faults.inject({ type: 'delayBefore', ms: 1, where: { call: 'place' } });
  const result = await work();
  expect(server.venue.faults.armed.find((one) => one.id === id)?.seen).toBe(0);
  return result;
}

/** What differs is told, a dry run changes nothing, the fix does what it said, and after it nothing is left. */
async function mended(expected: readonly string[], { cancelUnknown = false } = {}) {
  later(longMs);
  return withoutSending(async () => {
    const before = { open: await openOf(), stored: await own.orders.listToRemember(bot.id, { settled: 40 }) };
    const plan = await fix({ cancelUnknown, dryRun: true });
    expect(plan.unasked).toEqual([]);
    expect(told(plan.done)).toEqual(expected);
    expect({ open: await openOf(), stored: await own.orders.listToRemember(bot.id, { settled: 40 }) }).toEqual(before);
    const done = await fix({ cancelUnknown });
    expect(told(done.done)).toEqual(expected);
    later(longMs);
    expect((await fix({ cancelUnknown })).done, 'the second time').toEqual([]);
    return done.done;
  });
}

/** Only somebody who is asked for it, or time, can mend it. */
async function left(expected: readonly string[]) {
  later(longMs);
  const open = await openOf();
  await withoutSending(async () => {
    expect(told((await fix()).done)).toEqual(expected);
    expect(told((await fix()).done)).toEqual(expected);
  });
  expect(await openOf()).toEqual(open);
}

describe('orders', () => {
  test('that stand as they are stored differ in nothing, and nobody is disturbed', async () => {
    await placed();
    await mended([]);
    expect(
      await server.database.platform.workers.takeAway(
        { organizationId: own.organizationId, exchangeAccountId: bot.exchangeAccountId },
        null,
      ),
    ).toBe(1);
  });

  test('whose answer was lost are found', async () => {
    const clientOrderId = newId();
    await write({}, clientOrderId);
    server.venue.faults.inject({ type: 'loseAnswer', where: { call: 'place' }, times: 1 });
    await expect(account.placeOrder({ clientOrderId, ...rest })).rejects.toMatchObject({ kind: 'unknown' });
    await write({ state: 'unknown' }, clientOrderId);
    await mended(['orderStuck takenIn']);
    expect(await stateOf(clientOrderId)).toBe('open');
    expect(await openOf()).toHaveLength(1);
  });

  test('that never arrived are given up', async () => {
    const clientOrderId = newId();
    await write({}, clientOrderId);
    server.venue.faults.inject({ type: 'resetConnection', where: { call: 'place' } });
    await expect(account.placeOrder({ clientOrderId, ...rest })).rejects.toMatchObject({ kind: 'unknown' });
    server.venue.faults.clearAll();
    await write({ state: 'unknown' }, clientOrderId);
    await mended(['orderStuck takenIn']);
    expect(await stateOf(clientOrderId)).toBe('neverPlaced');
  });

  test('that may still arrive are waited for', async () => {
    await write({ state: 'unknown', sentAt: server.clock.now() }, newId());
    later(10_000);
    expect(told((await fix()).done)).toEqual(['orderStuck waits']);
  });

  test('that the exchange ended by itself are over', async () => {
    const { clientOrderId } = await placed();
    server.venue.faults.inject({ type: 'cancelOrders', account: accountId });
    await mended(['orderMissing takenIn']);
    expect(await stateOf(clientOrderId)).toBe('cancelled');
  });

  test('that were just touched are not told', async () => {
    await placed();
    server.venue.faults.inject({ type: 'cancelOrders', account: accountId });
    server.clock.advance(-advanced);
    expect((await fix({ dryRun: true })).done).toEqual([]);
    server.clock.advance(advanced);
  });

  test('that were sent, and whose writing was lost, become the bot’s again', async () => {
    const clientOrderId = newId();
    await account.placeOrder({ clientOrderId, ...rest });
    await mended(['orderUnknown takenIn']);
    expect(await stateOf(clientOrderId)).toBe('open');
  });

  test('are cancelled where that is asked for, and are over in the books', async () => {
    const clientOrderId = newId();
    await account.placeOrder({ clientOrderId, ...rest });
    await mended(['orderUnknown cancelled'], { cancelUnknown: true });
    expect(await openOf()).toEqual([]);
    expect(await stateOf(clientOrderId)).toBe('cancelled');
  });

  test('of a bot that stands still stay, until their cancelling is asked for', async () => {
    const { clientOrderId } = await placed();
    await own.bots.setActive(trader.id, bot.id, { active: false, by: trader.id, at: server.clock.now() });
    await own.journal.record({ botId: bot.id, epoch: 0 }, { phase: { kind: 'stopped', receipt: null } });
    await left(['orderUnknown left']);
    await mended(['orderUnknown cancelled'], { cancelUnknown: true });
    expect(await openOf()).toEqual([]);
    expect(await stateOf(clientOrderId)).toBe('cancelled');
  });

  test('that were sent under the id of a bot that stands still are told once', async () => {
    await own.bots.setActive(trader.id, bot.id, { active: false, by: trader.id, at: server.clock.now() });
    await own.journal.record({ botId: bot.id, epoch: 0 }, { phase: { kind: 'stopped', receipt: null } });
    await account.placeOrder({ clientOrderId: newId(), ...rest });
    await left(['orderUnknown left']);
    await mended(['orderUnknown cancelled'], { cancelUnknown: true });
    expect(await openOf()).toEqual([]);
  });

  test('whose cancelling was asked for and forgotten are cancelled where that is asked for', async () => {
    const { clientOrderId, exchangeOrderId } = await placed();
    await write({ state: 'open', exchangeOrderId, cancelAskedAt: new Date() }, clientOrderId);
    await left(['orderStuck left']);
    await mended(['orderStuck cancelled'], { cancelUnknown: true });
    expect(await stateOf(clientOrderId)).toBe('cancelled');
  });

  test('are not cancelled before they are told', async () => {
    const young = await placed();
    await account.placeOrder({ clientOrderId: clientOrderIdOf(bot.botNumber === 7 ? 8 : 7, 1), ...rest });
    later(longMs);
    const asked = { ...young, state: 'open', cancelAskedAt: server.clock.now() } as const;
    await write(asked, young.clientOrderId);
    expect(told((await fix({ cancelUnknown: true })).done)).toEqual(['ownerless cancelled']);
    expect((await openOf()).map(({ clientOrderId }) => clientOrderId)).toEqual([young.clientOrderId]);
  });

  test('under an id of no bot of the account are told, and cancelled where that is asked for', async () => {
    await account.placeOrder({ clientOrderId: clientOrderIdOf(bot.botNumber === 7 ? 8 : 7, 1), ...rest });
    await left(['ownerless left']);
    await mended(['ownerless cancelled'], { cancelUnknown: true });
    expect(await openOf()).toEqual([]);
  });

  test('that somebody placed by hand are left alone, whatever is asked for', async () => {
    await account.placeOrder({ clientOrderId: 'byHand1', ...rest });
    await mended([], { cancelUnknown: true });
    expect(await openOf()).toHaveLength(1);
  });

  test('that stand there on other terms are told, and cancelled where that is asked for', async () => {
    const clientOrderId = newId();
    const { exchangeOrderId } = await account.placeOrder({ clientOrderId, ...rest });
    await write({ amount: '0.002', state: 'open', exchangeOrderId }, clientOrderId);
    await left(['orderDiffers left']);
    const [difference] = await mended(['orderDiffers cancelled'], { cancelUnknown: true });
    expect(difference).toMatchObject({ expected: { state: 'open', amount: '0.002' }, found: { state: 'open' } });
    expect(await openOf()).toEqual([]);
    expect(await stateOf(clientOrderId)).toBe('cancelled');
  });

  test('of another under the same id are told apart from the one that is stored', async () => {
    const clientOrderId = newId();
    await account.placeOrder({ clientOrderId, ...rest });
    await write({ state: 'open', exchangeOrderId: '987654321' }, clientOrderId);
    later(longMs);
    expect(told((await fix()).done)).toContain('orderDiffers left');
    await fix({ cancelUnknown: true });
    later(longMs);
    expect((await fix({ cancelUnknown: true })).done).toEqual([]);
    expect(await openOf()).toEqual([]);
  });

  test('that a list does not show yet are asked for one by one', async () => {
    await placed();
    server.venue.faults.inject({ type: 'lagLists', ms: 600_000, lists: ['openOrders'] });
    await mended([]);
  });
});

/** One order that was filled at once, booked as told by `tradesOf` its one trade, with the money that the wallet has. */
async function booked(tradesOf: (trade: Fill) => readonly Fill[]) {
  const { clientOrderId, exchangeOrderId } = await placed(taking);
  const [told] = await account.fetchFills('BTC/USDT', { exchangeOrderId });
  if (!told) throw new Error('no trade');
  const fills = tradesOf({ ...told, clientOrderId }).map((fill) => ({ ...fill, clientOrderId, growth: 0, volume: '0', earned: '0' }));
  const wallet = await account.fetchWallet();
  const balances = Object.fromEntries(
    ['BTC', 'ETH', 'USDT'].map((one) => [one, add(wallet[one]?.free ?? '0', wallet[one]?.locked ?? '0')]),
  );
  const filled = {
    ...taking,
    clientOrderId,
    exchangeOrderId,
    state: 'filled',
    reportedFilled: '0.001',
    recordedTrades: fills.length,
  } as const;
  await own.journal.record(
    { botId: bot.id, epoch: 0 },
    { orders: [orderWrite({ sequence, sentAt: new Date(), ...filled })], fills, ledger: newLedger(balances) },
  );
  return { clientOrderId };
}

async function expectLedgerToBeWallet(): Promise<void> {
  const wallet = await account.fetchWallet();
  const { ledger } = await own.bots.require(trader.id, bot.id);
  const balances = Object.entries(ledger?.balances ?? {});
  expect(balances).not.toEqual([]);
  for (const [currency, amount] of balances)
    expect(compare(amount, add(wallet[currency]?.free ?? '0', wallet[currency]?.locked ?? '0')), currency).toBe(0);
}

describe('trades and money', () => {
  test('of which nobody heard are booked, once', async () => {
    const { clientOrderId } = await placed(taking);
    const [difference] = await mended(['fillMissing takenIn']);
    expect(difference).toMatchObject({ expected: { state: 'open', amount: '0' }, found: { state: 'filled', amount: '0.001' } });
    const fills = await own.fills.listOfOrders([clientOrderId]);
    expect(fills.map(({ amount }) => amount)).toEqual(['0.001']);
    const wallet = await account.fetchWallet();
    const { ledger } = await own.bots.require(trader.id, bot.id);
    expect(Number(ledger?.balances.BTC)).toBeCloseTo(Number(wallet.BTC?.free) + Number(wallet.BTC?.locked), 8);
    expect(await own.records.count(bot.id)).toBe(1);
  });

  test('of an order whose answer was lost as well are booked with it', async () => {
    const clientOrderId = newId();
    await write(taking, clientOrderId);
    await account.placeOrder({ clientOrderId, ...taking });
    await write({ ...taking, state: 'unknown' }, clientOrderId);
    await mended(['orderStuck takenIn']);
    expect(await stateOf(clientOrderId)).toBe('filled');
    expect(await own.fills.listOfOrders([clientOrderId])).toHaveLength(1);
  });

  test('that the exchange does not list yet are waited for', async () => {
    const { clientOrderId } = await placed(taking);
    server.venue.faults.inject({ type: 'withholdFills', ms: 600_000, share: 1 });
    later(longMs);
    expect(told((await fix()).done)).toEqual(['fillMissing waits']);
    server.venue.faults.clearAll();
    await mended(['fillMissing takenIn']);
    expect(await own.fills.listOfOrders([clientOrderId])).toHaveLength(1);
  });

  test('that was taken out of the wallet stops the bot', async () => {
    server.venue.faults.inject({ type: 'changeBalance', account: accountId, currency: 'USDT', amount: '-1000' });
    const [difference] = await mended(['ledgerDiffers stopAsked']);
    expect(difference).toMatchObject({ currency: 'USDT', expected: { amount: '6000' }, found: { amount: '5000' } });
    expect((await own.bots.require(trader.id, bot.id)).active).toBe(false);
  });

  test('that was paid in belongs to nobody until the bot starts again', async () => {
    server.venue.faults.inject({ type: 'changeBalance', account: accountId, currency: 'USDT', amount: '1000' });
    await left(['walletMoved atNextStart']);
    expect((await own.bots.require(trader.id, bot.id)).ledger?.balances.USDT).toBe('6000');
  });

  test('of an order that nobody knows, and that is over, are booked with it', async () => {
    const clientOrderId = newId();
    await account.placeOrder({ clientOrderId, ...taking });
    const [difference] = await mended(['fillUnknown takenIn']);
    expect(difference).toMatchObject({ clientOrderId, expected: { state: 'none' }, found: { state: 'filled', amount: '0.001' } });
    expect(await own.fills.listOfOrders([clientOrderId])).toHaveLength(1);
    await expectLedgerToBeWallet();
  });

  test('of an order that is over here are booked, once', async () => {
    const { clientOrderId, exchangeOrderId } = await placed(taking);
    await write({ ...taking, state: 'cancelled', exchangeOrderId }, clientOrderId);
    await mended(['fillMissing takenIn']);
    expect(await own.fills.listOfOrders([clientOrderId])).toHaveLength(1);
    await expectLedgerToBeWallet();
  });

  test('with another fee than the exchange tells stop the bot, which begins with its wallet again', async () => {
    const { clientOrderId } = await booked(({ fee, ...trade }) => [{ ...trade, fee: String(2 * Number(fee)) }]);
    const [difference] = await mended(['feeDiffers stopAsked']);
    expect(difference).toMatchObject({ clientOrderId, pair: 'BTC/USDT', currency: 'BTC' });
    expect((await own.bots.require(trader.id, bot.id)).active).toBe(false);
  });

  test('that are more than their order was large stop the bot', async () => {
    await booked((trade) => [trade, { ...trade, tradeId: '987654' }]);
    const [difference] = await mended(['overfill stopAsked']);
    expect(difference).toMatchObject({ expected: { amount: '0.002' }, found: { amount: '0.001' } });
  });

  test('that were reckoned from totals, and booked as they came as well, stop the bot', async () => {
    await booked((trade) => [trade, { ...trade, tradeId: inferredTradeId(trade.exchangeOrderId, 0) }]);
    await mended(['fillDuplicate stopAsked']);
  });

  test('that are not what the movements add up to are corrected, and so is the bot’s own ledger', async () => {
    await own.ledgers.correct(bot.subAccountId, { BTC: '0.1', ETH: '2', USDT: '7000' });
    const [difference] = await mended(['bookDiffers corrected']);
    expect(difference).toMatchObject({ currency: 'USDT', expected: { amount: '6000' }, found: { amount: '7000' } });
    const [subAccount] = await own.ledgers.listOfAccount(bot.exchangeAccountId);
    expect(subAccount?.balances).toEqual({ BTC: '0.1', ETH: '2', USDT: '6000' });
    expect((await own.bots.require(trader.id, bot.id)).ledger?.balances.USDT).toBe('6000');
  });
});

test('a key that the exchange refuses is told, and nothing else is', async () => {
  await placed();
  server.venue.faults.inject({ type: 'cancelOrders', account: accountId });
  server.venue.faults.inject({ type: 'keyRefused', where: { account: accountId } });
  later(longMs);
  expect(told((await fix()).done)).toEqual(['keyChanged byOwner']);
  server.venue.faults.clearAll();
  server.venue.faults.inject({ type: 'keyRefused', where: { account: accountId }, times: 1 });
  expect(told((await fix()).done), 'refused once says nothing').toEqual(['orderMissing takenIn']);
});

test('a bot that was asked to stop long ago, and does not, is given to a worker anew', async () => {
  await own.bots.setActive(trader.id, bot.id, { active: false, by: trader.id, at: server.clock.now() });
  later(longMs);
  expect((await fix({ dryRun: true })).done).toEqual([]);
  later(6 * 60_000);
  const [difference] = (await fix()).done;
  expect(difference).toMatchObject({
    kind: 'stateDiffers',
    expected: { state: 'stopped' },
    found: { state: 'running' },
    outcome: 'workerAsked',
  });
  const { epoch } = await own.exchangeAccounts.require(bot.exchangeAccountId);
  expect(epoch).toBe(1);
  await own.journal.record({ botId: bot.id, epoch }, { phase: { kind: 'stopped', receipt: null } });
  expect((await fix()).done).toEqual([]);
});

test('an id under which there is nothing is answered', async () => {
  const nobody = '00000000-0000-7000-8000-000000000000';
  const answer = await fix({ botIds: [nobody, bot.id], exchangeAccountIds: [nobody] });
  expect(answer).toMatchObject({ asked: 1, done: [], unaskedCount: 2, left: 0, next: null });
  expect(answer.unasked).toMatchObject([
    { botId: nobody, exchangeAccountId: null, organization: null, code: 'botNotFound' },
    { botId: null, exchangeAccountId: nobody, code: 'exchangeAccountNotFound' },
  ]);
});

test('a look says to how many it did not come, and the next one goes on there', async () => {
  const organizationId = own.organizationId;
  const all = await list({ organizationId });
  expect(all).toMatchObject({ left: 0, next: null });
  const held = server.venue.hold({ call: 'wallet' });
  const asked = list({ organizationId });
  const letIn = await held;
  // The time of the look is over while it waits for one of them.
  server.clock.advance(30_000);
  letIn();
  const first = await asked;
  expect(first.next).toMatch(/^running\./);
  expect(first.asked + first.unaskedCount + first.left).toBe(all.asked + all.unaskedCount);
  expect(first.left).toBeGreaterThan(0);
  const rest = await list({ organizationId, cursor: first.next });
  expect(rest).toMatchObject({ next: null, left: 0 });
  expect(rest.asked + rest.unaskedCount).toBe(first.left);
  expect(await list({ organizationId: server.kohaku.id })).toMatchObject({ asked: 0, differences: [], left: 0 });
  server.clock.advance(-30_000);
});

test.each([{ type: 'serverError', status: 503 }, { type: 'maintenance' }, { type: 'answer', status: 200, body: '{}' }] as const)(
  'an exchange that answers with $type is no answer: nothing is told, nothing done',
  async (fault) => {
    await placed();
    server.venue.faults.inject({ type: 'cancelOrders', account: accountId });
    later(longMs);
    server.venue.faults.injectFrom({ ...fault, where: { account: accountId } });
    const answer = await fix();
    expect(answer).toMatchObject({
      asked: 0,
      done: [],
      unasked: [{ botId: bot.id, code: expect.any(String), message: expect.any(String) }],
    });
  },
);

test('why an exchange does not answer is told', async () => {
  server.venue.faults.injectFrom({ type: 'maintenance', where: { account: accountId } });
  expect((await fix()).unasked).toMatchObject([{ botId: bot.id, message: 'The exchange is under maintenance.' }]);
});

test('whoever ran the bot until then cannot write beside what is mended', async () => {
  const { clientOrderId } = await placed();
  server.venue.faults.inject({ type: 'cancelOrders', account: accountId });
  await mended(['orderMissing takenIn']);
  await expect(write({ state: 'open' }, clientOrderId)).rejects.toMatchObject({ code: 'staleEpoch' });
});

test('the list tells what differs over all bots, and each fix leaves its entry with the organization', async () => {
  const { clientOrderId } = await placed();
  server.venue.faults.inject({ type: 'cancelOrders', account: accountId });
  later(longMs);
  const list = await server.call('GET', '/ango-ya/bots/consistencies', { key, surface: 'operator' });
  expect(list.status).toBe(200);
  expect(list.body.differences.filter((one: { botId: string }) => one.botId === bot.id)).toEqual([
    {
      botId: bot.id,
      exchangeAccountId: bot.exchangeAccountId,
      organization: own.organizationId,
      kind: 'orderMissing',
      pair: 'BTC/USDT',
      currency: null,
      clientOrderId,
      exchangeOrderId: expect.any(String),
      expected: { state: 'open', amount: '0' },
      found: { state: 'cancelled', amount: '0' },
      since: expect.any(String),
    },
  ]);
  await fix();
  const [entry] = await own.audit.list({ offset: 0, limit: 1 });
  expect(entry).toMatchObject({ actor: 'operator', facts: { botId: bot.id, takenIn: 1, left: 0 } });
});

test('money that came to an exchange account of the platform by no order is booked to what is left of it', async () => {
  const exchangeName = server.exchange.name;
  const credentials = await server.venue.trial.createAccount({ balances: { USDT: '100000' } });
  const ofVenue = (await server.venue.trial.describe()).accounts.at(-1)?.id ?? '';
  const operate = (method: string, path: string, body?: object) =>
    server.call(method, `/ango-ya${path}`, { key, surface: 'operator', body });
  expect((await operate('POST', '/virtual-accounts/create', { exchangeName, name: 'first', credentials })).status).toBe(201);
  const ofWallet = async () =>
    (await operate('GET', '/bots/consistencies')).body.differences.filter(({ kind }: { kind: string }) => kind === 'virtualAccountDiffers');
  expect(await ofWallet()).toEqual([]);
  server.venue.faults.inject({ type: 'changeBalance', account: ofVenue, currency: 'USDT', amount: '-250' });
  const expected = { botId: null, currency: 'USDT', expected: { amount: '100000' }, found: { amount: '99750' } };
  expect(await ofWallet()).toMatchObject([expected]);
  const doneOf = async (body: object) =>
    (await operate('PUT', '/bots/consistencies/fix', body)).body.done.filter(
      ({ kind }: { kind: string }) => kind === 'virtualAccountDiffers',
    );
  expect(await doneOf({ dryRun: true })).toMatchObject([{ ...expected, outcome: 'bookedToRest' }]);
  expect(await ofWallet()).toMatchObject([expected]);
  expect(await doneOf({})).toMatchObject([{ ...expected, outcome: 'bookedToRest' }]);
  expect(await ofWallet()).toEqual([]);
  expect(await doneOf({})).toEqual([]);
  const { body } = await operate('GET', `/virtual-accounts/real-balance?${new URLSearchParams({ exchangeName, name: 'first' })}`);
  expect(body.balances.USDT).toMatchObject({ wallet: '99750', rest: '99750', difference: '0' });
});

test('what a virtual account holds for an order that is over is free again, and its balance is what its movements add up to', async () => {
  const platform = server.database.forOrganization(platformOrganizationId);
  const { key: ofVenue, secret } = server.venue.createAccount({ balances: {} });
  const owner = { organizationId: platformOrganizationId, userId: null, exchangeId: server.exchange.id };
  const { id: exchangeAccountId } = await buildExchangeAccount(server.database, owner, { apiKey: ofVenue, secret });
  const { id } = await platform.virtualAccounts.create({ exchangeAccountId, name: 'held' });
  const strategy = { kind: 'balancing', pairs, delta: 0.01 } as const;
  const given = { userId: null, exchangeAccountId, virtualAccountId: id, name: 'b', type: 'MANUAL', postOnly: true, strategy } as const;
  const { id: botId, botNumber } = await platform.bots.create(given);
  const ledger = newLedger({ BTC: '0', ETH: '0', USDT: '0' });
  await platform.journal.record({ botId, epoch: 0 }, { phase: { kind: 'running', since: new Date() }, ledger });
  const order = { pair: 'BTC/USDT', side: 'buy', price: '50000', amount: '0.001' } as const;
  await platform.virtualAccounts.change(exchangeAccountId, [id], { by: null }, (books) =>
    holdInstead(books, id, { [clientOrderIdOf(botNumber, 7)]: order }),
  );
  later(longMs);
  const mend = async (named: object) => told((await fix(named)).done);
  const named = { botIds: [botId] };
  expect((await fix({ ...named, dryRun: true })).done).toMatchObject([
    { kind: 'holdDiffers', currency: 'USDT', expected: { amount: '0' }, found: { amount: '50' }, outcome: 'corrected' },
  ]);
  expect(await mend(named)).toEqual(['holdDiffers corrected']);
  expect(await mend(named)).toEqual([]);
  expect((await platform.virtualAccounts.findById(id))?.holds).toEqual({});
  await platform.ledgers.correct(id, { USDT: '5' });
  const whole = { botIds: [], exchangeAccountIds: [exchangeAccountId] };
  expect(await mend(whole)).toEqual(['bookDiffers corrected']);
  expect(await mend(whole)).toEqual([]);
  expect((await platform.virtualAccounts.findById(id))?.balances).toEqual({});
});

test('a bot whose exchange account a worker takes while it is compared is left as it is', async () => {
  inject({ type: 'changeBalance', account: accountId, currency: 'USDT', amount: '-1000' });
  later(longMs);
  const epochOf = async () => (await own.exchangeAccounts.require(bot.exchangeAccountId)).epoch;
  const before = await epochOf();
  const hold = () => server.venue.hold({ call: 'wallet' });
  const held = hold();
  const fixing = fix();
  let letIn = await held;
  // It is compared a first time before its exchange account is taken away.
  while ((await epochOf()) === before) {
    const next = hold();
    letIn();
    letIn = await next;
  }
  await server.database.platform.workers.takeAway({ organizationId: own.organizationId, exchangeAccountId: bot.exchangeAccountId }, null);
  letIn();
  expect(told((await fixing).done)).toEqual(['ledgerDiffers byWorker']);
  expect((await own.bots.require(trader.id, bot.id)).active).toBe(true);
});

/** One of the platform's own, on a virtual account that may spend what its exchange account has. */
async function buildVirtualBot() {
  const platform = server.database.forOrganization(platformOrganizationId);
  const made = server.venue.createAccount();
  const ofVenue = (await server.venue.trial.describe()).accounts.at(-1)?.id ?? '';
  const owner = { organizationId: platformOrganizationId, userId: null, exchangeId: server.exchange.id };
  const { id: exchangeAccountId } = await buildExchangeAccount(server.database, owner, { apiKey: made.key, secret: made.secret });
  const { id } = await platform.virtualAccounts.create({ exchangeAccountId, name: 'own' });
  const change = (work: Parameters<typeof platform.virtualAccounts.change>[3]) =>
    platform.virtualAccounts.change(exchangeAccountId, [id], { by: null }, work);
  await change((books) => noteWallet(books, { currency: 'USDT', amount: '1000' }));
  await change((books) => give(books, id, { currency: 'USDT', amount: '1000' }));
  const strategy = { kind: 'balancing', pairs, delta: 0.01 } as const;
  const given = { userId: null, exchangeAccountId, virtualAccountId: id, name: 'b', type: 'MANUAL', postOnly: true, strategy } as const;
  const { id: botId, botNumber } = await platform.bots.create(given);
  await platform.bots.setActive(null, botId, { active: true, by: trader.id, at: server.clock.now() });
  const record = (step: Parameters<typeof platform.journal.record>[1]) => platform.journal.record({ botId, epoch: 0 }, step);
  await record({ phase: { kind: 'running', since: new Date() }, ledger: newLedger({ BTC: '0', ETH: '0', USDT: '1000' }) });
  const clientOrderId = clientOrderIdOf(botNumber, 7);
  /** Sent and stored; more is held for it than it may spend. */
  const place = async (terms: Omit<OrderRequest, 'clientOrderId'>) => {
    const order = { ...terms, clientOrderId, sequence: 7, sentAt: new Date() };
    await record({ orders: [orderWrite(order)] });
    const connector = connectExchange({ ccxtId: 'binance', baseUrl: server.venue.url });
    const its = await connector.account({ apiKey: made.key, secret: made.secret });
    const { exchangeOrderId } = await its.placeOrder({ clientOrderId, ...terms });
    const fills = await its.fetchFills('BTC/USDT', { exchangeOrderId });
    await its.close();
    await connector.close();
    const open = { ...order, state: 'open', exchangeOrderId } as const;
    await record({ orders: [orderWrite(open)] });
    return { open, fills };
  };
  const holdMore = (terms: Omit<OrderRequest, 'clientOrderId'>) =>
    change((books) => holdInstead(books, id, { [clientOrderId]: { ...terms, amount: '0.002' } }));
  const holds = async () => (await platform.virtualAccounts.findById(id))?.holds;
  return { platform, exchangeAccountId, ofVenue, botId, record, place, holdMore, holds };
}

const resting = { pair: 'BTC/USDT', side: 'buy', price: '50000', amount: '0.001' } as const;

test.each([
  { what: 'ended', terms: resting, expected: ['orderMissing takenIn', 'holdDiffers corrected'] },
  { what: 'filled', terms: taking, expected: ['fillMissing takenIn', 'holdDiffers corrected'] },
])('for an order that $what while too much was held for it nothing is held any more', async ({ terms, expected }) => {
  const { ofVenue, botId, place, holdMore, holds } = await buildVirtualBot();
  await place(terms);
  await holdMore(terms);
  inject({ type: 'cancelOrders', account: ofVenue });
  later(longMs);
  expect(told((await fix({ botIds: [botId] })).done)).toEqual(expected);
  expect(await holds()).toEqual({});
  later(longMs);
  expect((await fix({ botIds: [botId] })).done).toEqual([]);
});

test('a wallet is compared though holds of its bots differ; while their orders do, it is told what two looks find, and nothing is booked', async () => {
  const { exchangeAccountId, ofVenue, place, holdMore } = await buildVirtualBot();
  const look = () => fix({ botIds: [], exchangeAccountIds: [exchangeAccountId], dryRun: true });
  await place(resting);
  await holdMore(resting);
  later(longMs);
  const differing = await look();
  expect(differing.unasked).toEqual([]);
  expect(told(differing.done)).toContain('virtualAccountDiffers bookedToRest');
  inject({ type: 'cancelOrders', account: ofVenue });
  expect(await look()).toMatchObject({ done: [], unasked: [{ botId: null, exchangeAccountId, code: 'walletMoving' }] });
  const { differences } = await list({ organizationId: platformOrganizationId });
  expect(differences).toContainEqual(expect.objectContaining({ kind: 'virtualAccountDiffers', botId: null, exchangeAccountId }));
});

test('a wallet that is as booked is compared whatever its bots’ orders do, and asks for nothing else', async () => {
  const { exchangeAccountId, ofVenue, place } = await buildVirtualBot();
  const look = () => fix({ botIds: [], exchangeAccountIds: [exchangeAccountId] });
  await look();
  await place(resting);
  inject({ type: 'cancelOrders', account: ofVenue });
  expect(await look()).toMatchObject({ done: [], unasked: [] });
});

test('trades booked wrongly on a virtual account are told, and stop no bot there', async () => {
  const { platform, botId, record, place } = await buildVirtualBot();
  const { open, fills } = await place(taking);
  const all = fills.map((fill) => ({
    ...fill,
    fee: String(2 * Number(fill.fee)),
    clientOrderId: open.clientOrderId,
    growth: 0,
    volume: '0',
    earned: '0',
  }));
  await record({ orders: [orderWrite({ ...open, state: 'filled', reportedFilled: '0.001', recordedTrades: all.length })], fills: all });
  later(longMs);
  for (let looks = 0; looks < 2; looks += 1) expect(told((await fix({ botIds: [botId] })).done)).toEqual(['feeDiffers waits']);
  expect((await platform.bots.find(botId))?.active).toBe(true);
});

test('a bot that stops while others are looked at is not taken for one that does not do as it was asked', async () => {
  const { platform, botId, record } = await buildVirtualBot();
  later(10 * 60_000);
  const held = server.venue.hold({ account: accountId, call: 'wallet' });
  const asked = fix({ botIds: [bot.id, botId] });
  const letIn = await held;
  await platform.bots.setActive(null, botId, { active: false, by: trader.id, at: server.clock.now() });
  await record({ phase: { kind: 'stopped', receipt: null } });
  letIn();
  const { done, unasked } = await asked;
  expect([done, unasked]).toEqual([[], []]);
});

interface Case {
  readonly strike: () => Promise<unknown>;
  /** What is told while it strikes; null: that its exchange could not be asked. */
  readonly told: readonly string[] | null;
  /** What undoes it, where it does not end with the fault. */
  readonly lift?: () => unknown;
  /** What is still told after everything was fixed. */
  readonly stays?: readonly string[];
}

const where = () => ({ account: accountId });
const inject = (fault: FaultInput) => server.venue.faults.inject(fault);
/** A trade of which its bot heard nothing. */
async function unheard(fault: FaultInput | null): Promise<void> {
  if (fault) inject(fault);
  await placed(taking);
}
/** An order of which its bot does not know whether it arrived. */
async function unanswered(fault: FaultInput): Promise<void> {
  const clientOrderId = newId();
  await write({}, clientOrderId);
  inject(fault);
  await expect(account.placeOrder({ clientOrderId, ...rest })).rejects.toMatchObject({ kind: 'unknown' });
  await write({ state: 'unknown' }, clientOrderId);
}
async function silent(fault: FaultInput): Promise<void> {
  await placed();
  inject(fault);
}

/** Rules are loaded anew while it is looked, but not sooner for looks without a pause. */
const untilSeen = { interval: 1_000 };
const seen = async () => {
  later(longMs);
  return told((await fix({ dryRun: true })).done);
};

/** Every type of the fault kit; one that is new there is missing here. */
const cases: Readonly<Record<FaultInput['type'], Case>> = {
  delayBefore: { strike: () => silent({ type: 'delayBefore', ms: 50, where: where() }), told: [] },
  delayAfter: { strike: () => silent({ type: 'delayAfter', ms: 50, where: where() }), told: [] },
  loseAnswer: { strike: () => unanswered({ type: 'loseAnswer', where: { call: 'place' }, times: 1 }), told: ['orderStuck takenIn'] },
  stallAnswer: {
    strike: async () => {
      const clientOrderId = newId();
      inject({ type: 'stallAnswer', where: { call: 'place' }, times: 1 });
      account.placeOrder({ clientOrderId, ...rest }).catch(() => undefined);
      await expect.poll(async () => (await openOf()).length).toBe(1);
      await write({ state: 'unknown' }, clientOrderId);
    },
    told: ['orderStuck takenIn'],
  },
  resetConnection: { strike: () => unanswered({ type: 'resetConnection', where: { call: 'place' } }), told: ['orderStuck takenIn'] },
  serverError: { strike: () => silent({ type: 'serverError', where: where() }), told: null },
  tooManyRequests: { strike: () => silent({ type: 'tooManyRequests', where: where() }), told: null },
  banned: { strike: () => silent({ type: 'banned', where: where() }), told: null },
  firewall: { strike: () => silent({ type: 'firewall', retryAfterSeconds: 1, where: where() }), told: null },
  clockSkew: { strike: () => silent({ type: 'clockSkew', where: where() }), told: null },
  keyRefused: { strike: () => silent({ type: 'keyRefused', where: where() }), told: ['keyChanged byOwner'] },
  answer: { strike: () => silent({ type: 'answer', status: 200, body: '{}', where: where() }), told: null },
  maintenance: { strike: () => silent({ type: 'maintenance', where: where() }), told: null },
  duplicateEvents: { strike: () => unheard({ type: 'duplicateEvents', where: where() }), told: ['fillMissing takenIn'] },
  reorderEvents: { strike: () => unheard({ type: 'reorderEvents', where: where() }), told: ['fillMissing takenIn'] },
  loseEvents: { strike: () => unheard({ type: 'loseEvents', where: where() }), told: ['fillMissing takenIn'] },
  partialFills: {
    strike: async () => {
      inject({ type: 'partialFills', where: { pair: 'BTC/USDT' } });
      await placed({ ...rest, side: 'buy', price: '59999' });
      const other = server.venue.createAccount();
      const connector = connectExchange({ ccxtId: 'binance', baseUrl: server.venue.url });
      const taker = await connector.account({ apiKey: other.key, secret: other.secret });
      await taker.placeOrder({ clientOrderId: 'other1', pair: 'BTC/USDT', side: 'sell', price: '59999', amount: '0.0004' });
      await taker.close();
      await connector.close();
    },
    told: ['fillMissing takenIn'],
  },
  lagLists: { strike: () => silent({ type: 'lagLists', ms: 600_000, lists: ['openOrders'], where: where() }), told: [] },
  withholdFills: { strike: () => unheard({ type: 'withholdFills', ms: 600_000, share: 1, where: where() }), told: ['fillMissing waits'] },
  shuffleFills: {
    strike: async () => {
      await unheard({ type: 'shuffleFills', where: where() });
      await unheard(null);
    },
    told: ['fillMissing takenIn', 'fillMissing takenIn'],
  },
  dropStreams: { strike: () => unheard({ type: 'dropStreams', account: accountId }), told: ['fillMissing takenIn'] },
  silenceStreams: { strike: () => unheard({ type: 'silenceStreams', account: accountId }), told: ['fillMissing takenIn'] },
  cancelOrders: { strike: () => silent({ type: 'cancelOrders', account: accountId }), told: ['orderMissing takenIn'] },
  changeRules: {
    strike: async () => {
      await silent({ type: 'changeRules', pair: 'BTC/USDT', lotSize: '0.01' });
      await expect.poll(seen, untilSeen).toEqual(['marketChanged waits']);
    },
    told: ['marketChanged waits'],
    lift: async () => {
      inject({ type: 'changeRules', pair: 'BTC/USDT', lotSize: '0.00001' });
      await expect.poll(seen, untilSeen).toEqual([]);
    },
  },
  changeMarket: {
    strike: () => silent({ type: 'changeMarket', pair: 'BTC/USDT', state: 'halted' }),
    told: [],
    lift: () => inject({ type: 'changeMarket', pair: 'BTC/USDT', state: 'trading' }),
  },
  changeBalance: {
    strike: () => silent({ type: 'changeBalance', account: accountId, currency: 'USDT', amount: '-1000' }),
    told: ['ledgerDiffers stopAsked'],
  },
  changeFeeCoin: {
    strike: () => {
      inject({ type: 'changeBalance', account: accountId, currency: 'BNB', amount: '1' });
      return unheard({ type: 'changeFeeCoin', account: accountId, currency: 'BNB', prices: { USDT: '600' } });
    },
    told: ['fillMissing takenIn'],
  },
  revokeKey: {
    strike: () => silent({ type: 'revokeKey', account: accountId, key: apiKey }),
    told: ['keyChanged byOwner'],
    stays: ['keyChanged byOwner'],
  },
  changeMoneyDigits: {
    strike: () => unheard({ type: 'changeMoneyDigits', currency: 'USDT', digits: 2 }),
    told: ['fillMissing takenIn'],
    lift: () => inject({ type: 'changeMoneyDigits', currency: 'USDT', digits: 18 }),
  },
};

describe('every fault of the fault kit', () => {
  test('has its case', () => {
    expect(Object.keys(cases).sort()).toEqual(Object.keys(faultFields).sort());
  });

  test.each(Object.entries(cases))('%s is told, or why nothing can be, and mended when it is over', async (type, given) => {
    const { faults } = server.venue;
    const before = faults.struck[type] ?? 0;
    await given.strike();
    later(longMs);
    const whileItLasts = await fix();
    if (given.told === null) expect(whileItLasts).toMatchObject({ asked: 0, done: [], unaskedCount: 1, unasked: [{ botId: bot.id }] });
    else expect([told(whileItLasts.done), whileItLasts.unaskedCount]).toEqual([given.told, 0]);
    if (isStrikingCalls(type)) expect(faults.struck[type] ?? 0).toBeGreaterThan(before);
    faults.clearAll();
    await given.lift?.();
    // An exchange that asked to be left alone is left alone for a while.
    await expect.poll(async () => (await fix({ dryRun: true })).unaskedCount, { interval: 200 }).toBe(0);
    later(longMs);
    await fix();
    later(longMs);
    expect(told((await fix()).done)).toEqual(given.stays ?? []);
  });
});

/** Events strike nobody here, since nobody listens; a market that stands still has no trades of its own to part. */
const isStrikingCalls = (type: string): boolean =>
  !['duplicateEvents', 'reorderEvents', 'loseEvents', 'partialFills', 'dropStreams', 'silenceStreams', 'shuffleFills'].includes(type);

test('the specified calls that are shown here were made', expectSpecifiedCalls);

/** The last one: no bot begins on a pair that is gone. */
test('orders on a pair that the exchange has no more wait for the bot’s worker', async () => {
  await placed({ pair: 'ETH/BTC', side: 'sell', price: '0.06', amount: '0.01' });
  server.venue.faults.inject({ type: 'changeMarket', pair: 'ETH/BTC', state: 'delisted' });
  later(longMs);
  expect(told((await fix()).done)).toEqual(['marketChanged waits']);
});
