/**
 * What holds for every call of the contract, from a loop over all of them: no key, another's id, and input of every
 * wrong kind. A call that is added is tested by being declared.
 */
import type { Route } from '@tenbin/contract';
import { allRoutes } from '@tenbin/contract/reference';
import { newId } from '@tenbin/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { type Answer, startTestServer, type TestServer, type TestUser } from './testing/start-test-server.ts';

let server: TestServer;
let owner: TestUser;
/** In the owner's organization, and in another one. */
let neighbour: TestUser;
let stranger: TestUser;
let botId: string;
/** Keys of the owner's organization's administrator, of another organization's, and of an operator. */
let administrator: string;
let strangeAdministrator: string;
let operator: string;
let stopId: string;
let validBody: Record<string, Record<string, unknown>>;

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.makeUser();
  neighbour = await server.makeUser();
  stranger = await server.makeUser(server.kohaku);
  const { key, secret } = server.venue.createAccount();
  const bot = { name: 'Tokyo-1', exchangeId: server.exchange.id, apiKey: key, secret, pairs, delta: 0.01 };
  const made = await server.call('POST', '/api/bots', { key: owner.key, body: bot });
  botId = made.body.bot._id;
  const credentials = { key, secret };
  administrator = await server.makeAdministrator();
  strangeAdministrator = await server.makeAdministrator(server.kohaku);
  operator = await server.makeOperator();
  stopId = (await server.call('PUT', '/admin/bots/stop_all', { key: administrator, surface: 'organization' })).body.stopId;
  validBody = {
    createUser: { email: 'new@example.jp', password: 'Correct1Horse' },
    verifyUser: { email: 'new@example.jp', code: '123456' },
    resendVerification: { email: 'new@example.jp' },
    signIn: { email: 'new@example.jp', password: 'Correct1Horse' },
    createBot: bot,
    checkApiKeyByBody: credentials,
    checkApiKeyPrivilegeByBody: credentials,
    getBalancesByBody: credentials,
    getSuggestedBalanceByBody: { ...credentials, pairs },
    getTradingFees: { ...credentials, pairs },
    createTrialAccount: {},
    signInAdministrator: { email: 'admin@example.jp', password: 'Correct1Horse' },
    createOrganization: { name: 'Hinoki', slug: 'hinoki' },
    signInOperator: { email: 'operator@example.jp', password: 'Correct1Horse' },
    validateAutoRebalanceConfig: { config: { exchangeId: server.exchange.id, pairs, balance: { USDT: '18000' } } },
  };
});
afterAll(() => server.close());

const routes = Object.entries(allRoutes);
const keyed = routes.filter(([, route]) => route.surface !== 'public');
const named = keyed.filter(([, route]) => route.params && !route.stream);

/** What the calls need in their address to be well formed. */
const validQuery: Record<string, string> = {
  targetTimestamp: '1700000000000',
  delta: '0.01',
  tradingFee: '0.001',
  startDate: '2026-01-01',
  endDate: '2026-01-08T12:00Z',
  pair: 'BTC/USDT',
  pairs: pairs.join(),
  balance: 'BTC:0.1,ETH:2,USDT:6000',
  key: 'a-key',
  secret: 'a-secret',
};

function addressOf(route: Route, ids: Readonly<Record<string, string>>, query: Readonly<Record<string, string>> = {}): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? newId()));
  const needed = Object.keys(route.query?.shape ?? {}).flatMap((name) =>
    validQuery[name] === undefined ? [] : [[name, validQuery[name]] as const],
  );
  const all = new URLSearchParams({ ...Object.fromEntries(needed), ...query });
  return route.query ? `${path}?${all}` : path;
}

/** The right key for a call. */
const keyFor = ({ surface }: Route) => ({
  surface,
  key: surface === 'organization' ? administrator : surface === 'operator' ? operator : owner.key,
});

const nounIds: Readonly<Record<string, () => string>> = {
  '/api/exchanges': () => server.exchange.id,
  '/api/organizations': () => server.tenbin.id,
  '/admin/users': () => owner.id,
  '/admin/stops': () => stopId,
  '/ango-ya/stops': () => stopId,
};

/** The ids that would be right for the owner. */
const ownIds = (route: Route): Record<string, string> => ({
  id: (nounIds[route.path.split('/').slice(0, 3).join('/')] ?? (() => botId))(),
  exchangeId: server.exchange.id,
  index: '0',
});

const bodyOf = (name: string, route: Route): { body?: unknown } => (route.body ? { body: validBody[name] ?? {} } : {});

test('every declared call is served, once', () => {
  const served = calls.map(({ route }) => `${route.method} ${route.path}`);
  expect(new Set(served).size).toBe(served.length);
  expect([...served].sort()).toEqual(routes.map(([, route]) => `${route.method} ${route.path}`).sort());
});

