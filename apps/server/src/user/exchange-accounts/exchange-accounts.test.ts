import type { Organization } from '@tenbin/db';
import type { AccountKey } from '@tenbin/exchange-virtual';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  user = await server.makeUser();
});
afterAll(() => server.close());

const connect = ({ key, secret }: AccountKey, by = user, more: Record<string, unknown> = {}) =>
  server.call('POST', '/api/users/connect_exchange', {
    key: by.key,
    body: { exchangeId: server.exchange.id, apiKey: key, secret, ...more },
  });
const list = async (by = user) => (await server.call('GET', '/api/exchange-accounts', { key: by.key })).body;
const remove = (id: string, by = user, body: object = { password: by.password }) =>
  server.call('DELETE', `/api/exchange-accounts/${id}`, { key: by.key, body });
const settings = { pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'], delta: 0.01 };
const setUp = (given: Record<string, unknown>, name = 'Tokyo-1') =>
  server.call('POST', '/api/bots', { key: user.key, body: { name, exchangeId: server.exchange.id, ...settings, ...given } });
const start = (id: string) => server.call('PUT', `/api/bots/${id}/start`, { key: user.key });
const keyMails = async () =>
  (await server.database.platform.mailQueue.listNewest(100)).filter(
    ({ to, text }) => to === user.email && text.includes('/account/exchanges'),
  );

describe('an account at an exchange', () => {
  test('is connected once its key is accepted, and its owner is told', async () => {
    const key = server.venue.createAccount();
    const { status, body } = await connect(key);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { exchange: { _id: server.exchange.id, name: server.exchange.name }, apiKey: key.key.slice(-4), bots: [] },
    });
    expect(await list()).toEqual([body]);
    expect(await keyMails()).toHaveLength(1);
  });

  test('has its rights looked at: nothing of a key that may withdraw is stored', async () => {
    expect(await connect(server.venue.createAccount({ rights: { withdraw: true } }))).toMatchObject({
      status: 400,
      body: { code: 'withdrawalRight', error: { apiKey: expect.any(String) } },
    });
    expect(await list()).toEqual([]);
  });

  test('is set up with, its wallet looked at and its fees read, without its secret', async () => {
    const key = server.venue.createAccount();
    const exchangeAccountId: string = (await connect(key)).body._id;
    const ask = (name: string, more = {}) =>
      server.call('POST', `/api/exchanges/${server.exchange.id}/${name}`, { key: user.key, body: { exchangeAccountId, ...more } });
    expect((await ask('check-api-key-privilege')).body).toMatchObject({ success: true });
    expect((await ask('get-balances')).body.length).toBeGreaterThan(0);
    expect((await ask('suggested-balance', { pairs: settings.pairs })).body).toHaveLength(3);
    expect((await ask('fees', { pairs: settings.pairs })).status).toBe(200);
    const made = await setUp({ exchangeAccountId });
    expect(made).toMatchObject({ status: 201, body: { bot: { apiKey: key.key.slice(-4) } } });
    expect(await list()).toMatchObject([{ _id: exchangeAccountId, bots: [{ name: 'Tokyo-1' }] }]);
    expect(await keyMails()).toHaveLength(1);
  });

  test('entered again with its key is the one that is stored, and says nothing new', async () => {
    const key = server.venue.createAccount();
    const first = await connect(key);
    expect((await connect(key)).body).toEqual(first.body);
    expect(await keyMails()).toHaveLength(1);
  });

  test('gets another key in the place of the stored one only with the password, also where a bot is set up', async () => {
    const key = server.venue.createAccount();
    const { _id: exchangeAccountId } = (await connect(key)).body;
    expect((await setUp(withKey(key))).status).toBe(201);
    const other = server.venue.addKey(key);
    const ways = [
      (more = {}) => connect(other, user, more),
      (more = {}) => setUp({ ...withKey(server.venue.addKey(key)), ...more }, 'Tokyo-2'),
    ];
    for (const replace of ways) {
      expect(await replace()).toMatchObject({ status: 400, body: { code: 'passwordRequired', error: { password: expect.any(String) } } });
      expect((await replace({ password: 'Wrong1password' })).body.code).toBe('wrongPassword');
    }
    expect(await list()).toMatchObject([{ apiKey: key.key.slice(-4) }]);
    const replaced = await connect(other, user, { password: user.password });
    expect(replaced).toMatchObject({ status: 201, body: { _id: exchangeAccountId, apiKey: other.key.slice(-4) } });
    expect(await keyMails()).toHaveLength(2);
  });

  test('is not removed without the password', async () => {
    const exchangeAccountId: string = (await connect(server.venue.createAccount())).body._id;
    expect(await remove(exchangeAccountId, user, {})).toMatchObject({ status: 400, body: { code: 'passwordRequired' } });
    expect(await remove(exchangeAccountId, user, { password: 'Wrong1password' })).toMatchObject({ body: { code: 'wrongPassword' } });
    expect(await list()).toHaveLength(1);
  });

  test('gives a bot another key where its owner says who they are', async () => {
    const made = await setUp(withKey(server.venue.createAccount()));
    const other = server.venue.createAccount();
    const exchangeAccountId: string = (await connect(other)).body._id;
    const change = (more: Record<string, unknown>) =>
      server.call('PUT', `/api/bots/${made.body.bot._id}`, { key: user.key, body: { exchangeAccountId, ...more } });
    expect(await change({})).toMatchObject({ status: 400, body: { code: 'passwordRequired' } });
    expect(await change({ password: user.password })).toMatchObject({ status: 200, body: { bot: { apiKey: other.key.slice(-4) } } });
  });

  test('is removed when its bots have come to rest, and they ask for a key from then on', async () => {
    const key = server.venue.createAccount();
    const exchangeAccountId: string = (await connect(key)).body._id;
    const bot: string = (await setUp({ exchangeAccountId })).body.bot._id;
    await start(bot);
    expect(await remove(exchangeAccountId)).toMatchObject({
      status: 409,
      body: { code: 'apiKeyOfRunningBot', facts: { bots: 'Tokyo-1' } },
    });
    expect(await list()).toMatchObject([{ apiKey: key.key.slice(-4) }]);
    await server.call('PUT', `/api/bots/${bot}/stop`, { key: user.key });
    expect((await remove(exchangeAccountId)).body).toEqual({ success: true });
    expect(await list()).toMatchObject([{ apiKey: '', bots: [{ _id: bot }] }]);
    expect(await start(bot)).toMatchObject({ status: 409, body: { code: 'apiKeyRemoved' } });
    expect(await remove(exchangeAccountId)).toMatchObject({ status: 404, body: { code: 'exchangeAccountNotFound' } });
    expect(await keyMails()).toHaveLength(2);
    expect((await connect(key)).body).toMatchObject({ _id: exchangeAccountId, apiKey: key.key.slice(-4) });
  });

  test('shows its whole key to its owner after the password, with a bot or without one, and never its secret', async () => {
    const [first, second] = [server.venue.createAccount(), server.venue.createAccount()];
    const exchangeAccountId: string = (await connect(first)).body._id;
    await connect(second);
    expect((await setUp({ exchangeAccountId })).status).toBe(201);
    const show = (password: string) => server.call('POST', '/api/exchange-accounts/keys', { key: user.key, body: { password } });
    expect((await show('Wrong1password')).body.code).toBe('wrongPassword');
    const shown = await show(user.password);
    const told = shown.body.map(({ apiKey, bots }: { apiKey: string; bots: unknown[] }) => [apiKey, bots.length]);
    expect(new Set(told.map(String))).toEqual(new Set([`${first.key},1`, `${second.key},0`]));
    for (const { secret } of [first, second]) expect(shown.text).not.toContain(secret);
  });

  test('is nobody else’s to use or to remove', async () => {
    const exchangeAccountId: string = (await connect(server.venue.createAccount())).body._id;
    for (const stranger of [await server.makeUser(), await server.makeUser(server.kohaku)]) {
      expect(await remove(exchangeAccountId, stranger)).toMatchObject({ status: 404, body: { code: 'exchangeAccountNotFound' } });
      const body = { name: 'Theirs', exchangeId: server.exchange.id, ...settings, exchangeAccountId };
      const used = await server.call('POST', '/api/bots', { key: stranger.key, body });
      expect(used).toMatchObject({ status: 404, body: { code: 'exchangeAccountNotFound' } });
    }
    expect(await list()).toHaveLength(1);
  });

  test('is one of as many as there may be bots', async () => {
    const operator = { key: await server.makeOperator(), surface: 'operator' } as const;
    const wanted = { name: 'Sakura', slug: 'sakura', isFree: true, botsPerUser: 1 };
    const { body } = await server.call('POST', '/ango-ya/organizations', { ...operator, body: wanted });
    const few = await server.makeUser({ id: body._id } as Organization);
    const first = server.venue.createAccount();
    for (const _ of ['new', 'again']) expect((await connect(first, few)).status).toBe(201);
    expect(await connect(server.venue.createAccount(), few)).toMatchObject({
      status: 409,
      body: { code: 'tooManyExchangeAccounts', facts: { most: 1 } },
    });
    expect(await list(few)).toHaveLength(1);
  });
});

test('a bot without any key is asked for one', async () => {
  expect(await setUp({})).toMatchObject({ status: 400, body: { code: 'invalidInput', error: { apiKey: expect.any(String) } } });
});

function withKey({ key, secret }: AccountKey) {
  return { apiKey: key, secret };
}

test('the specified calls that are shown here were made', expectSpecifiedCalls);
