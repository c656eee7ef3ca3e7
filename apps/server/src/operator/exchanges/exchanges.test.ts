import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { offerExchanges } from '../../exchange-access/offered-exchanges.ts';
import { botsOf } from '../../testing/bots-of.ts';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let key: string;
let user: TestUser;
let address: string;

beforeAll(async () => {
  server = await startTestServer();
  key = await server.makeOperator();
  user = await server.makeUser();
  address = server.venue.url;
});
afterAll(() => server.close());

const operate = (method: string, path = '', body?: unknown, as = key) =>
  server.call(method, `/ango-ya/exchanges${path}`, { key: as, surface: 'operator', body });
const entriesOf = async (action: string) =>
  (await server.database.platform.audit.list({ offset: 0, limit: 100 })).filter((entry) => entry.action === action);
/** What a user may choose from. */
const offered = async (): Promise<{ name: string; availableCurrencyPairs: { name: string }[] }[]> =>
  (await server.call('GET', '/api/organizations/self/exchanges', { key: user.key })).body;
const allow = (exchanges: readonly string[]) =>
  server.call('PUT', `/ango-ya/organizations/${server.tenbin.id}`, { key, surface: 'operator', body: { exchanges } });

test('an exchange that is added is offered to nobody, then to whose organization may offer it, and to nobody once it is switched off', async () => {
  const made = await operate('POST', '', { name: ' Second ', ccxtId: 'binance', baseUrl: address });
  expect(made).toMatchObject({ status: 201, body: { name: 'Second', enabled: true, requiresPassphrase: false, omitPairs: [] } });
  const { _id: id } = made.body;
  expect(made.body.use).toEqual({ organizations: 0, accounts: 0, bots: 0, busyBots: 0 });
  expect((await offered()).map(({ name }) => name)).toEqual(['Tenbin Virtual']);
  await allow([server.exchange.id, id]);
  expect((await offered()).map(({ name }) => name)).toEqual(['Second', 'Tenbin Virtual']);
  expect((await operate('GET', `/${id}`)).body).toMatchObject({ use: { organizations: 1 }, pairs: expect.any(Array) });
  await operate('PUT', `/${id}`, { omitPairs: ['ETH/BTC'] });
  const [second, first] = await offered();
  expect(second?.availableCurrencyPairs.map(({ name }) => name)).toEqual(['BTC/USDT', 'ETH/USDT']);
  expect(first?.availableCurrencyPairs.map(({ name }) => name)).toContain('ETH/BTC');
  const { key: apiKey, secret } = server.venue.createAccount();
  const settings = { name: 'bot', exchangeId: id, apiKey, secret, pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'], delta: 0.01 };
  const create = () => server.call('POST', '/api/bots', { key: user.key, body: settings });
  expect((await create()).body).toMatchObject({ code: 'pairNotAvailable' });
  expect((await operate('PUT', `/${id}`, { enabled: false })).body.enabled).toBe(false);
  expect((await offered()).map(({ name }) => name)).toEqual(['Tenbin Virtual']);
  expect((await create()).body).toMatchObject({ code: 'exchangeNotFound' });
  expect((await entriesOf('updatePlatformExchange'))[0]?.facts).toEqual({ id, enabledBefore: 'true', enabledAfter: 'false' });
  expect((await operate('DELETE', `/${id}`)).body).toEqual({ success: true });
  expect((await operate('GET', `/${id}`)).body.code).toBe('exchangeNotFound');
  expect((await entriesOf('removePlatformExchange'))[0]?.facts).toEqual({ id, name: 'Second' });
});

test('an exchange on which no bot could run is not added, nor one whose name is taken', async () => {
  const add = (body: object) => operate('POST', '', { name: 'Third', ccxtId: 'okx', ...body });
  expect(await add({ ccxtId: 'bitflyer' })).toMatchObject({
    status: 400,
    body: { code: 'orderStatusUnreliable', error: { ccxtId: expect.any(String) } },
  });
  expect((await add({ ccxtId: 'nosuchexchange' })).body.code).toBe('exchangeNotTried');
  for (const baseUrl of ['ftp://example.com', 'https://', 'https://user:secret@example.com', 'javascript:alert(1)'])
    expect((await add({ baseUrl })).status, baseUrl).toBe(400);
  expect(await add({ name: 'Tenbin Virtual' })).toMatchObject({ status: 409, body: { code: 'exchangeExists' } });
  const made = await add({});
  expect(made.body).toMatchObject({ requiresPassphrase: true, baseUrl: null });
  const renamed = await operate('PUT', `/${made.body._id}`, { name: 'Tenbin Virtual' });
  expect(renamed).toMatchObject({ status: 409, body: { code: 'exchangeExists', error: { name: expect.any(String) } } });
});

test('while keys are stored it leads nowhere else and stays, and while bots run it is not switched off', async () => {
  const bots = botsOf(server, user);
  const botId = await bots.made();
  const path = `/${server.exchange.id}`;
  for (const body of [{ ccxtId: 'okx' }, { baseUrl: 'https://example.com' }, { baseUrl: null }])
    expect(await operate('PUT', path, body)).toMatchObject({ status: 409, body: { code: 'exchangeHasKeys', facts: { count: 1 } } });
  expect(await operate('DELETE', path)).toMatchObject({ status: 409, body: { code: 'exchangeHasKeys', facts: { count: 1 } } });
  expect((await operate('GET', path)).status).toBe(200);
  expect((await bots.put(`/${botId}/start`)).status).toBe(200);
  expect(await operate('PUT', path, { enabled: false })).toMatchObject({
    status: 409,
    body: { code: 'exchangeHasBots', facts: { count: 1 } },
  });
  expect((await operate('PUT', path, { baseUrl: address, enabled: true })).status).toBe(200);
  expect((await operate('GET')).body).toContainEqual(
    expect.objectContaining({ name: 'Tenbin Virtual', use: { organizations: 2, accounts: 1, bots: 1, busyBots: 1 } }),
  );
});

describe('a key that is tested', () => {
  const path = () => `/${server.exchange.id}/test-key`;
  const given = ({ key: ofAccount, secret }: { key: string; secret: string }) => ({ key: ofAccount, secret });
  const keysStored = async () => (await operate('GET', `/${server.exchange.id}`)).body.use.accounts;
  const newest = async () => (await entriesOf('testExchangeKey'))[0];

  test('is told what it may do and what its account has; nothing of it is kept', async () => {
    const account = server.venue.createAccount({ balances: { BTC: '0.25', USDT: '1000' } });
    const before = await keysStored();
    const { status, body } = await operate('POST', path(), given(account));
    expect(status).toBe(200);
    expect(body).toEqual({
      rights: { read: true, trade: true, withdraw: false, transfer: false },
      fault: null,
      balances: expect.arrayContaining([
        { currency: 'BTC', free: '0.25', locked: '0', total: '0.25' },
        { currency: 'USDT', free: '1000', locked: '0', total: '1000' },
      ]),
    });
    expect(body.balances).toHaveLength(2);
    expect(await keysStored()).toBe(before);
    const entry = await newest();
    expect(entry).toMatchObject({ actor: 'operator', refusal: null, facts: { id: server.exchange.id, name: 'Tenbin Virtual' } });
    for (const secret of [account.key, account.secret]) expect(JSON.stringify(entry)).not.toContain(secret);
  });

  test('that may withdraw is warned of', async () => {
    const account = server.venue.createAccount({ rights: { withdraw: true } });
    expect((await operate('POST', path(), given(account))).body).toMatchObject({ rights: { withdraw: true }, fault: 'withdrawalRight' });
  });

  test('that the exchange does not know is refused, and that is written down without it', async () => {
    const wrong = { key: 'neverheardofthiskey', secret: 'norofitssecret' };
    expect(await operate('POST', path(), wrong)).toMatchObject({ status: 400, body: { code: 'invalidApiKey' } });
    const entry = await newest();
    expect(entry?.refusal).toBe('invalidApiKey');
    expect(JSON.stringify(entry)).not.toMatch(/neverheard|norofits/);
  });

  test('is one of so many in a minute, and none of who only observes', async () => {
    const strict = await startTestServer({ config: { limitFactor: 0.1 } });
    const strictKey = await strict.makeOperator();
    const account = given(strict.venue.createAccount());
    const tested = (as: string) =>
      strict.call('POST', `/ango-ya/exchanges/${strict.exchange.id}/test-key`, { key: as, surface: 'operator', body: account });
    const codes: unknown[] = [];
    for (const _ of Array(12).keys()) codes.push((await tested(strictKey)).body.code);
    expect(codes[0]).toBeUndefined();
    expect(codes.at(-1)).toBe('tooManyRequests');
    expect((await tested(await strict.makeOperator('observer'))).status).toBe(403);
    await strict.close();
  });
});

test('one that does not answer is shown without pairs', async () => {
  const made = await operate('POST', '', { name: 'Away', ccxtId: 'binance', baseUrl: 'http://127.0.0.1:1' });
  expect((await operate('GET', `/${made.body._id}`)).body).toMatchObject({ name: 'Away', pairs: null });
});

test('a start of the server leaves what operators have set, and offers what is new to every organization', async () => {
  const binance = { name: 'Binance', ccxtId: 'binance', requiresPassphrase: false };
  await offerExchanges(server.database, [binance]);
  const find = async () => (await operate('GET')).body.find(({ name }: { name: string }) => name === 'Big one');
  const [added] = (await operate('GET')).body.filter(({ name }: { name: string }) => name === 'Binance');
  const all = (await server.database.platform.organizations.list()).length;
  expect(added.use.organizations).toBe(all);
  await operate('PUT', `/${added._id}`, { name: 'Big one', enabled: false });
  await allow([server.exchange.id]);
  await offerExchanges(server.database, [binance]);
  expect(await find()).toMatchObject({ enabled: false, use: { organizations: all - 1 } });
  expect((await operate('GET')).body.filter(({ name }: { name: string }) => name === 'Binance')).toEqual([]);
});

test('who only observes sees exchanges and changes none', async () => {
  const observer = await server.makeOperator('observer');
  expect((await operate('GET', '', undefined, observer)).status).toBe(200);
  expect((await operate('PUT', `/${server.exchange.id}`, { name: 'Mine' }, observer)).status).toBe(403);
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
