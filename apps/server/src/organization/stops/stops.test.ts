import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let user: TestUser;
let administrator: string;
let operator: string;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.makeUser();
  administrator = await server.makeAdministrator();
  operator = await server.makeOperator();
});
afterAll(() => server.close());

const asAdministrator = (method: string, path: string) => server.call(method, path, { key: administrator, surface: 'organization' });
const asOperator = (method: string, path: string) => server.call(method, path, { key: operator, surface: 'operator' });

/** A bot that no worker runs: what is requested is all there is. */
async function wantedBot(owner: TestUser, name: string): Promise<string> {
  const { key, secret } = server.venue.createAccount();
  const body = { name, exchangeId: server.exchange.id, apiKey: key, secret, pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'], delta: 0.01 };
  const { _id: id } = (await server.call('POST', '/api/bots', { key: owner.key, body })).body.bot;
  expect((await asAdministrator('PUT', `/admin/bots/${id}/start`)).body).toEqual({ success: true });
  return id;
}

const isWanted = async (owner: TestUser, id: string): Promise<boolean> =>
  (await server.call('GET', '/api/bots', { key: owner.key })).body.find((bot: { _id: string }) => bot._id === id).active;

test('an administrator starts and stops a bot of their organization, and reads what the stop did', async () => {
  const id = await wantedBot(user, 'One');
  expect(await isWanted(user, id)).toBe(true);
  const { stopId } = (await asAdministrator('PUT', `/admin/bots/${id}/stop`)).body;
  expect(await isWanted(user, id)).toBe(false);
  const { body: stop } = await asAdministrator('GET', `/admin/stops/${stopId}`);
  expect(stop).toMatchObject({ scope: 'bot', subject: id, botCount: 1, confirmedCount: 1, bots: [{ bot: id, state: 'confirmed' }] });
  expect(stop.confirmedAt).not.toBeNull();
});

test('who starts or stops a bot stands in the history of its user, and in what the log says about them', async () => {
  const owner = await server.makeUser();
  const id = await wantedBot(owner, 'Told');
  await asAdministrator('PUT', `/admin/bots/${id}/stop`);
  const { body: events } = await asAdministrator('GET', `/admin/users/${owner.id}/timeline?skip=0&limit=20`);
  const acts = events.filter(({ kind, actor }: { kind: string; actor: string }) => kind === 'act' && actor === 'administrator');
  const about = { userId: owner.id, name: 'Told' };
  expect(acts).toMatchObject([
    { action: 'stopBotAsAdministrator', facts: about },
    { action: 'startBotAsAdministrator', facts: about },
  ]);
  const { body: entries } = await asAdministrator(
    'GET',
    `/admin/audit?offset=0&limit=20&about=${owner.id}&actions=startBotAsAdministrator`,
  );
  expect(entries).toHaveLength(1);
});

test('all bots of a user, and only theirs, are stopped', async () => {
  const other = await server.makeUser();
  const [id, otherId] = [await wantedBot(user, 'Two'), await wantedBot(other, 'Three')];
  const { stopId } = (await asAdministrator('PUT', `/admin/users/${user.id}/stop`)).body;
  expect([await isWanted(user, id), await isWanted(other, otherId)]).toEqual([false, true]);
  const { body: stop } = await asAdministrator('GET', `/admin/stops/${stopId}`);
  expect(stop).toMatchObject({ scope: 'user', subject: user.id, bots: [{ bot: id, user: user.id, organization: server.tenbin.id }] });
  await asAdministrator('PUT', '/admin/bots/stop_all');
  expect(await isWanted(other, otherId)).toBe(false);
});

test('a stop of the platform is read by the operator whole, and by an administrator in part', async () => {
  const id = await wantedBot(user, 'Four');
  const { stopId } = (await asOperator('PUT', '/ango-ya/bots/stop_all')).body;
  expect(await isWanted(user, id)).toBe(false);
  for (const { body } of [
    await asOperator('GET', `/ango-ya/stops/${stopId}`),
    await asAdministrator('GET', `/admin/stops/${stopId}?limit=1`),
  ])
    expect(body).toMatchObject({ scope: 'platform', botCount: 1, bots: [{ bot: id }] });
});

test('a user sees who stopped their bot, and how that ended, until the bot is started again', async () => {
  const owner = await server.makeUser();
  const id = await wantedBot(owner, 'Five');
  const activeStops = async (of: TestUser) => (await server.call('GET', '/api/stops', { key: of.key })).body;
  expect(await activeStops(owner)).toEqual([]);
  await asAdministrator('PUT', `/admin/users/${owner.id}/stop`);
  expect(await activeStops(owner)).toMatchObject([{ bot: id, scope: 'user', by: 'organization', state: 'confirmed', receipt: null }]);
  await asAdministrator('PUT', `/admin/bots/${id}/start`);
  expect(await activeStops(owner)).toEqual([]);
  await asOperator('PUT', '/ango-ya/bots/stop_all');
  expect(await activeStops(owner)).toMatchObject([{ bot: id, scope: 'platform', by: 'platform' }]);
  expect((await activeStops(user)).map(({ bot }: { bot: string }) => bot)).not.toContain(id);
});

test('an administrator sees the bots of their organization, page by page', async () => {
  const { body: all } = await asAdministrator('GET', '/admin/bots?limit=100');
  const { body: second } = await asAdministrator('GET', '/admin/bots?skip=1&limit=1');
  expect(second).toEqual([all[1]]);
  const stranger = await server.makeAdministrator(server.kohaku);
  expect((await server.call('GET', '/admin/bots', { key: stranger, surface: 'organization' })).body).toEqual([]);
});

test('a session of an administrator and of an operator ends when they sign out, and after twelve hours without use', async () => {
  for (const [surface, prefix, key] of [
    ['organization', '/admin', await server.makeAdministrator()],
    ['operator', '/ango-ya', await server.makeOperator()],
  ] as const) {
    const out = () => server.call('DELETE', `${prefix}/organizations/session`, { key, surface });
    expect((await out()).body).toEqual({ success: true });
    expect(await out()).toMatchObject({ status: 401, body: { code: 'signinRequired' } });
  }
  const [unusedAdministrator, unusedOperator] = [await server.makeAdministrator(), await server.makeOperator()];
  server.clock.advance(12 * 3_600_000 + 1_000);
  expect(await server.call('GET', '/admin/bots', { key: unusedAdministrator, surface: 'organization' })).toMatchObject({
    status: 401,
    body: { code: 'sessionTimeout', sessionTimeout: true },
  });
  expect((await server.call('PUT', '/ango-ya/bots/stop_all', { key: unusedOperator, surface: 'operator' })).body.sessionTimeout).toBe(true);
});

test('a wrong password, an unknown address and another organization’s administrator sign nobody in', async () => {
  const email = 'chief@example.com';
  const { passwordHash } = await server.database.forOrganization(server.tenbin.id).users.require(user.id);
  await server.database.forOrganization(server.tenbin.id).administrators.create({ email, passwordHash, role: 'owner' });
  const signIn = (body: object) => server.call('POST', '/admin/organizations/signin', { body });
  const refused = { status: 401, body: { code: 'emailOrPassword' } };
  const { password } = user;
  expect(await signIn({ email, password: 'Wrong1Horse', organization: server.tenbin.id })).toMatchObject(refused);
  expect(await signIn({ email: 'nobody@example.com', password, organization: server.tenbin.id })).toMatchObject(refused);
  expect(await signIn({ email, password, organization: server.kohaku.id })).toMatchObject(refused);
  expect(await server.call('POST', '/ango-ya/organizations/signin', { body: { email, password } })).toMatchObject(refused);
  expect((await signIn({ email: email.toUpperCase(), password, organization: server.tenbin.id })).status).toBe(200);
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
