import { clientOrderIdOf } from '@tenbin/bots';
import { platformOrganizationId } from '@tenbin/db';
import { subtract } from '@tenbin/market';
import { contractRecord, openTestDatabase, orderWrite } from '@tenbin/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let admin: Client;
let server: TestServer;
let key: string;
let observer: string;
let keyOfAccount: { key: string; secret: string };
const exchangeName = 'Tenbin Virtual';
let count = 0;
let name: string;

beforeAll(async () => {
  const opened = await openTestDatabase('postgres');
  server = await startTestServer({ opened });
  admin = new Client({ connectionString: opened.options.databaseUrl });
  await admin.connect();
  [key, observer] = [await server.makeOperator(), await server.makeOperator('observer')];
  keyOfAccount = await server.venue.trial.createAccount({ balances: { USDT: '100000', BTC: '5', ETH: '50' } });
});
afterAll(async () => {
  await admin.end();
  await server.close();
});

/** Sessions of the database that wait for another one. */
const countWaiting = async () =>
  (await admin.query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).rowCount;

const operate = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
  server.call(method, `/ango-ya/virtual-accounts${path}`, { key, surface: 'operator', body, headers });
const read = (path: string, query: Readonly<Record<string, string>> = {}) =>
  operate('GET', `/${path}?${new URLSearchParams({ exchangeName, name, ...query })}`);
const give = (currency: string, amount: string, headers: Readonly<Record<string, string>> = {}, to = name) =>
  operate('PUT', '/increase-balance', { exchangeName, name: to, currency, amount, reason: 'A test' }, headers);
const order = (given: Readonly<Record<string, unknown>> = {}) =>
  operate('POST', '/create-order', {
    exchangeName,
    name,
    pair: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    price: '50000',
    amount: '0.001',
    ...given,
  });

/** The first of an exchange takes the key; whichever test comes first. */
async function makeAccount(called: string) {
  const without = await operate('POST', '/create', { exchangeName, name: called });
  return without.status === 201 ? without : operate('POST', '/create', { exchangeName, name: called, credentials: keyOfAccount });
}

beforeEach(async () => {
  count += 1;
  name = `account ${count}`;
  expect((await makeAccount(name)).status).toBe(201);
});

test('the first one of an exchange takes the key, what is in the wallet is nobody’s yet, and no secret is told or logged', async () => {
  expect((await operate('POST', '/create', { exchangeName, name })).body.code).toBe('virtualAccountExists');
  expect((await operate('POST', '/create', { exchangeName, name: 'other', credentials: keyOfAccount })).body.code).toBe(
    'exchangeAccountInUse',
  );
  expect((await operate('POST', '/create', { exchangeName: 'nowhere', name })).status).toBe(404);
  const { body } = await read('real-balance');
  expect(body).toMatchObject({
    complete: true,
    balances: { USDT: { wallet: '100000', difference: '0' }, BTC: { wallet: '5', difference: '0' } },
  });
  expect(server.log.join()).not.toContain(keyOfAccount.secret);
  const audit = JSON.stringify(await server.database.platform.audit.list({ offset: 0, limit: 100 }));
  expect(audit).not.toContain(keyOfAccount.secret);
});

