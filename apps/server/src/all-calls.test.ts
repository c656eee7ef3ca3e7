/**
 * What holds for every call of the contract, from a loop over all of them: no key, another's id, and input of every
 * wrong kind. A call that is added is tested by being declared.
 */
import { type OperatorRole, type OrganizationRole, operatorRoles, organizationRoles, type StaffRole } from '@tenbin/accounts';
import { keyHeaders, type Route } from '@tenbin/contract';
import { allRoutes } from '@tenbin/contract/reference';
import { newId } from '@tenbin/db';
import { planTerms } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from './calls.ts';
import { nounOf, pairs, rightQuery } from './testing/right-query.ts';
import { type Answer, type CallOptions, startTestServer, type TestServer, type TestUser } from './testing/start-test-server.ts';
import { garbage, isWellFormed, repeatable } from './testing/well-formed.ts';

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
let ids: Readonly<Record<ReturnType<typeof nounOf>, string>>;
let validBody: Record<string, Record<string, unknown>>;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.makeUser();
  neighbour = await server.makeUser();
  stranger = await server.makeUser(server.kohaku);
  const administered = await server.makeUser();
  const { key, secret } = server.venue.createAccount();
  const bot = { name: 'Tokyo-1', exchangeId: server.exchange.id, apiKey: key, secret, pairs, delta: 0.01 };
  const made = await server.call('POST', '/api/bots', { key: owner.key, body: bot });
  botId = made.body.bot._id;
  const credentials = { key, secret };
  administrator = await server.makeAdministrator();
  strangeAdministrator = await server.makeAdministrator(server.kohaku);
  operator = await server.makeOperator();
  const stop = await server.call('PUT', '/admin/bots/stop_all', { key: administrator, surface: 'organization' });
  const { id: organization } = await server.database.platform.organizations.create({ slug: 'sakura', name: 'Sakura', isFree: true });
  const { exchangeAccountId } = await server.database.forOrganization(server.tenbin.id).bots.require(owner.id, botId);
  ids = {
    botId,
    exchangeAccountId,
    exchangeId: server.exchange.id,
    organization,
    userId: administered.id,
    stopId: stop.body.stopId,
    sessionId: newId(),
  };
  const plan = await server.database.forOrganization(server.tenbin.id).userPlans.create(planTerms(), server.clock.now());
  const bought = { userPlanId: plan.id, paypalSubscriptionId: 'I-NOBODYMADEIT' };
  validBody = {
    createUser: { email: 'new@example.jp', password: 'Correct1Horse' },
    verifyUser: { email: 'new@example.jp', code: '123456' },
    resendVerification: { email: 'new@example.jp' },
    signIn: { email: 'new@example.jp', password: 'Correct1Horse' },
    changePassword: { password: 'Wrong1password', newPassword: 'Fresh2password' },
    renamePasskey: { name: 'Phone' },
    removePasskey: { password: 'Correct1Horse', code: '000000' },
    resetPassword: { email: 'new@example.jp' },
    changeEmail: { email: 'old@example.jp', newEmail: 'new@example.jp', password: 'Wrong1password' },
    verifyEmail: { newEmail: 'new@example.jp', code: '123456' },
    createBot: bot,
    connectExchange: { exchangeId: server.exchange.id, apiKey: key, secret },
    checkApiKeyByBody: credentials,
    checkApiKeyPrivilegeByBody: credentials,
    getBalancesByBody: credentials,
    getSuggestedBalanceByBody: { ...credentials, pairs },
    getTradingFees: { ...credentials, pairs },
    createTrialAccount: {},
    signInAdministrator: { email: 'admin@example.jp', password: 'Correct1Horse' },
    createOrganization: { name: 'Hinoki', slug: 'hinoki' },
    signInOperator: { email: 'operator@example.jp', password: 'Correct1Horse' },
    startCheckout: { userPlanId: plan.id, purpose: 'new' },
    subscribe: bought,
    renewSubscription: bought,
    changeSubscription: bought,
    cancelSubscription: { password: 'Wrong1password' },
    validateAutoRebalanceConfig: { config: { exchangeId: server.exchange.id, pairs, balance: { USDT: '18000' } } },
  };
});
afterAll(() => server.close());

