/** Every way in which a bot and its exchange come to disagree: it is told, mended by what the exchange says, and gone. */
import { clientOrderIdOf, newLedger, type OrderNews } from '@tenbin/bots';
import type { AnyBotRow, OrganizationDatabase } from '@tenbin/db';
import type { ExchangeAccount, OrderRequest } from '@tenbin/exchange';
import { orderWrite } from '@tenbin/testkit';
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
let sequence: number;

/** One that runs, and that no worker has. */
beforeEach(async () => {
  trader = await server.makeUser();
  const made = server.venue.createAccount();
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

  test('that a list does not show yet are asked for one by one', async () => {
    await placed();
    server.venue.faults.inject({ type: 'lagLists', ms: 600_000, lists: ['openOrders'] });
    await mended([]);
  });
});

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

  test('that was paid in belongs to nobody, and is no difference', async () => {
    server.venue.faults.inject({ type: 'changeBalance', account: accountId, currency: 'USDT', amount: '1000' });
    await mended([]);
  });
});

test.each([
  { type: 'serverError', status: 503 },
  { type: 'maintenance' },
  { type: 'keyRefused' },
  { type: 'answer', status: 200, body: '{}' },
] as const)('an exchange that answers with $type is no answer: nothing is told, nothing done', async (fault) => {
  await placed();
  server.venue.faults.inject({ type: 'cancelOrders', account: accountId });
  later(longMs);
  server.venue.faults.injectFrom({ ...fault, where: { account: accountId } });
  const answer = await fix();
  expect(answer).toMatchObject({ asked: 0, done: [], unasked: [{ botId: bot.id, code: expect.any(String), message: expect.any(String) }] });
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

test('orders on a pair that the exchange has no more wait for the bot’s worker', async () => {
  await placed({ pair: 'ETH/BTC', side: 'sell', price: '0.06', amount: '0.01' });
  server.venue.faults.inject({ type: 'changeMarket', pair: 'ETH/BTC', state: 'delisted' });
  later(longMs);
  expect(told((await fix()).done)).toEqual(['marketChanged waits']);
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