test('money comes from the rest, never more than that has, and goes from one to another whole or not at all', async () => {
  expect((await give('USDT', '1000')).body).toMatchObject({
    state: 'active',
    balances: { USDT: { total: '1000', reserved: '0', free: '1000' } },
  });
  expect((await give('USDT', '-1000.5')).body).toMatchObject({
    code: 'ledgerLacksFunds',
    facts: { currency: 'USDT', free: '1000', needed: '1000.5' },
  });
  expect((await give('USDT', '1000000')).body.code).toBe('restLacksFunds');
  expect(await give('USDT', '0')).toMatchObject({ status: 400, body: { code: 'amountZero', error: { amount: expect.any(String) } } });
  expect((await give('USDT', `0.${'0'.repeat(20)}1`)).body).toMatchObject({
    code: 'amountTooFine',
    facts: { most: 18 },
    error: { amount: expect.any(String) },
  });
  await makeAccount(`${name} b`);
  const move = (amount: string, to = `${name} b`) =>
    operate('PUT', '/transfer-balance', { exchangeName, from: name, to, currency: 'USDT', amount, reason: 'A test' });
  expect((await move('1000.01')).body.code).toBe('ledgerLacksFunds');
  expect((await move('100', name)).body.code).toBe('sameLedger');
  expect((await move('all')).body).toMatchObject({
    from: { balances: { USDT: { total: '0' } } },
    to: { balances: { USDT: { total: '1000' } } },
  });
  expect(await move('all')).toMatchObject({
    status: 409,
    body: { code: 'nothingToTransfer', facts: { currency: 'USDT' }, error: { currency: expect.any(String) } },
  });
  expect((await move('0')).body.code).toBe('amountZero');
  const [movement] = (await read('movements')).body;
  expect(movement).toMatchObject({
    cause: 'transfer',
    reason: 'A test',
    entries: [
      { account: name, part: 'free', currency: 'USDT', amount: '-1000' },
      { account: `${name} b`, part: 'free', currency: 'USDT', amount: '1000' },
    ],
  });
});

describe('a call that names itself', () => {
  test('is done once however often it comes, and answered as before', async () => {
    const headers = { 'idempotency-key': `give ${count}`.replace(' ', '-') };
    const first = await give('USDT', '10', headers);
    const again = await give('USDT', '10', headers);
    expect([first.headers.get('idempotency-hit'), again.headers.get('idempotency-hit')]).toEqual([null, 'true']);
    expect(again.body).toEqual(first.body);
    expect((await read('account')).body.balances.USDT.total).toBe('10');
  });

  test('is refused where another one has its name, and may come again where it was refused', async () => {
    const headers = { 'idempotency-key': `other-${count}` };
    expect((await give('USDT', '-10', headers)).body.code).toBe('ledgerLacksFunds');
    expect((await give('USDT', '10', headers)).status).toBe(200);
    expect(await give('USDT', '11', headers)).toMatchObject({ status: 409, body: { code: 'idempotencyKeyReused' } });
    expect((await give('USDT', '10', { 'idempotency-key': 'x'.repeat(201) })).status).toBe(400);
  });

  test('that comes twice at once is done once', async () => {
    const headers = { 'idempotency-key': `both-${count}` };
    const answers = await Promise.all([give('USDT', '10', headers), give('USDT', '10', headers)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read('account')).body.balances.USDT.total).toBe('10');
  });
});