describe('without a key', () => {
  test.each(keyed)('%s asks to sign in', async (name, route) => {
    for (const key of [undefined, '', 'made-up', 'x'.repeat(5_000)]) {
      const answer = await server.call(route.method, addressOf(route, ownIds(route)), { ...keyFor(route), key, ...bodyOf(name, route) });
      expect([answer.status, answer.body.code]).toEqual([401, 'signinRequired']);
    }
  });

  test.each(keyed)('%s is not opened by the key of another surface', async (name, route) => {
    for (const key of [owner.key, administrator, operator].filter((one) => one !== keyFor(route).key)) {
      const answer = await server.call(route.method, addressOf(route, ownIds(route)), { ...keyFor(route), key, ...bodyOf(name, route) });
      expect([answer.status, answer.body.code]).toEqual([401, 'signinRequired']);
    }
  });
});

describe('with an id that is not there, or not the caller’s', () => {
  test.each(named)('%s answers 404', async (name, route) => {
    const isOfBots = route.path.startsWith('/api/bots/{id}');
    const isOfOrganization = route.surface === 'organization';
    const given = { ...ownIds(route), ...(isOfBots || isOfOrganization ? {} : { id: newId() }), exchangeId: newId() };
    const others = isOfBots ? [neighbour.key, stranger.key] : isOfOrganization ? [strangeAdministrator] : [];
    for (const key of others) {
      const answer = await server.call(route.method, addressOf(route, given), { ...keyFor(route), key, ...bodyOf(name, route) });
      expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('otFound')]);
    }
    const nowhere = { ...given, id: newId() };
    const answer = await server.call(route.method, addressOf(route, nowhere), { ...keyFor(route), ...bodyOf(name, route) });
    expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('otFound')]);
  });
});

/** Right values that no rule knows: a few of them say as much as all. */
const mostRight = 4;

/** Wrong for nearly every field; where one of them happens to be right, the call may succeed or refuse, but not fail. */
const garbage: readonly unknown[] = [
  null,
  17,
  -1,
  1e308,
  true,
  '',
  ' ',
  'x',
  'x'.repeat(10_000),
  '\0',
  '\u0000abc',
  '💥',
  '\ud800',
  'NaN',
  'Infinity',
  '9223372036854775808',
  "' or 1=1 --",
  [],
  [null],
  {},
  { a: 1 },
  [[]],
];

const wrongInside: readonly unknown[] = [null, -1, 1e308, '\0', '9'.repeat(500), '💥', {}, [[]]];

/** A right value with something wrong in its place, one level down: in a field of an object, or among the entries of a list. */
function wrongWithin(value: unknown): unknown[] {
  if (Array.isArray(value)) return wrongInside.map((wrong) => [wrong, ...value]);
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key) => wrongInside.map((wrong) => ({ ...value, [key]: wrong })));
}

function requireRefusal(answer: Answer, field: string, isWrong: boolean): void {
  expect(answer.status, answer.text).toBeLessThan(500);
  if (!isWrong) return;
  expect(answer, answer.text).toMatchObject({ status: 400, body: { code: 'invalidInput' } });
  expect(Object.keys(answer.body.error)).toContain(field);
}