const routes = Object.entries(allRoutes);
const keyed = routes.filter(([, route]) => route.surface !== 'public');
const named = keyed.filter(([, route]) => route.params && route.answers !== 'events');

function addressOf(route: Route, ids: Readonly<Record<string, string>>, query: Readonly<Record<string, string>> = {}): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? newId()));
  const needed = Object.keys(route.query?.shape ?? {}).flatMap((name) =>
    rightQuery[name] === undefined ? [] : [[name, rightQuery[name]] as const],
  );
  const all = new URLSearchParams({ ...Object.fromEntries(needed), ...query });
  return route.query ? `${path}?${all}` : path;
}

/** The right key for a call. */
const keyFor = ({ surface }: Route) => ({
  surface,
  key: surface === 'organization' ? administrator : surface === 'operator' ? operator : owner.key,
});

/** The ids that would be right for the owner. */
const ownIds = (route: Route): Record<string, string> => ({ id: ids[nounOf(route.path)], exchangeId: server.exchange.id, index: '0' });

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

/** Who of an organization's administrators and of the operators may make which of their calls. By hand: whoever adds one says it here. */
const mayCall: Readonly<Record<string, readonly StaffRole[]>> = {
  listBotsOfOrganization: ['owner', 'manager', 'support'],
  startBotAsAdministrator: ['owner', 'manager'],
  stopBotAsAdministrator: ['owner', 'manager', 'support'],
  stopBotsOfOrganization: ['owner', 'manager', 'support'],
  stopBotsOfUser: ['owner', 'manager', 'support'],
  getStop: ['owner', 'manager', 'support'],
  watchOrganizationEvents: ['owner', 'manager', 'support'],
  banUser: ['owner', 'manager'],
  pardonUser: ['owner', 'manager'],
  updateUser: ['owner', 'manager'],
  getOrganizationSelf: ['owner', 'manager', 'support'],
  updateOrganizationSelf: ['owner'],
  listAllOrganizations: ['operator', 'observer'],
  watchPlatformEvents: ['operator', 'observer'],
  createOrganization: ['operator'],
  updateOrganization: ['operator'],
  stopBotsOfPlatform: ['operator'],
  getPlatformStop: ['operator', 'observer'],
};

describe('with a role', () => {
  const ofStaff = keyed.filter(([, { surface, path }]) => surface !== 'user' && !path.endsWith('/session'));
  const keyOf = new Map<StaffRole, string>();
  beforeAll(async () => {
    for (const role of Object.keys(organizationRoles) as OrganizationRole[])
      keyOf.set(role, await server.makeAdministrator(server.tenbin, role));
    for (const role of Object.keys(operatorRoles) as OperatorRole[]) keyOf.set(role, await server.makeOperator(role));
  });

  /** Events are left as soon as they have begun. */
  async function codeOf(route: Route, how: CallOptions): Promise<{ readonly status: number; readonly code: unknown }> {
    if (route.answers !== 'events') {
      const { status, body } = await server.call(route.method, addressOf(route, { id: newId() }), how);
      return { status, code: body.code };
    }
    const left = new AbortController();
    const answer = await fetch(server.url + route.path, {
      headers: { [keyHeaders[route.surface] ?? '']: how.key ?? '' },
      signal: left.signal,
    });
    const code = answer.ok ? null : ((await answer.json()) as { readonly code: string }).code;
    left.abort();
    return { status: answer.status, code };
  }

  test('every call of theirs says who may make it', () => {
    expect(ofStaff.map(([name]) => name).sort()).toEqual(Object.keys(mayCall).sort());
  });

  test.each(ofStaff)('%s is refused to every other role, before its input is looked at', async (name, route) => {
    const roles = Object.keys(route.surface === 'organization' ? organizationRoles : operatorRoles) as StaffRole[];
    for (const role of roles) {
      const how = { surface: route.surface, key: keyOf.get(role), ...(route.body ? { body: {} } : {}) };
      const { status, code } = await codeOf(route, how);
      const isRefused = status === 403 && code === 'permissionMissing';
      expect([role, isRefused]).toEqual([role, !mayCall[name]?.includes(role)]);
    }
  });

  test('one’s own session needs none, and a refusal names what is missing', async () => {
    const finance = { key: keyOf.get('finance'), surface: 'organization' } as const;
    expect((await server.call('GET', '/admin/bots', finance)).body).toMatchObject({
      code: 'permissionMissing',
      facts: { permission: 'read' },
    });
    expect((await server.call('DELETE', '/admin/organizations/session', finance)).status).toBe(200);
  });
});