describe('an order', () => {
  beforeEach(async () => {
    await give('USDT', '100');
  });

  test('holds its money, is listed, and gives it back where it is cancelled before it was sent', async () => {
    const made = await order();
    expect(made).toMatchObject({ status: 201, body: { state: 'asked', type: 'limit', isByHand: true, price: '50000', amount: '0.001' } });
    expect((await read('account')).body).toMatchObject({ orders: 1, balances: { USDT: { total: '100', reserved: '50', free: '50' } } });
    expect((await read('open-orders', { pair: 'BTC/USDT' })).body).toMatchObject([{ _id: made.body._id }]);
    expect((await read('open-orders', { pair: 'ETH/USDT' })).body).toEqual([]);
    expect((await order({ amount: '0.0011' })).body.code).toBe('ledgerLacksFunds');
    const cancel = () => operate('PUT', '/cancel-order', { exchangeName, name, orderId: made.body._id });
    expect((await cancel()).body).toEqual({ success: true });
    expect((await cancel()).body).toEqual({ success: true });
    expect((await read('account')).body).toMatchObject({ orders: 0, balances: { USDT: { free: '100' } } });
    expect((await read('all-orders')).body).toMatchObject([{ state: 'withdrawn' }]);
    expect((await operate('PUT', '/cancel-order', { exchangeName, name, orderId: 'T1' })).body.code).toBe('virtualOrderNotFound');
  });

  test('that was not sent before everything was stopped is not sent with one that is asked for later', async () => {
    const before = (await order()).body._id;
    expect((await server.call('PUT', '/ango-ya/bots/stop_all', { key, surface: 'operator' })).status).toBe(200);
    // More than the first one has left.
    const after = (await order({ amount: '0.0015' })).body._id;
    const states = (await read('all-orders')).body.map(({ _id, state }: { _id: string; state: string }) => [_id, state]);
    expect(Object.fromEntries(states)).toEqual({ [before]: 'withdrawn', [after]: 'asked' });
  });

  test('is answered with itself, whatever else was stored at that moment', async () => {
    const platform = server.database.forOrganization(platformOrganizationId);
    const account = (await read('account')).body;
    const [hand] = await platform.bots.listOfSubAccount(account._id);
    const later = orderWrite({
      sequence: 1,
      clientOrderId: clientOrderIdOf(hand?.botNumber ?? 0, 1),
      pair: 'BTC/USDT',
      side: 'buy',
      price: '40000',
      amount: '0.001',
      sentAt: new Date(Date.now() + 3_600_000),
    });
    await platform.journal.record({ botId: hand?.id ?? '', epoch: 0 }, { orders: [{ ...later, state: 'open' }] });
    const made = await order();
    expect(made).toMatchObject({ status: 201, body: { state: 'asked', side: 'buy', price: '50000' } });
    expect(made.body._id).not.toBe(later.clientOrderId);
  });

  test('at the market holds what it costs 5 % beyond the price of now', async () => {
    await give('USDT', '900');
    const { body } = await order({ type: 'market', amount: '0.005', price: undefined });
    expect(body).toMatchObject({ type: 'market', state: 'asked' });
    const { reserved } = (await read('account')).body.balances.USDT;
    expect(Number(reserved)).toBeCloseTo(Number(body.price) * 0.005, 8);
  });

  test('at the market goes no further than what others offer before an order of the same exchange account', async () => {
    await give('USDT', '9900');
    const platform = server.database.forOrganization(platformOrganizationId);
    const market = () => order({ type: 'market', amount: '0.005', price: undefined });
    const line = (await market()).body.price;
    const [hand] = await platform.bots.listOfSubAccount((await read('account')).body._id);
    const sellAt = (price: string, sequence: number) =>
      platform.journal.record(
        { botId: hand?.id ?? '', epoch: 0 },
        {
          orders: [
            orderWrite({
              sequence,
              clientOrderId: clientOrderIdOf(hand?.botNumber ?? 0, sequence),
              pair: 'BTC/USDT',
              side: 'sell',
              price,
              amount: '0.001',
              state: 'open',
            }),
          ],
        },
      );
    await give('BTC', '1');
    const near = (Number(line) / 1.02).toFixed(2);
    await sellAt(near, 1);
    const short = await market();
    expect(short.status).toBe(201);
    expect(short.body.price).toBe(subtract(near, '0.01'));
    await sellAt((Number(line) / 1.2).toFixed(2), 2);
    expect((await market()).body.code).toBe('ordersWouldCross');
  });

  test('that no market takes is refused before anything is held', async () => {
    expect((await order({ pair: 'XXX/YYY' })).body.code).toBe('pairNotAvailable');
    const refused = async (terms: Record<string, unknown>) => (await order(terms)).body;
    expect(await refused({ amount: '0.000001' })).toMatchObject({
      code: 'orderAmountTooSmall',
      advice: expect.stringMatching(/^Enter an amount of at least 0\.\d+ BTC\.$/),
      error: { amount: expect.any(String) },
    });
    expect(await refused({ amount: '0.00005' })).toMatchObject({
      code: 'orderValueTooSmall',
      advice: expect.stringMatching(/amount times price must be at least [\d.]+ USDT\.$/),
      error: { amount: expect.any(String) },
    });
    expect(await refused({ amount: '100000000' })).toMatchObject({
      code: 'orderAmountTooLarge',
      advice: expect.stringMatching(/^Enter an amount of at most [\d.]+ BTC,/),
      error: { amount: expect.any(String) },
    });
    expect((await order({ price: undefined })).status).toBe(400);
    expect((await order({ price: '6000', amount: '0.01' })).body).toMatchObject({
      code: 'orderPriceOutOfRange',
      advice: 'Choose a price nearer to the market.',
      error: { price: expect.any(String) },
    });
    expect((await read('account')).body.balances.USDT.reserved).toBe('0');
  });
});

