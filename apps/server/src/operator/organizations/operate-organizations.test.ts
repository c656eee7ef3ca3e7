import { buildBot, buildExchangeAccount, buildUser } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botsOf } from '../../testing/bots-of.ts';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { goodPassword, startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer({ isTrial: true });
  key = await server.makeOperator();
});
afterAll(() => server.close());

const operate = (method: string, path: string, body?: unknown, asKey = key) =>
  server.call(method, `/ango-ya${path}`, { key: asKey, surface: 'operator', ...(body === undefined ? {} : { body }) });
const entriesOf = (action: string) => server.database.platform.audit.list({ offset: 0, limit: 50 }, { actions: [action] });
async function mailedToken(email: string): Promise<string | undefined> {
  const mails = await server.database.platform.mailQueue.listNewest(50);
  return mails.find(({ to }) => to === email)?.text.match(/(?<=\/admin\/set-password[^#\s]*#)[\w-]+/)?.[0];
}

test('an operator makes an organization, whose first administrator is invited and signs in', async () => {
  const administrator = { email: 'boss@sakura.example', language: 'en' };
  const wanted = { name: 'Sakura', slug: 'sakura', plan: 'PROFESSIONAL', planOptions: ['CREATE_LP'], limits: { users: 2 }, administrator };
  const made = await operate('POST', '/organizations', wanted);
  expect(made).toMatchObject({
    status: 201,
    body: {
      slug: 'sakura',
      plan: 'PROFESSIONAL',
      planOptions: ['CREATE_LP'],
      exchanges: [server.exchange.id],
      allowedExchanges: [server.exchange.id],
      limits: { users: 2, bots: null, workersShare: null },
      figures: { users: 0, bots: 0, runningBots: 0 },
      suspendedAt: null,
    },
  });
  const token = await mailedToken('boss@sakura.example');
  const organization = made.body._id;
  const reset = await server.call('PUT', '/admin/organizations/password/reset', { body: { token, password: goodPassword, organization } });
  expect(reset.body).toEqual({ success: true });
  const signedIn = await server.call('POST', '/admin/organizations/signin', {
    body: { email: 'boss@sakura.example', password: goodPassword, organization },
  });
  expect(signedIn.body).toMatchObject({ role: 'owner', organization });
  expect((await operate('GET', `/organizations/${organization}/administrators`)).body).toEqual([
    {
      _id: expect.any(String),
      email: 'boss@sakura.example',
      role: 'owner',
      isInvited: false,
      hasFactor: false,
      createdAt: expect.any(String),
    },
  ]);
  expect((await entriesOf('listOrganizationAdministrators'))[0]).toMatchObject({ facts: { organizationId: organization } });
  expect((await entriesOf('createOrganization'))[0]).toMatchObject({
    facts: { organizationId: organization, email: 'boss@sakura.example' },
  });
  expect(await operate('POST', '/organizations', { name: 'Sakura', slug: 'sakura' })).toMatchObject({
    status: 409,
    body: { code: 'organizationExists', error: { slug: expect.any(String) } },
  });
});

test('what is changed of an organization is written down before and after, and only that is changed', async () => {
  const { id } = server.kohaku;
  const changed = await operate('PUT', `/organizations/${id}`, { name: 'Kohaku Two', ownPrices: { monthlyPrice: 70_000 }, exchanges: [] });
  expect(changed.body).toMatchObject({ name: 'Kohaku Two', ownPrices: { monthlyPrice: 70_000 }, allowedExchanges: [], exchanges: [] });
  expect((await entriesOf('updateOrganization'))[0]?.facts).toMatchObject({
    nameBefore: 'Kohaku',
    nameAfter: 'Kohaku Two',
    exchangesBefore: JSON.stringify([server.exchange.id]),
    exchangesAfter: '[]',
  });
  expect((await operate('PUT', `/organizations/${id}`, { exchanges: [id] })).body).toMatchObject({ code: 'exchangeNotFound' });
  expect((await operate('PUT', `/organizations/${id}`, { exchanges: [server.exchange.id] })).body.name).toBe('Kohaku Two');
  expect((await operate('PUT', `/organizations/${id}`, { administrator: { email: 'nobody' } })).body.code).toBe('invalidEmail');
});

test('limits hold: users at sign-up and invitation, bots when they are made, runs when they are asked for', async () => {
  const trader = await server.makeUser();
  const bots = botsOf(server, trader);
  const [first, second] = [await bots.made(), await bots.made()];
  const { figures } = (await operate('GET', '/organizations')).body.find(({ _id }: { _id: string }) => _id === server.tenbin.id);
  const limit = (limits: object) => operate('PUT', `/organizations/${server.tenbin.id}`, { limits });
  await limit({ users: figures.users, bots: figures.bots, workersShare: 1 });
  expect(await bots.create()).toMatchObject({ status: 409, body: { code: 'organizationBotsFull', facts: { most: figures.bots } } });
  expect((await bots.put(`/${first}/start`)).status).toBe(200);
  expect(await bots.put(`/${second}/start`)).toMatchObject({ status: 409, body: { code: 'organizationRunningFull' } });
  expect((await bots.put(`/${first}/start`)).status).toBe(200);
  const newcomer = { email: 'late@example.org', password: goodPassword, organization: server.tenbin.id };
  expect(await server.call('POST', '/api/users', { body: newcomer })).toMatchObject({ status: 409, body: { code: 'organizationFull' } });
  const owner = await server.makeAdministrator();
  const invited = await server.call('POST', '/admin/users', { key: owner, surface: 'organization', body: { email: 'late@example.org' } });
  expect(invited.body.code).toBe('organizationFull');
  await limit({ users: null, bots: null, workersShare: null });
  expect((await bots.put(`/${second}/start`)).status).toBe(200);
  expect((await server.call('POST', '/api/users', { body: newcomer })).status).toBe(201);
});

test('of starts that come at once only as many succeed as the organization may have run', async () => {
  const trader = await server.makeUser();
  const bots = botsOf(server, trader);
  const ids = [await bots.made(), await bots.made(), await bots.made()];
  const { figures } = (await operate('GET', '/organizations')).body.find(({ _id }: { _id: string }) => _id === server.tenbin.id);
  await operate('PUT', `/organizations/${server.tenbin.id}`, { limits: { workersShare: figures.runningBots + 1 } });
  const answers = await Promise.all(ids.map((id) => bots.put(`/${id}/start`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  await operate('PUT', `/organizations/${server.tenbin.id}`, { limits: { workersShare: null } });
});

test('in a suspended organization people read and nothing trades; lifting starts nothing', async () => {
  const trader = await server.makeUser();
  const bots = botsOf(server, trader);
  const id = await bots.made();
  expect((await bots.put(`/${id}/start`)).status).toBe(200);
  const suspended = await operate('PUT', `/organizations/${server.tenbin.id}/suspend`, { reason: 'Unpaid bills' });
  expect(suspended.body).toMatchObject({ success: true, stopId: expect.any(String) });
  expect((await operate('GET', `/stops/${suspended.body.stopId}`)).body.botCount).toBeGreaterThan(0);
  expect((await bots.get(`/${id}/records`)).status).toBe(200);
  expect((await bots.put(`/${id}/start`)).body.code).toBe('organizationSuspended');
  expect((await bots.create()).body.code).toBe('organizationSuspended');
  const stops = async () => (await server.call('GET', '/api/stops', { key: trader.key })).body;
  expect(await stops()).toMatchObject([{ bot: id, scope: 'organization', by: 'platform', isSuspended: true }]);
  const signIn = { email: trader.email, password: trader.password, organization: server.tenbin.id };
  expect((await server.call('POST', '/api/users/signin', { body: signIn })).status).toBe(200);
  expect((await entriesOf('suspendOrganization'))[0]).toMatchObject({ reason: 'Unpaid bills', facts: { stopId: suspended.body.stopId } });
  expect((await operate('PUT', `/organizations/${server.tenbin.id}/lift_suspension`, {})).body).toEqual({ success: true });
  expect(await stops()).toMatchObject([{ bot: id, scope: 'organization', by: 'platform', isSuspended: false }]);
  expect((await server.database.forOrganization(server.tenbin.id).bots.require(trader.id, id)).active).toBe(false);
  expect((await bots.put(`/${id}/start`)).status).toBe(200);
});

test('users and bots are read over all organizations, and each look is one entry', async () => {
  const own = server.database.forOrganization(server.kohaku.id);
  const user = await buildUser(server.database, server.kohaku.id, { email: 'far@kohaku.example' });
  const account = await buildExchangeAccount(server.database, {
    organizationId: server.kohaku.id,
    userId: user.id,
    exchangeId: server.exchange.id,
  });
  const bot = await buildBot(server.database, server.kohaku.id, { userId: user.id, exchangeAccountId: account.id });
  const looker = await server.makeOperator('observer');
  const look = (path: string) => operate('GET', path, undefined, looker);
  const found = { _id: user.id, organization: server.kohaku.id, email: 'far@kohaku.example', botCount: 1 };
  expect((await look('/users?email=far@kohaku')).body).toMatchObject([found]);
  expect((await look(`/organizations/${server.kohaku.id}/users`)).body).toContainEqual(expect.objectContaining({ _id: user.id }));
  expect((await look(`/organizations/${server.tenbin.id}/users`)).body).not.toContainEqual(expect.objectContaining({ _id: user.id }));
  for (const _again of [1, 2])
    expect((await look(`/users/${user.id}`)).body).toMatchObject({ _id: user.id, organization: server.kohaku.id });
  expect((await look(`/bots?organization=${server.kohaku.id}`)).body).toMatchObject([{ _id: bot.id, organization: server.kohaku.id }]);
  expect((await look(`/bots/${bot.id}/records`)).body).toEqual([]);
  expect((await look(`/bots/${bot.id}/record_count`)).body).toEqual({ count: 0 });
  expect((await look(`/organizations/${server.kohaku.id}/active_count?year=2026&month=1`)).body).toEqual({ count: 0 });
  const looks = await entriesOf('getPlatformUser');
  expect(looks).toHaveLength(1);
  expect(looks[0]).toMatchObject({ role: 'observer', facts: { id: user.id, organizationId: server.kohaku.id } });
  expect(await own.users.count()).toBeGreaterThan(0);
});

test('the log of all is searched by organization and by who is named, and taken out; that is an entry too', async () => {
  const owner = await server.makeAdministrator(server.kohaku);
  await server.call('PUT', '/admin/administrators/self', { key: owner, surface: 'organization', body: { language: 'en' } });
  const found = (await operate('GET', `/audit?organization=${server.kohaku.id}&actions=updateAdministratorSelf`)).body;
  expect(found).toMatchObject([{ action: 'updateAdministratorSelf', organization: server.kohaku.id, actorEmail: expect.any(String) }]);
  const elsewhere = await operate('GET', `/audit?organization=${server.tenbin.id}&by=${encodeURIComponent(found[0].actorEmail)}`);
  expect(elsewhere.body).toEqual([]);
  expect((await operate('GET', `/audit/count?organization=platform&actions=suspendOrganization`)).body).toEqual({ count: 1 });
  const file = await operate('GET', `/audit/download?organization=${server.kohaku.id}`);
  expect(file.text).toContain(found[0]._id);
  expect((await entriesOf('downloadPlatformAudit'))[0]).toMatchObject({ facts: { organization: server.kohaku.id } });
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
