/** Whoever knew the password may have signed in, started bots and entered keys: none of that outlives it. */
import { erasedSeal } from '@tenbin/db';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { botsOf } from '../../testing/bots-of.ts';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const newPassword = 'Fresh2password';
const change = ({ key, password }: Pick<TestUser, 'key' | 'password'>, body: object = {}) =>
  server.call('PUT', '/api/users/self/password', { key, body: { password, newPassword, ...body } });
const signIn = ({ email }: TestUser, password: string) => server.call('POST', '/api/users/signin', { body: { email, password } });
const statusOf = async (key: string) => (await server.call('GET', '/api/users/self', { key })).status;
const accountOf = async ({ id }: TestUser) => (await server.database.forOrganization(server.tenbin.id).exchangeAccounts.listOfUser(id))[0];

test('a change needs the current password, and another one that keeps the rules', async () => {
  const user = await server.makeUser();
  const botId = await botsOf(server, user).made();
  const refused = [
    await change(user, { password: 'Wrong1password' }),
    await change(user, { newPassword: user.password }),
    await change(user, { newPassword: 'short' }),
  ];
  expect(refused.map(({ status, body }) => [status, body.code, Object.keys(body.error)])).toEqual([
    [400, 'wrongPassword', ['password']],
    [400, 'currentlyUsedPassword', ['newPassword']],
    [400, 'weakPassword', ['newPassword']],
  ]);
  expect((await signIn(user, user.password)).status).toBe(200);
  expect((await botsOf(server, user).put(`/${botId}/start`)).status).toBe(200);
});

test('a new password ends all other sessions, and the old password', async () => {
  const user = await server.makeUser();
  const other = (await signIn(user, user.password)).body.uniqueKey;
  expect(await statusOf(other)).toBe(200);
  expect(await change(user)).toMatchObject({ status: 200, body: { success: true, stoppedBots: 0, removedApiKeys: 0 } });
  expect([await statusOf(user.key), await statusOf(other)]).toEqual([200, 401]);
  expect((await signIn(user, user.password)).body.code).toBe('emailOrPassword');
  expect((await signIn(user, newPassword)).status).toBe(200);
  const [newest] = await server.database.platform.mailQueue.listNewest(1);
  expect(newest).toMatchObject({ to: user.email, subject: 'Your password was changed' });
});

test('neither a sign-in nor a change stands whose password was compared before another change', async () => {
  const user = await server.makeUser();
  const { users } = server.database.forOrganization(server.tenbin.id);
  const before = await users.require(user.id);
  const noted = { at: new Date(), knownDevices: [] };
  await change(user);
  expect(await users.noteSignIn(before, noted)).toBeNull();
  expect(await users.replacePassword(before, 'of somebody else')).toBe(false);
  expect(await users.noteSignIn(await users.require(user.id), noted)).not.toBeNull();
});

test('a new password stops the bots and removes their keys; a bot starts again once its key was entered anew', async () => {
  const user = await server.makeUser();
  const bots = botsOf(server, user);
  const { key: apiKey, secret } = server.venue.createAccount();
  const botId = await bots.made({ apiKey, secret });
  expect((await bots.put(`/${botId}/start`)).status).toBe(200);
  expect((await change(user)).body).toEqual({ success: true, stoppedBots: 1, removedApiKeys: 1 });
  expect((await bots.get('')).body).toMatchObject([{ active: false, apiKey: '', hasSecret: false, hasPassphrase: false }]);
  expect(await accountOf(user)).toMatchObject({ sealed: erasedSeal, withdrawnAt: expect.any(Date) });
  expect(await bots.put(`/${botId}/start`)).toMatchObject({ status: 409, body: { code: 'apiKeyRemoved' } });
  expect(await bots.put(`/${botId}`, { secret, password: newPassword })).toMatchObject({ status: 409, body: { code: 'apiKeyRemoved' } });

  const entered = await bots.put(`/${botId}`, { apiKey, secret, password: newPassword });
  expect(entered.status, entered.text).toBe(200);
  expect(entered.body.bot).toMatchObject({ apiKey: apiKey.slice(-4), hasSecret: true });
  expect((await bots.put(`/${botId}/start`)).status).toBe(200);
});

test('a key is kept until its bot has come to rest, and starts nothing meanwhile', async () => {
  const user = await server.makeUser();
  const bots = botsOf(server, user);
  const botId = await bots.made();
  const { bots: rows, journal } = server.database.forOrganization(server.tenbin.id);
  const { exchangeUsers } = server.database.platform;
  await rows.setActive(user.id, botId, { active: true, by: user.id, at: new Date() });
  await journal.record({ botId, epoch: 0 }, { phase: { kind: 'running', since: new Date() } });
  expect((await change(user)).body).toMatchObject({ stoppedBots: 1, removedApiKeys: 1 });
  await exchangeUsers.eraseWithdrawn();
  const account = await accountOf(user);
  expect(account).toMatchObject({ sealed: expect.any(String) });
  expect(account?.sealed).not.toBe(erasedSeal);
  await expect(rows.setActive(user.id, botId, { active: true, by: user.id, at: new Date() })).rejects.toThrow('botStopping');
  await journal.record({ botId, epoch: 0 }, { phase: { kind: 'stopped', receipt: null } });
  expect(await exchangeUsers.eraseWithdrawn()).toBe(1);
  expect((await accountOf(user))?.sealed).toBe(erasedSeal);
  await expect(rows.setActive(user.id, botId, { active: true, by: user.id, at: new Date() })).rejects.toThrow('botStopping');
});

test.each(['a new bot', 'a bot that is there'])('a key that is on its way for %s is not kept', async (place) => {
  const user = await server.makeUser();
  const bots = botsOf(server, user);
  const botId = await bots.made();
  const { key: apiKey, secret } = server.venue.createAccount();
  const { forOrganization } = server.database;
  let meanwhile: (() => Promise<unknown>) | null = () => change(user);
  const overtaken = vi.spyOn(server.database, 'forOrganization').mockImplementation((id) => {
    const own = forOrganization(id);
    const transaction: typeof own.transaction = async (work) => {
      const first = meanwhile;
      meanwhile = null;
      await first?.();
      return own.transaction(work);
    };
    return { ...own, transaction };
  });
  const answer =
    place === 'a new bot'
      ? await bots.create({ apiKey, secret })
      : await bots.put(`/${botId}`, { apiKey, secret, password: user.password });
  overtaken.mockRestore();
  expect([answer.status, answer.body.code, meanwhile]).toEqual([401, 'signinRequired', null]);
  const { exchangeAccounts } = server.database.forOrganization(server.tenbin.id);
  expect((await exchangeAccounts.listOfUser(user.id)).map(({ sealed }) => sealed)).toEqual([erasedSeal]);
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
