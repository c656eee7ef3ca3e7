import { systemRuntime } from '@tenbin/runtime';
import { silentLog } from '@tenbin/telemetry';
import { testVault } from '@tenbin/testkit';
import { connectExchange } from '@tenbin/testkit/exchange';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultServerConfig, startServer } from '../../index.ts';
import { hashToken, makeToken } from '../../passwords/secret-token.ts';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
let administrator: string;
beforeAll(async () => {
  server = await startTestServer();
  administrator = await server.makeAdministrator();
});
afterAll(() => server.close());

const administer = (method: string, path: string) => server.call(method, `/admin/${path}`, { key: administrator, surface: 'organization' });
const ban = (id: string) => administer('PUT', `users/${id}/ban`);
const statusFor = async (key: string, url = server.url) =>
  (await fetch(`${url}/api/users/self`, { headers: { 'x-user-key': key } })).status;

test('a suspended user is out at once, on every server, and comes in again only when they are pardoned', async () => {
  const log = silentLog;
  const deps = { database: server.database, vault: testVault, connectExchange, clock: systemRuntime(), log };
  const other = await startServer({ ...defaultServerConfig, port: 0, runsJobs: false }, deps);
  const { id, key, email, password } = await server.makeUser();
  const signIn = () => server.call('POST', '/api/users/signin', { body: { email, password } });
  const second = (await signIn()).body.uniqueKey;
  for (const one of [key, second]) expect([await statusFor(one), await statusFor(one, other.url)]).toEqual([200, 200]);

  expect(await ban(id)).toMatchObject({ status: 200, body: { success: true } });
  for (const one of [key, second]) {
    expect(await statusFor(one)).toBe(401);
    await expect.poll(() => statusFor(one, other.url)).toBe(401);
  }
  expect((await signIn()).body.code).toBe('userBanned');
  expect((await server.call('POST', '/api/users/signin', { body: { email, password: 'Wrong1password' } })).body.code).toBe(
    'emailOrPassword',
  );

  expect((await administer('PUT', `users/${id}/pardon`)).body).toEqual({ success: true });
  expect(await statusFor(key)).toBe(401);
  expect(await statusFor((await signIn()).body.uniqueKey)).toBe(200);
  await other.close();
});

test('a session that is opened while its user is being suspended opens nothing', async () => {
  const { id: subjectId } = await server.makeUser();
  await ban(subjectId);
  const key = makeToken();
  const at = new Date();
  const expiresAt = new Date(at.getTime() + 3_600_000);
  const who = { surface: 'user', organizationId: server.tenbin.id, subjectId } as const;
  await server.database.platform.sessions.create({ ...who, keyHash: hashToken(key), at, expiresAt });
  for (const path of ['/api/users/self', '/api/bots', '/api/events', '/api/organizations/self'])
    expect(await server.call('GET', path, { key })).toMatchObject({ status: 401, body: { code: 'signinRequired' } });
});

test('the event streams of a suspended user end', async () => {
  const { id, key } = await server.makeUser();
  const stream = await fetch(`${server.url}/api/events`, { headers: { 'x-user-key': key } });
  expect(stream.status).toBe(200);
  const read = stream.text();
  await ban(id);
  expect(await read).toEqual(expect.any(String));
});

test('the bots of a suspended user are stopped, and nobody can start them', async () => {
  const { id, key } = await server.makeUser();
  const account = server.venue.createAccount();
  const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
  const body = { name: 'Tokyo-1', exchangeId: server.exchange.id, apiKey: account.key, secret: account.secret, pairs, delta: 0.01 };
  const { _id: botId } = (await server.call('POST', '/api/bots', { key, body })).body.bot;
  expect((await server.call('PUT', `/api/bots/${botId}/start`, { key })).status).toBe(200);
  const { stopId } = (await ban(id)).body;
  expect((await administer('GET', `stops/${stopId}`)).body).toMatchObject({ scope: 'user', botCount: 1 });
  const { bots } = server.database.forOrganization(server.tenbin.id);
  expect(await bots.find(botId)).toMatchObject({ active: false });
  expect(await administer('PUT', `bots/${botId}/start`)).toMatchObject({ status: 403, body: { code: 'userBanned' } });
  await administer('PUT', `users/${id}/pardon`);
  expect((await administer('PUT', `bots/${botId}/start`)).status).toBe(200);
});

test('an administrator suspends nobody of another organization', async () => {
  const { id, key } = await server.makeUser(server.kohaku);
  expect((await ban(id)).status).toBe(404);
  expect(await statusFor(key)).toBe(200);
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
