import { authenticatorIdentity } from '@tenbin/db';
import { newId, testVault } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashRecoveryCode } from '../../factors/recovery-codes.ts';
import { hashPassword } from '../../passwords/password-hash.ts';
import { botsOf } from '../../testing/bots-of.ts';
import { addressOf, routes } from '../../testing/every-call.ts';
import { goodPassword, startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let user: TestUser;
let administrator: { readonly key: string; readonly id: string };
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true });
  user = await server.makeUser();
  administrator = await withFactor(await server.makeAdministrator());
});
afterAll(() => server.close());

const own = () => server.database.forOrganization(server.tenbin.id);
let codes = 0;
const codeOf = (number: number): string => `ABCD-EFGH-${1000 + number}`;

/** With recovery codes, each good once. */
async function withFactor(key: string, organizationId = server.tenbin.id) {
  const { body } = await server.call('GET', '/admin/administrators/self', { key, surface: 'organization' });
  const { factors } = server.database.forOrganization(organizationId);
  const sealed = testVault.seal(JSON.stringify({ secret: 'JBSWY3DPEHPK3PXP' }), authenticatorIdentity(organizationId, body._id));
  await factors.addAuthenticator(body._id, { sealed, lastStep: 0, createdAt: server.clock.now() });
  await factors.replaceRecoveryCodes(
    body._id,
    Array.from({ length: 50 }, (_, number) => hashRecoveryCode(codeOf(number))),
  );
  return { key, id: body._id as string };
}

const ask = (userId: string, { key = administrator.key, code = codeOf(codes++), reason = 'Asked by phone' } = {}) =>
  server.call('POST', `/admin/users/${userId}/view`, { key, surface: 'organization', body: { reason, code } });
const tokenIn = (url: string): string => url.split('#')[1] ?? '';
const claim = (token: string) => server.call('POST', '/api/users/view', { body: { token } });
async function viewOf(userId: string, by = administrator.key): Promise<string> {
  const asked = await ask(userId, { key: by });
  expect(asked.status, asked.text).toBe(201);
  const claimed = await claim(tokenIn(asked.body.url));
  expect(claimed.status, claimed.text).toBe(200);
  return claimed.body.uniqueKey;
}
/** The live events that a key is told. */
async function follow(key: string) {
  const abort = new AbortController();
  const { status, body } = await fetch(`${server.url}/api/events`, { headers: { 'x-user-key': key }, signal: abort.signal });
  let isOver = false;
  const read = async (): Promise<void> => {
    for await (const _ of body ?? []);
  };
  const ended = read()
    .catch(() => undefined)
    .then(() => {
      isOver = true;
    });
  return { key, status, ended, isOver: () => isOver, leave: () => abort.abort() };
}
const seen = async (key: string) => (await server.call('GET', '/api/users/self', { key })).status;