test('a frozen one sends nothing and gives nothing, and takes in money', async () => {
  await give('USDT', '100');
  const freeze = (frozen: boolean) => operate('PUT', '/freeze', { exchangeName, name, frozen, reason: 'A look' });
  expect((await freeze(true)).body.state).toBe('frozen');
  expect([(await order()).body.code, (await give('USDT', '-1')).body.code]).toEqual(['ledgerFrozen', 'ledgerFrozen']);
  expect((await give('USDT', '1')).status).toBe(200);
  const start = { exchangeName, name, pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'], delta: 0.01 };
  expect((await operate('PUT', '/start-bot', start)).body.code).toBe('ledgerFrozen');
  expect((await freeze(false)).body.state).toBe('active');
  expect((await order()).status).toBe(201);
});

test('what was moved by somebody is moved back once, and what was held is not', async () => {
  await give('USDT', '100');
  const [given] = (await read('movements')).body;
  expect(given.isReversible).toBe(true);
  const back = (id: string) => operate('POST', `/movements/${id}/reverse`, { reason: 'By mistake' });
  expect((await back(given._id)).status).toBe(200);
  expect((await read('account')).body.balances.USDT.total).toBe('0');
  expect((await read('movements')).body[0]).toMatchObject({ cause: 'reversal', reverses: given._id, reason: 'By mistake' });
  // The one that took it back stands on the page before.
  expect((await read('movements', { offset: '1', limit: '1' })).body).toMatchObject([{ _id: given._id, isReversible: false }]);
  await give('USDT', '100');
  expect((await back(given._id)).body.code).toBe('movementReversed');
  await order();
  const [held] = (await read('movements')).body;
  const [{ _id: heldFor }] = (await read('open-orders')).body;
  expect([held.orderId, held.tradeId, given.orderId]).toEqual([heldFor, null, null]);
  expect((await back(held._id)).body.code).toBe('movementNotReversible');
  expect((await back('999999999')).status).toBe(404);
});

test('one account tells what it had at a moment', async () => {
  await give('USDT', '100');
  const [{ at }] = (await read('movements')).body;
  expect((await read('account', { at })).body.balances.USDT.total).toBe('100');
  expect((await read('account', { at: '2020-01-01T00:00:00Z' })).body.balances).toEqual({});
});

test('a balancing bot is started once, changed by starting it again, and stopped', async () => {
  await give('USDT', '100');
  const start = (more: object = {}) => operate('PUT', '/start-bot', { exchangeName, name, ...more });
  expect((await start()).status).toBe(400);
  const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
  expect((await start({ pairs: ['BTC/USDT'], delta: 0.01 })).body.code).toBe('notThreeCurrencies');
  expect((await start({ pairs, delta: 0.01 })).body.bots).toMatchObject([{ type: 'balancing', pairs, isRunning: true }]);
  expect((await start({ delta: 0.02 })).body.bots).toHaveLength(1);
  const platform = server.database.forOrganization(platformOrganizationId);
  const { _id } = (await read('account')).body;
  const bots = await platform.bots.listOfSubAccount(_id);
  expect(bots.map(({ strategy }) => strategy)).toContainEqual({ kind: 'balancing', pairs, delta: 0.02 });
  expect((await operate('DELETE', `/${_id}`)).body.code).toBe('ledgerNotEmpty');
  expect((await operate('PUT', '/stop-bot', { exchangeName, name })).body.bots).toMatchObject([{ isRunning: false }]);
});

test('what its bots traded is read newest first, by pair and page', async () => {
  const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
  await operate('PUT', '/start-bot', { exchangeName, name, pairs, delta: 0.01 });
  const { bots } = (await read('account')).body;
  const traded = (pair: string, at: string) => contractRecord({ pair, createdAt: new Date(at) });
  const records = [traded('BTC/USDT', '2026-01-01T00:00:00Z'), traded('ETH/USDT', '2026-01-02T00:00:00Z')];
  await server.database.forOrganization(platformOrganizationId).journal.record({ botId: bots[0]._id, epoch: 0 }, { records });
  const pairsOf = async (query: Readonly<Record<string, string>> = {}) =>
    (await read('all-records', query)).body.map(({ pair }: { pair: string }) => pair);
  expect(await pairsOf()).toEqual(['ETH/USDT', 'BTC/USDT']);
  expect(await pairsOf({ pair: 'BTC/USDT' })).toEqual(['BTC/USDT']);
  expect(await pairsOf({ offset: '1', limit: '1' })).toEqual(['BTC/USDT']);
});

test('a balancing bot that two start at once is there once, as the second one says', async () => {
  const platform = server.database.forOrganization(platformOrganizationId);
  const account = await platform.virtualAccounts.findById((await read('account')).body._id);
  if (!account) throw new Error('no account');
  const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
  let second: ReturnType<typeof operate> | null = null;
  await platform.transaction(async (within) => {
    const { id: virtualAccountId, exchangeAccountId } = account;
    const strategy = { kind: 'balancing', pairs, delta: 0.01 } as const;
    await within.bots.create({ userId: null, exchangeAccountId, virtualAccountId, name: 'balancing', type: 'MANUAL', strategy });
    second = operate('PUT', '/start-bot', { exchangeName, name, pairs, delta: 0.02 });
    await expect.poll(countWaiting).toBe(1);
  });
  expect(await second).toMatchObject({ status: 200, body: { bots: [{ type: 'balancing', isRunning: true }] } });
  const bots = await platform.bots.listOfSubAccount(account.id);
  expect(bots.map(({ strategy }) => strategy)).toContainEqual({ kind: 'balancing', pairs, delta: 0.02 });
});

test('one that is empty is closed, its movements stay, and nothing is done with it any more', async () => {
  const { _id } = (await read('account')).body;
  await give('USDT', '100');
  expect((await operate('DELETE', `/${_id}`)).body.code).toBe('ledgerNotEmpty');
  await give('USDT', '-100');
  expect((await operate('DELETE', `/${_id}`)).body).toEqual({ success: true });
  expect((await read('account')).body).toMatchObject({ state: 'closed', bots: [] });
  expect((await read('movements')).body).toHaveLength(2);
  expect((await give('USDT', '1')).body.code).toBe('ledgerClosed');
});

test('one that is closed while a bot of it writes waits for that, and holds up nothing', async () => {
  const platform = server.database.forOrganization(platformOrganizationId);
  const account = await platform.virtualAccounts.findById((await read('account')).body._id);
  const [hand] = await platform.bots.listOfSubAccount(account?.id ?? '');
  if (!account || !hand) throw new Error('no account');
  let closed: ReturnType<typeof operate> | null = null;
  await platform.transaction(async (within) => {
    await within.journal.record({ botId: hand.id, epoch: 0 }, { warnings: [] });
    closed = operate('DELETE', `/${account.id}`);
    await expect.poll(countWaiting).toBe(1);
    await within.virtualAccounts.change(account.exchangeAccountId, [account.id], { by: null }, (books) => ({ books, movements: [] }));
  });
  expect(await closed).toMatchObject({ status: 200, body: { success: true } });
});

test('an observer looks and changes nothing', async () => {
  const asObserver = (method: string, path: string, body?: unknown) =>
    server.call(method, `/ango-ya/virtual-accounts${path}`, { key: observer, surface: 'operator', body });
  expect((await asObserver('GET', '')).body.map((one: { name: string }) => one.name)).toContain(name);
  expect((await asObserver('POST', '/create', { exchangeName, name: 'mine' })).status).toBe(403);
});

test('every act stands in the audit log with its reason, in the act’s own transaction', async () => {
  await give('USDT', '1');
  const entries = await server.database.platform.audit.list({ offset: 0, limit: 1 }, { actions: ['increaseVirtualBalance'] });
  expect(entries[0]).toMatchObject({ actor: 'operator', refusal: null, reason: 'A test', facts: { currency: 'USDT', amount: '1' } });
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