const aPlan = [{ field: 'userPlanId', code: 'userPlanNotFound' }] as const;
const aPurchase = [{ field: 'paypalSubscriptionId', code: 'checkoutNotFound' }] as const;
/**
 * Every id that an input asks for, and what a call answers where it is nobody's, or another's. By hand: who adds a field
 * that is an id says here what it answers.
 */
const aBot = [{ field: 'botId', code: 'botNotFound' }] as const;
const anAccount = [{ field: 'exchangeAccountId', code: 'exchangeAccountNotFound' }] as const;
const anExchange = [{ field: 'exchangeId', code: 'exchangeNotFound' }] as const;
const anOrganization = [{ field: 'organization', code: 'organizationNotFound' }] as const;
const idsInInput: Readonly<Record<string, readonly { readonly field: string; readonly code: string }[]>> = {
  checkApiKeyByBody: [...aBot, ...anAccount],
  checkApiKeyPrivilegeByBody: [...aBot, ...anAccount],
  getBalancesByBody: [...aBot, ...anAccount],
  getSuggestedBalance: [...aBot, ...anAccount],
  getSuggestedBalanceByBody: [...aBot, ...anAccount],
  getTradingFees: [...aBot, ...anAccount],
  createBot: [...anExchange, ...anAccount],
  updateBot: [...anExchange, ...anAccount],
  connectExchange: anExchange,
  validateAutoRebalanceConfig: [{ field: 'config.exchangeId', code: 'exchangeNotFound' }],
  createUser: anOrganization,
  verifyUser: anOrganization,
  resendVerification: anOrganization,
  resetPassword: anOrganization,
  signIn: anOrganization,
  askForPasskey: anOrganization,
  signInAdministrator: anOrganization,
  getCheckoutTerms: aPlan,
  startCheckout: aPlan,
  subscribe: [...aPlan, ...aPurchase],
  renewSubscription: [...aPlan, ...aPurchase],
  changeSubscription: [...aPlan, ...aPurchase],
};
const idsTried = Object.entries(idsInInput).flatMap(([name, all]) => all.map(({ field, code }) => ({ name, field, code })));
const coursesInInput = ['createBot', 'updateBot'];
/** Those that leave out what is not the caller's. */
const filters = ['listRebalances', 'listOwnRecords', 'getRecordTotals', 'downloadRecords'];