describe('whoever looks on as a user', () => {
  test('reads what the user reads, by a link that is good once, for half an hour; the user is told why', async () => {
    const asked = await ask(user.id, { reason: 'Why did the bot stop?' });
    expect(asked.body.url).toMatch(/\/view\?\S*#[\w-]{43}$|\/view#[\w-]{43}$/);
    const token = tokenIn(asked.body.url);
    expect((await server.call('GET', '/api/users/self', { key: token })).status).toBe(401);
    const { body: view } = await claim(token);
    expect(view).toMatchObject({ email: user.email, endsAt: asked.body.endsAt });
    expect((await claim(token)).body.code).toBe('viewLinkInvalid');
    expect(Date.parse(asked.body.openUntil) - server.clock.now().getTime()).toBe(120_000);
    expect((await server.call('GET', '/api/users/self', { key: view.uniqueKey })).body).toMatchObject({ _id: user.id });
    const mails = await server.database.platform.mailQueue.listNewest(50);
    expect(mails.find(({ to }) => to === user.email)?.text).toContain('Why did the bot stop?');
    const [entry] = await own().audit.list({ offset: 0, limit: 1 }, { about: [user.id], actions: ['viewUser'] });
    expect(entry).toMatchObject({
      actor: 'administrator',
      actorId: administrator.id,
      reason: 'Why did the bot stop?',
      facts: { id: user.id, viewId: expect.any(String) },
    });
    const [taken] = await own().audit.list({ offset: 0, limit: 1 }, { actions: ['claimView'], isRefused: false });
    const about = { actor: 'administrator', actorId: administrator.id, role: 'owner', sessionId: entry?.facts.viewId };
    expect(taken).toMatchObject({ ...about, network: '127.0.0.1', facts: { viewedUserId: user.id } });
    server.clock.advance(29 * 60_000);
    expect(await seen(view.uniqueKey)).toBe(200);
    server.clock.advance(60_000);
    expect(await server.call('GET', '/api/users/self', { key: view.uniqueKey })).toMatchObject({
      status: 401,
      body: { code: 'sessionTimeout' },
    });
    expect(server.log.join('\n')).not.toContain(token);
  });

  test('changes nothing and is shown no secret, by whatever call there is', async () => {
    const key = await viewOf(user.id);
    const botId = await botsOf(server, user).made();
    const closed = routes.filter(
      ([name, route]) => route.surface === 'user' && name !== 'signOut' && (route.method !== 'GET' || route.audited),
    );
    expect(closed.length).toBeGreaterThan(30);
    for (const [name, route] of closed) {
      const path = addressOf(route, { id: botId, exchangeId: server.exchange.id, index: '0' });
      const body = route.body ? { body: {} } : {};
      expect([name, (await server.call(route.method, path, { key, ...body })).body.code]).toEqual([name, 'viewingOnly']);
    }
    const [bot] = (await server.call('GET', '/api/bots', { key })).body;
    expect(bot.apiKey).toHaveLength(4);
    expect((await server.call('GET', `/api/bots?password=${user.password}`, { key })).body.code).toBe('viewingOnly');
    expect(await own().bots.require(user.id, botId)).toMatchObject({ active: false });
    const [entry] = await own().audit.list({ offset: 0, limit: 1 }, { actorIds: [administrator.id] });
    expect(entry).toMatchObject({ actor: 'administrator', refusal: 'viewingOnly', facts: { viewedUserId: user.id } });
  });

  test('is not the user: neither seen last nor among their devices', async () => {
    const before = (await own().userDirectory.find(user.id, { now: server.clock.now(), isFree: true }))?.lastSeenAt;
    server.clock.advance(5 * 60_000);
    const key = await viewOf(user.id);
    server.clock.advance(2 * 60_000);
    expect(await seen(key)).toBe(200);
    await server.settled();
    const after = (await own().userDirectory.find(user.id, { now: server.clock.now(), isFree: true }))?.lastSeenAt;
    expect(before).toBeInstanceOf(Date);
    expect(after).toEqual(before);
    const sessions = await server.call('GET', `/admin/users/${user.id}/sessions`, { key: administrator.key, surface: 'organization' });
    expect(sessions.body).toHaveLength(1);
  });

  test('is out at once when they end it, when their own session ends, when they may not any more, and when the user is suspended', async () => {
    const ended = await viewOf(user.id);
    expect((await server.call('DELETE', '/api/users/session', { key: ended })).status).toBe(200);
    expect(await seen(ended)).toBe(401);
    const [left] = await own().audit.list({ offset: 0, limit: 1 }, { actorIds: [administrator.id] });
    expect(left).toMatchObject({ action: 'endView', refusal: null, facts: { viewedUserId: user.id } });

    const other = await withFactor(await server.makeAdministrator());
    const leaving = await viewOf(user.id, other.key);
    await server.call('DELETE', '/admin/organizations/session', { key: other.key, surface: 'organization' });
    expect(await seen(leaving)).toBe(401);
    expect(await seen(user.key)).toBe(200);

    const third = await withFactor(await server.makeAdministrator());
    const demoted = await viewOf(user.id, third.key);
    await own().administrators.setRole(third.id, 'support');
    server.clock.advance(6_000);
    expect(await seen(demoted)).toBe(401);

    const banned = await server.makeUser();
    const ofBanned = await viewOf(banned.id);
    await server.call('PUT', `/admin/users/${banned.id}/ban`, { key: administrator.key, surface: 'organization', body: {} });
    expect(await seen(ofBanned)).toBe(401);
    expect((await ask(banned.id)).body.code).toBe('userBanned');
  });

  test('has streams that end as soon as their role does not include it any more, and not those of whoever still may', async () => {
    const [demoted, other] = [await withFactor(await server.makeAdministrator()), await withFactor(await server.makeAdministrator())];
    const [leaving, staying] = [await follow(await viewOf(user.id, demoted.key)), await follow(await viewOf(user.id, other.key))];
    const path = `/admin/administrators/${demoted.id}`;
    const change = { key: administrator.key, surface: 'organization', body: { role: 'support' } } as const;
    expect((await server.call('PUT', path, change)).status).toBe(200);
    await leaving.ended;
    expect((await follow(leaving.key)).status).toBe(401);
    expect(staying.isOver()).toBe(false);
    staying.leave();
  });

  test('has streams of their own: the user and another administrator can open as many as ever', async () => {
    const watched = await server.makeUser();
    const key = await viewOf(watched.id);
    const streams = [];
    for (const _ of Array(12).keys()) streams.push(await follow(key));
    const further = [
      await follow(key),
      await follow(watched.key),
      await follow(await viewOf(watched.id, (await withFactor(await server.makeAdministrator())).key)),
    ];
    expect([...streams, ...further].map(({ status }) => status)).toEqual([...Array(12).fill(200), 429, 200, 200]);
    for (const stream of [...streams, ...further]) stream.leave();
  });

  test('needs their own second factor, and is nobody of another organization, nobody without the permission, and never staff', async () => {
    expect((await ask(user.id, { code: '000000' })).body.code).toBe('factorCodeWrong');
    expect((await ask(user.id, { key: await server.makeAdministrator() })).body.code).toBe('ownFactorMissing');
    expect((await ask(newId())).body.code).toBe('userNotFound');
    const stranger = await withFactor(await server.makeAdministrator(server.kohaku), server.kohaku.id);
    expect(await ask(user.id, { key: stranger.key })).toMatchObject({ status: 404, body: { code: 'userNotFound' } });
    const support = await server.makeAdministrator(server.tenbin, 'support');
    expect((await ask(user.id, { key: support })).body.code).toBe('permissionMissing');
    const both = await server.makeUser();
    await own().administrators.create({ email: both.email, passwordHash: await hashPassword(goodPassword), role: 'support' });
    expect((await ask(both.id)).body.code).toBe('userIsStaff');
  });

  test('is nobody whose own session has ended meanwhile: nothing is written, and nobody is mailed', async () => {
    const leaving = await withFactor(await server.makeAdministrator());
    const watched = await server.makeUser();
    const mailed = async () => (await server.database.platform.mailQueue.listNewest(200)).filter(({ to }) => to === watched.email).length;
    const before = await mailed();
    const [session] = await server.database.platform.sessions.listOf({ surface: 'organization', subjectId: leaving.id });
    // On this server it is still remembered.
    await server.database.platform.sessions.end(session?.id ?? '');
    expect(await ask(watched.id, { key: leaving.key })).toMatchObject({ status: 401, body: { code: 'signinRequired' } });
    expect(await own().audit.list({ offset: 0, limit: 1 }, { about: [watched.id], actions: ['viewUser'], isRefused: false })).toEqual([]);
    expect(await mailed()).toBe(before);
  });

  test('has a link that nobody can guess at: one address tries few', async () => {
    const strict = await startTestServer({ config: { limitFactor: 1 }, isClockStill: true });
    const statuses: number[] = [];
    for (const number of Array(41).keys())
      statuses.push((await strict.call('POST', '/api/users/view', { body: { token: `guess-${number}` } })).status);
    expect(statuses).toEqual([...Array(40).fill(400), 429]);
    await strict.close();
  });

  test('has two minutes to take it up', async () => {
    const { body } = await ask(user.id);
    server.clock.advance(121_000);
    expect((await claim(tokenIn(body.url))).body.code).toBe('viewLinkInvalid');
  });
});
