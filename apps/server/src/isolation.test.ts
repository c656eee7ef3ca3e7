/**
 * Nobody reaches what is another's: every call of the contract, by every kind of caller who has no right to it, with the
 * owner's ids in the path, the query and the body. Nothing of the owner's may be in an answer, and nothing may change.
 */
import { type OrganizationRole, organizationRoles } from '@tenbin/accounts';
import { keyHeaders, type Route, type Surface } from '@tenbin/contract';
import { allRoutes } from '@tenbin/contract/reference';
import { newId } from '@tenbin/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { hashToken, makeToken } from './passwords/secret-token.ts';
import { nounOf, pairs, rightQuery } from './testing/right-query.ts';
import { startTestServer, type TestServer, type TestUser } from './testing/start-test-server.ts';

const hour = 3_600_000;
const keyed = Object.entries(allRoutes).filter(([, { surface }]) => surface !== 'public');
/** What a caller may do to their own session would end the tries. */
const isSignOut = ({ path, method }: Route): boolean => method === 'DELETE' && path.endsWith('/session');

let server: TestServer;
let owner: TestUser;
let keys: { readonly user: string; readonly organization: string; readonly operator: string };
/** By kind of caller: the key they show, and the surface that it is good for; null: none at all. */
let callers: Record<string, { readonly key: string; readonly of: Surface | null }>;
let ids: Record<string, string>;
let markers: readonly string[];
let tried = 0;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.makeUser();
  const account = server.venue.createAccount();
  const bot = { name: 'Owners-own', exchangeId: server.exchange.id, apiKey: account.key, secret: account.secret, pairs, delta: 0.01 };
  const made = await server.call('POST', '/api/bots', { key: owner.key, body: bot });
  const botId: string = made.body.bot._id;
  expect((await server.call('PUT', `/api/bots/${botId}/start`, { key: owner.key })).status).toBe(200);
  keys = { user: owner.key, organization: await server.makeAdministrator(), operator: await server.makeOperator() };
  const idle = await server.makeUser();
  const stopOfIdle = await server.call('PUT', `/admin/users/${idle.id}/stop`, { key: keys.organization, surface: 'organization' });
  const { exchangeAccountId } = await server.database.forOrganization(server.tenbin.id).bots.require(owner.id, botId);
  ids = {
    botId,
    userId: owner.id,
    exchangeAccountId,
    exchangeId: server.exchange.id,
    organization: server.tenbin.id,
    stopId: stopOfIdle.body.stopId,
    sessionId: (await server.call('GET', '/api/users/self/sessions', { key: owner.key })).body[0]._id,
  };
  markers = ['Owners-own', owner.email, owner.id, botId, exchangeAccountId, account.key, account.secret];

  const [neighbour, stranger, banned, leaver] = [
    await server.makeUser(),
    await server.makeUser(server.kohaku),
    await server.makeUser(),
    await server.makeUser(),
  ];
  await server.call('PUT', `/admin/users/${banned.id}/ban`, { key: keys.organization, surface: 'organization' });
  await server.call('DELETE', '/api/users/session', { key: leaver.key });
  const own = { _id: owner.id, organization: server.tenbin.id };
  callers = {
    nobody: { key: '', of: null },
    'a made-up key': { key: makeToken(), of: null },
    'the owner, with a session that is over': { key: await openSession(own, { endsIn: -1 }), of: null },
    'the owner, with a session that grew idle': { key: await openSession(own, { usedAgo: 13 * hour }), of: null },
    'somebody who signed out': { key: leaver.key, of: null },
    'a suspended user': { key: banned.key, of: null },
    'a user of the same organization': { key: neighbour.key, of: 'user' },
    'a user of another organization': { key: stranger.key, of: 'user' },
    ...Object.fromEntries(await Promise.all(administratorRoles.map(strangerOf))),
    'the owner, at another surface': { key: keys.user, of: 'user' },
    'the administrator, at another surface': { key: keys.organization, of: 'organization' },
    'the operator, at another surface': { key: keys.operator, of: 'operator' },
  };
});
afterAll(async () => {
  await server.close();
  process.stdout.write(`isolation: ${keyed.length} calls, ${Object.keys(callers).length} kinds of caller, ${tried} tries\n`);
});

const administratorRoles = Object.keys(organizationRoles) as OrganizationRole[];
const strangerOf = async (role: OrganizationRole) =>
  [`the ${role} of another organization`, { key: await server.makeAdministrator(server.kohaku, role), of: 'organization' }] as const;

/** Opens a session of any age. @returns its key */
async function openSession(
  { _id: subjectId, organization: organizationId }: { readonly _id: string; readonly organization: string },
  { usedAgo = 0, endsIn = hour } = {},
): Promise<string> {
  const key = makeToken();
  const now = server.clock.now().getTime();
  const times = { at: new Date(now - usedAgo), expiresAt: new Date(now + endsIn) };
  await server.database.platform.sessions.create({ surface: 'user', organizationId, subjectId, keyHash: hashToken(key), ...times });
  return key;
}