describe('with an id in its input that is not there, or not the caller’s', () => {
  test('every such field is among those that are tried', () => {
    const fields = routes.flatMap(([name, route]) =>
      [...Object.keys(route.query?.shape ?? {}), ...Object.keys(route.body?.shape ?? {})].flatMap((field) =>
        /(?:Id|^organization)$/.test(field) ? [`${name} ${field}`] : [],
      ),
    );
    const tried = [
      ...idsTried.map(({ name, field }) => `${name} ${field}`),
      ...coursesInInput.map((name) => `${name} botCourseId`),
      ...filters.map((name) => `${name} botId`),
    ];
    expect(fields.filter((one) => !tried.includes(one))).toEqual([]);
  });

  const callWith = (name: string, [field, inside]: readonly (string | undefined)[], value: string, key?: string) => {
    const route = allRoutes[name as keyof typeof allRoutes] as Route;
    const own = validBody[name] ?? {};
    const given = inside === undefined ? value : { ...Object(own[field ?? '']), [inside]: value };
    const how = { ...keyFor(route), ...(key !== undefined && { key }) };
    return route.body
      ? server.call(route.method, addressOf(route, ownIds(route)), { ...how, body: { ...own, [field ?? '']: given } })
      : server.call(route.method, addressOf(route, ownIds(route), { [field ?? '']: value }), how);
  };

  test.each(idsTried)('$name answers 404 for its $field', async ({ name, field, code }) => {
    const path = field.split('.');
    const own = ids[field as keyof typeof ids];
    const isOwned = field === 'botId' || (field === 'exchangeAccountId' && name !== 'updateBot');
    for (const key of isOwned ? [neighbour.key, stranger.key] : [])
      expect((await callWith(name, path, own, key)).body.code, 'another’s').toBe(code);
    const answer = await callWith(name, path, newId());
    expect([answer.status, answer.body.code]).toEqual([404, code]);
  });

  test.each(filters)('%s finds nothing', async (name) => {
    for (const [id, key] of [
      [newId(), owner.key],
      [botId, neighbour.key],
      [botId, stranger.key],
    ] as const) {
      const { status, body, text } = await callWith(name, ['botId'], id, key);
      const found = body ? (body.count ?? body.length) : text.trim().split('\r\n').length - 1;
      expect([status, found]).toEqual([200, 0]);
    }
  });

  test.each(coursesInInput)('%s answers 404 for a course of another organization', async (name) => {
    const { botCourses } = server.database.forOrganization(server.kohaku.id);
    const [theirs] = await botCourses.list();
    for (const id of [newId(), theirs?.id ?? '']) {
      const answer = await callWith(name, ['botCourseId'], id);
      expect([answer.status, answer.body.code]).toEqual([404, 'courseNotFound']);
    }
  });
});

/** Right values that no rule knows: a few of them say as much as all. */
const maxRight = 4;

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
    for (const field of Object.keys(route.body?.shape ?? {})) {
      let right = 0;
      for (const value of garbage) {
        const body = { ...validBody[name], [field]: value };
        const isWrong = !isWellFormed(value, { call: name, part: 'body', field });
        if (!isWrong) right += 1;
        if (!isWrong && right > maxRight) continue;
        const answer = await server.call(route.method, addressOf(route, ownIds(route)), { ...keyFor(route), body });
        requireRefusal(answer, field, isWrong);
      }
    }
  });

  test.each(withBody)('%s refuses what holds something wrong further in', async (name, route) => {
    for (const field of Object.keys(route.body?.shape ?? {})) {
      for (const value of wrongWithin(validBody[name]?.[field])) {
        const body = { ...validBody[name], [field]: value };
        const answer = await server.call(route.method, addressOf(route, ownIds(route)), { ...keyFor(route), body });
        expect(answer.status, `${JSON.stringify(value)} ${answer.text}`).toBe(400);
      }
    }
  });

  const withQuery = routes.filter(([, route]) => route.query);
  test.each(withQuery)('%s names the field of the address', async (name, route) => {
    for (const field of Object.keys(route.query?.shape ?? {})) {
      let right = 0;
      for (const value of garbage.filter((one) => typeof one === 'string' || typeof one === 'number').map(String)) {
        const isWrong = !isWellFormed(value, { call: name, part: 'query', field });
        if (!isWrong) right += 1;
        if (!isWrong && right > maxRight) continue;
        const answer = await server.call(route.method, addressOf(route, ownIds(route), { [field]: value }), keyFor(route));
        requireRefusal(answer, field, isWrong);
      }
    }
  });

  test.each(withQuery)('%s takes no field of the address twice', async (_name, route) => {
    for (const field of Object.keys(route.query?.shape ?? {})) {
      const value = rightQuery[field] ?? '1';
      const address = addressOf(route, ownIds(route), { [field]: value });
      const answer = await server.call(route.method, `${address}&${field}=${encodeURIComponent(value)}`, keyFor(route));
      requireRefusal(answer, field, !repeatable.has(field));
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
        requireRefusal(answer, field, true);
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
