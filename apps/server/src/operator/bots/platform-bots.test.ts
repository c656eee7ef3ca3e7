import { platformOrganizationId } from '@tenbin/db';
import { buildBot, buildExchangeAccount, contractRecord, openTestDatabase, orderWrite } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let key: string;
let user: TestUser;
let usersBot: string;
const own: Record<string, string> = {};
const exchangeName = 'Tenbin Virtual';
const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const at = new Date('2026-01-01T00:00:00Z');

const operate = (method: string, path: string, body?: unknown) =>
  server.call(method, `/ango-ya${path}`, { key, surface: 'operator', body });
const idsOf = async (query: Readonly<Record<string, string>> = {}) =>
  (await operate('GET', `/bots?${new URLSearchParams(query)}`)).body.map(({ _id }: { _id: string }) => _id);

/** One of each kind on a virtual account's money, and one of a user's. */
beforeAll(async () => {
  server = await startTestServer({ opened: await openTestDatabase('postgres') });
  key = await server.makeOperator();
  user = await server.makeUser();
  const userAccount = await buildExchangeAccount(server.database, {
    organizationId: user.organizationId,
    userId: user.id,
    exchangeId: server.exchange.id,
  });
  usersBot = (await buildBot(server.database, user.organizationId, { userId: user.id, exchangeAccountId: userAccount.id })).id;
  const credentials = await server.venue.trial.createAccount({ balances: { USDT: '100000', BTC: '5' } });
  const named = { exchangeName, name: 'maker' };
  await operate('POST', '/virtual-accounts/create', { ...named, credentials });
  for (const [currency, amount] of [
    ['USDT', '50000'],
    ['BTC', '1'],
  ])
    await operate('PUT', '/virtual-accounts/increase-balance', { ...named, currency, amount, reason: 'A test' });
  await operate('PUT', '/bots/start-spread-order-bot', { ...named, pair: 'BTC/USDT', spread: 0.5, amount: '0.01', intervalMs: 5000 });
  await operate('PUT', '/virtual-accounts/start-bot', { ...named, pairs, delta: 0.01 });
  const platform = server.database.forOrganization(platformOrganizationId);
  const [account] = await platform.virtualAccounts.list();
  for (const { id, strategy } of await platform.bots.listOfSubAccount(account?.id ?? '')) own[strategy.kind] = id;
  await platform.journal.record(
    { botId: own.spread ?? '', epoch: 0 },
    {
      orders: [
        orderWrite({ sequence: 1, clientOrderId: 'T1x1', pair: 'BTC/USDT', side: 'buy', price: '50000', amount: '0.01', state: 'open' }),
      ],
      timeline: [
        {
          kind: 'levelLeftOut',
          at,
          facts: { pair: 'BTC/USDT', side: 'sell', level: 0, code: 'amountTooSmall', facts: { minimum: '0.1' } },
        },
      ],
    },
  );
  await platform.journal.record({ botId: own.balancing ?? '', epoch: 0 }, { records: [contractRecord({ createdAt: at })] });
});
afterAll(() => server.close());

test('the platform’s own bots stand among all others, with the virtual account whose money they use, and can be told apart', async () => {
  const all = [usersBot, own.byHand, own.spread, own.balancing].reverse();
  expect(await idsOf()).toEqual(all);
  expect(await idsOf({ isOfPlatform: 'true' })).toEqual(all.filter((id) => id !== usersBot));
  expect(await idsOf({ isOfPlatform: 'false' })).toEqual([usersBot]);
  expect((await operate('GET', '/bots/count')).body).toEqual({ count: 4 });
  expect((await operate('GET', '/bots/count?isOfPlatform=true')).body).toEqual({ count: 3 });
  expect(await idsOf({ organization: user.organizationId })).toEqual([usersBot]);
  expect((await operate('GET', `/bots/${own.spread}`)).body).toMatchObject({
    organization: platformOrganizationId,
    user: null,
    email: null,
    kind: 'spread',
    virtualAccount: 'maker',
    active: true,
  });
  expect((await operate('GET', `/bots/${usersBot}`)).body).toMatchObject({
    user: user.id,
    email: user.email,
    kind: 'balancing',
    virtualAccount: null,
  });
});

test('whatever is read of a user’s bot is read of the platform’s own', async () => {
  const of = (kind: string, what: string) => operate('GET', `/bots/${own[kind]}/${what}`);
  expect((await of('spread', 'timeline')).body).toMatchObject([{ kind: 'levelLeftOut', facts: { code: 'amountTooSmall', level: 0 } }]);
  expect((await of('spread', 'timeline_count')).body).toEqual({ count: 1 });
  expect((await of('spread', 'orders')).body).toMatchObject([{ clientOrderId: 'T1x1', price: '50000' }]);
  expect((await of('spread', 'order-truth')).body).toMatchObject({
    exchange: { isCurrent: true },
    slots: [{ pair: 'BTC/USDT', side: 'buy', known: [{ clientOrderId: 'T1x1' }], reported: [] }],
  });
  expect((await of('balancing', 'records')).body).toMatchObject([{ pair: 'BTC/USDT', createdAt: at.toISOString() }]);
  expect((await of('spread', 'result')).body).toMatchObject({ since: null });
  // Not what the whole wallet has.
  const { currencies } = (await of('balancing', 'balance-check')).body;
  expect(Object.fromEntries(currencies.map((one: { currency: string; balance: string }) => [one.currency, one.balance]))).toEqual({
    BTC: '1',
    ETH: '0',
    USDT: '50000',
  });
  expect((await of('spread', 'balance-check')).body).toMatchObject({
    balanced: true,
    currencies: [{ currency: 'BTC' }, { currency: 'USDT' }],
  });
  for (const kind of ['byHand', 'balancing', 'spread'])
    for (const what of ['timeline', 'records', 'order-truth', 'result', 'balance-check'])
      expect((await of(kind, what)).status, `${kind} ${what}`).toBe(200);
});

test('no administrator and no user of an organization ever sees a bot of the platform’s', async () => {
  const administrator = await server.makeAdministrator();
  const asAdministrator = (path: string) => server.call('GET', `/admin${path}`, { key: administrator, surface: 'organization' });
  expect((await asAdministrator('/bots')).body.map(({ _id }: { _id: string }) => _id)).toEqual([usersBot]);
  expect((await asAdministrator('/bots/count')).body).toEqual({ count: 1 });
  for (const id of Object.values(own))
    for (const path of ['', '/timeline', '/records', '/order-truth', '/result', '/balance-check']) {
      expect(await asAdministrator(`/bots/${id}${path}`), path).toMatchObject({ status: 404, body: { code: 'botNotFound' } });
      if (path !== '') expect((await server.call('GET', `/api/bots/${id}${path}`, { key: user.key })).status, path).toBe(404);
    }
  const asPlatform = server.database.forOrganization(platformOrganizationId).botList;
  expect(await asPlatform.list({}, { offset: 0, limit: 10 })).toEqual([]);
  expect(await asPlatform.find(own.spread ?? '')).toBeNull();
});