/** Another session of the same user, or of an administrator of the same kind. */
async function sessionLike(kind: string, { key, surface }: { readonly key: string; readonly surface: Surface }): Promise<string> {
  if (surface === 'user') return openSession((await server.call('GET', '/api/users/self', { key })).body);
  return server.makeAdministrator(
    server.kohaku,
    administratorRoles.find((role) => kind.includes(role)),
  );
}

/** What is the owner's, as it stands. */
async function storedState(): Promise<string> {
  const { bots, users, exchangeAccounts, stops } = server.database.forOrganization(server.tenbin.id);
  const own = await Promise.all([
    bots.listOfUser(owner.id),
    users.require(owner.id),
    exchangeAccounts.listOfUser(owner.id),
    stops.listActive(owner.id),
    server.database.forOrganization(server.tenbin.id).organization(),
  ]);
  return JSON.stringify(own);
}

/** The owner's ids, for the fields of an input that ask for one; and what else a call needs to get further. */
const given: Readonly<Record<string, unknown>> = { ...rightQuery, config: { pairs, balance: { USDT: '18000' } } };

function inputOf(schema: z.ZodMiniObject | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(schema?.shape ?? {}).flatMap((field) => {
      const value = ids[field] ?? given[field];
      if (value === undefined) return [];
      return [[field, field === 'config' ? { ...Object(value), exchangeId: ids.exchangeId, botId: ids.botId } : value]];
    }),
  );
}

/** The ways in which a call can carry the owner's ids: all of them, and each part with ids of nobody in the others. */
function callsOf(route: Route): { readonly path: string; readonly body: Record<string, unknown> | undefined }[] {
  const noun = nounOf(route.path);
  const pathWith = (own: boolean) =>
    route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === 'index' ? '0' : own ? (ids[name === 'id' ? noun : name] ?? newId()) : newId(),
    );
  const query = new URLSearchParams(
    Object.entries(inputOf(route.query)).map(([name, value]) => [name, String(value)] as [string, string]),
  ).toString();
  const withQuery = (path: string) => (query === '' ? path : `${path}?${query}`);
  const body = route.body ? inputOf(route.body) : undefined;
  return [
    { path: withQuery(pathWith(true)), body },
    { path: withQuery(pathWith(false)), body },
    { path: pathWith(true), body: route.body ? {} : undefined },
  ];
}

test.each(keyed.filter(([, { answers }]) => answers !== 'events'))('%s', async (_name, route) => {
  const before = await storedState();
  for (const [kind, { key, of }] of Object.entries(callers)) {
    if (of === route.surface && (kind.includes('at another surface') || isSignOut(route))) continue;
    for (const { path, body } of callsOf(route)) {
      tried += 1;
      const answer = await server.call(route.method, path, { key, surface: route.surface, ...(body === undefined ? {} : { body }) });
      const context = { kind, path, status: answer.status, text: answer.text };
      if (of !== route.surface) expect(context, kind).toMatchObject({ status: 401 });
      expect(answer.status, JSON.stringify(context)).toBeLessThan(500);
      // What the caller said themselves may be repeated to them; the log of what they did has the ids that they tried.
      const said = `${path}${JSON.stringify(body)}${route.path.startsWith('/admin/audit') ? JSON.stringify(ids) : ''}`;
      for (const marker of markers.filter((one) => !said.includes(one))) expect(answer.text, JSON.stringify(context)).not.toContain(marker);
    }
  }
  expect(await storedState()).toBe(before);
});

test.each(keyed.filter(([, { answers }]) => answers === 'events'))(
  '%s tells a stranger nothing of what happens to the owner',
  async (_name, route) => {
    for (const [kind, { key, of }] of Object.entries(callers)) {
      if (of === route.surface && kind.includes('at another surface')) continue;
      tried += 1;
      // A session of its own, which is ended to end the stream.
      const own = of === route.surface ? await sessionLike(kind, { key, surface: route.surface }) : key;
      const answer = await fetch(server.url + route.path, { headers: { [keyHeaders[route.surface] ?? '']: own } });
      const right = kind.startsWith('the finance') ? 403 : 200;
      expect(answer.status, kind).toBe(of === route.surface ? right : 401);
      if (!answer.ok) continue;
      for (const action of ['stop', 'start']) await server.call('PUT', `/api/bots/${ids.botId}/${action}`, { key: owner.key });
      const session = route.surface === 'user' ? '/api/users/session' : '/admin/organizations/session';
      await server.call('DELETE', session, { key: own, surface: route.surface });
      const streamed = await answer.text();
      for (const marker of markers) expect(streamed, kind).not.toContain(marker);
    }
  },
);

test('all of that was tried with keys that open what is their own, and would have been seen', async () => {
  for (const [kind, { key, of }] of Object.entries(callers)) {
    const own = { user: '/api/users/self', organization: '/admin/bots', operator: '/ango-ya/organizations', public: '' }[of ?? 'public'];
    if (of !== null && kind !== 'the finance of another organization')
      expect((await server.call('GET', own, { key, surface: of })).status, own).toBe(200);
  }
  const { text } = await server.call('GET', '/api/bots', { key: owner.key });
  expect(markers.filter((marker) => text.includes(marker)).length).toBeGreaterThan(1);
});