describe('with input of the wrong kind', () => {
  const withBody = routes.filter(([, route]) => route.body);
  test.each(withBody)('%s names the field of the body', async (name, route) => {
    for (const [field, schema] of Object.entries(route.body?.shape ?? {})) {
      let right = 0;
      for (const value of garbage) {
        const body = { ...validBody[name], [field]: value };
        const isWrong = !z.safeParse(schema as z.ZodMiniType, value).success;
        if (!isWrong) right += 1;
        if (!isWrong && right > mostRight) continue;
        const answer = await server.call(route.method, addressOf(route, ownIds(route)), { ...keyFor(route), body });
        requireRefusal(answer, field, isWrong);
      }
    }
  });

  test.each(withBody)('%s names the field that holds something wrong further in', async (name, route) => {
    for (const [field, schema] of Object.entries(route.body?.shape ?? {})) {
      for (const value of wrongWithin(validBody[name]?.[field])) {
        const body = { ...validBody[name], [field]: value };
        const isWrong = !z.safeParse(schema as z.ZodMiniType, value).success || JSON.stringify(value).includes('\\u0000');
        requireRefusal(await server.call(route.method, addressOf(route, ownIds(route)), { ...keyFor(route), body }), field, isWrong);
      }
    }
  });

  const withQuery = routes.filter(([, route]) => route.query);
  test.each(withQuery)('%s names the field of the address', async (_name, route) => {
    for (const [field, schema] of Object.entries(route.query?.shape ?? {})) {
      let right = 0;
      for (const value of garbage.filter((one) => typeof one === 'string' || typeof one === 'number').map(String)) {
        const isWrong = !z.safeParse(schema as z.ZodMiniType, value).success || value.includes('\0');
        if (!isWrong) right += 1;
        if (!isWrong && right > mostRight) continue;
        const answer = await server.call(route.method, addressOf(route, ownIds(route), { [field]: value }), keyFor(route));
        requireRefusal(answer, field, isWrong);
      }
    }
  });

  test.each(withQuery)('%s takes no field of the address twice', async (_name, route) => {
    for (const [field, schema] of Object.entries(route.query?.shape ?? {})) {
      const value = validQuery[field] ?? '1';
      const address = addressOf(route, ownIds(route), { [field]: value });
      const answer = await server.call(route.method, `${address}&${field}=${encodeURIComponent(value)}`, keyFor(route));
      requireRefusal(answer, field, !z.safeParse(schema as z.ZodMiniType, [value, value]).success);
    }
  });

  test.each(routes.filter(([, route]) => route.params))('%s names the part of the path', async (name, route) => {
    for (const field of Object.keys(route.params?.shape ?? {})) {
      for (const value of [
        'x',
        '1e9',
        '-1',
        "'",
        '%00',
        '%',
        'null',
        'undefined',
        'ff'.repeat(100),
        '0197-',
        '9223372036854775808',
        '1.5',
        '٣',
      ]) {
        const path = addressOf(route, { ...ownIds(route), [field]: 'PLACE' }).replace('PLACE', encodeURIComponent(value));
        const answer = await server.call(route.method, path, { ...keyFor(route), ...bodyOf(name, route) });
        const schema = route.params?.shape[field] as z.ZodMiniType;
        requireRefusal(answer, field, !z.safeParse(schema, value).success);
      }
    }
  });

  test.each(withBody)('%s refuses what is no JSON object', async (_name, route) => {
    const send = (rawBody: string, headers = {}) =>
      server.call(route.method, addressOf(route, ownIds(route)), { ...keyFor(route), rawBody, headers });
    for (const broken of ['{', 'nothing', '{"a":}', '{"__proto__":{"a":1}}', '\u{feff}{'])
      expect(await send(broken)).toMatchObject({ status: 400, body: { code: 'malformedBody' } });
    for (const other of ['[]', '"text"', '17']) expect(await send(other)).toMatchObject({ status: 400, body: { code: 'invalidInput' } });
    expect(await send(JSON.stringify({ a: 'x'.repeat(100_000) }))).toMatchObject({ status: 413, body: { code: 'bodyTooLarge' } });
    for (const type of [
      'application/xml',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'nonsense',
    ])
      expect(await send('a=1', { 'content-type': type }), type).toMatchObject({ status: 415, body: { code: 'unsupportedMediaType' } });
  });

  test('numbers and pairs that are well formed but absurd are refused by a rule', async () => {
    const huge = '9'.repeat(60);
    for (const [name, value] of [
      ['balance', `BTC:-1,ETH:2,USDT:3`],
      ['balance', `BTC:0,ETH:0,USDT:0`],
      ['balance', `BTC:${huge},ETH:${huge},USDT:${huge}`],
      ['balance', `BTC:0.${'0'.repeat(50)}1,ETH:2,USDT:6000`],
      ['balance', '__proto__:1,constructor:2'],
      ['pairs', 'BTC/BTC,ETH/USDT'],
      ['pairs', 'A/B,B/C'],
      ['pairs', Array(20).fill('BTC/USDT').join()],
      ['rebalancedBalance', 'BTC:1'],
    ] as const) {
      const query = { [name]: value, isAutoRebalanceOrganization: 'true' };
      const route = allRoutes.getMinimumOrderWidth as Route;
      const answer = await server.call('GET', addressOf(route, ownIds(route), query), { key: owner.key });
      expect(answer.status, `${value} ${answer.text}`).toBeLessThan(500);
    }
    // Some of the calls before have asked for it to run.
    await server.call('PUT', `/api/bots/${botId}/stop`, { key: owner.key });
    for (const change of [
      { delta: 1e308 },
      { delta: -0 },
      { delta: 5e-324 },
      { expectedRateOfReturn: 1e308 },
      { expectedRateOfReturn: 5e-324 },
    ]) {
      const answer = await server.call('PUT', `/api/bots/${botId}`, { key: owner.key, body: change });
      expect(answer.status, `${JSON.stringify(change)} ${answer.text}`).toBe(400);
    }
    for (const balances of [{ BTC: '-1' }, { BTC: 'x' }, { '': '1' }, { BTC: huge }, { btc: '1' }, { BTC: `0.${'0'.repeat(40)}1` }]) {
      const answer = await server.call('POST', '/trial/venue/accounts', { body: { balances } });
      expect(answer.status, `${JSON.stringify(balances)} ${answer.text}`).toBeLessThan(500);
    }
  });

  test.each(withBody)('%s is not brought down by what is nested very deeply, or by nothing at all', async (name, route) => {
    const send = (rawBody: string) => server.call(route.method, addressOf(route, ownIds(route)), { ...keyFor(route), rawBody });
    const deep = `${'['.repeat(25_000)}${']'.repeat(25_000)}`;
    const beside = JSON.stringify({ ...validBody[name], deep: 0 }).replace(/0\}$/, `${deep}}`);
    for (const body of [deep, `{"deep":${deep}}`, beside, '']) expect((await send(body)).status, body.slice(0, 80)).toBeLessThan(500);
  });

  test('a path that is no text is refused', async () => {
    for (const path of ['/api/bots/%E0%A4%A/volume', '/api/%', '/api/bots/%zz'])
      expect((await server.call('GET', path, { key: owner.key })).status, path).toBeLessThan(500);
  });
});

test('none of it was a fault of ours', () => {
  expect(server.log.filter((line) => line.includes('"http.failed"'))).toEqual([]);
});
