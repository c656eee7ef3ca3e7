import { newId } from '@tenbin/testkit';
/** Where somebody is signed in: they see it, and end what is not theirs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botsOf } from '../../testing/bots-of.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';
const signIn = async ({ email, password }: TestUser, agent: string): Promise<string> => {
  const answer = await server.call('POST', '/api/users/signin', { body: { email, password }, headers: { 'user-agent': agent } });
  return answer.body.uniqueKey;
};
const list = (key: string) => server.call('GET', '/api/users/self/sessions', { key });
const statusOf = async (key: string) => (await server.call('GET', '/api/users/self', { key })).status;
const noticesTo = async ({ email }: TestUser) =>
  (await server.database.platform.mailQueue.listNewest(50)).filter(({ to, subject }) => to === email && subject.includes('sign-in'));

test('each is told by its program and address; the one that asks is marked', async () => {
  const user = await server.makeUser();
  const key = await signIn(user, firefox);
  const { body } = await list(key);
  expect(body).toHaveLength(2);
  expect(body).toContainEqual(expect.objectContaining({ agent: firefox, address: '127.0.0.1', isCurrent: true }));
  expect(body.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1);
});

test('one of them is ended at once, and nobody ends another’s', async () => {
  const [user, stranger] = [await server.makeUser(), await server.makeUser()];
  const other = await signIn(user, firefox);
  const { body } = await list(user.key);
  const { _id: id } = body.find(({ agent }: { agent: string }) => agent === firefox);
  for (const [key, which] of [
    [stranger.key, id],
    [user.key, newId()],
  ])
    expect(await server.call('DELETE', `/api/users/self/sessions/${which}`, { key })).toMatchObject({
      status: 404,
      body: { code: 'sessionNotFound' },
    });
  expect(await statusOf(other)).toBe(200);
  expect((await server.call('DELETE', `/api/users/self/sessions/${id}`, { key: user.key })).status).toBe(200);
  expect([await statusOf(other), await statusOf(user.key)]).toEqual([401, 200]);
});

test('all others are ended together', async () => {
  const user = await server.makeUser();
  const others = [await signIn(user, firefox), await signIn(user, 'curl/8')];
  expect((await server.call('DELETE', '/api/users/self/sessions', { key: user.key })).status).toBe(200);
  expect(await Promise.all(others.map(statusOf))).toEqual([401, 401]);
  expect((await list(user.key)).body).toHaveLength(1);
});

test('the first sign-in with a program that was not used before is mailed, once', async () => {
  const user = await server.makeUser();
  expect(await noticesTo(user)).toEqual([]);
  await signIn(user, firefox);
  const [notice] = await noticesTo(user);
  expect(notice?.text).toContain('Firefox, Linux');
  expect(notice?.text).toContain('127.0.0.1');
  await signIn(user, firefox);
  expect(await noticesTo(user)).toHaveLength(1);
});

test('the first sign-in after a bot was set up completes the way through the product', async () => {
  const user = await server.makeUser();
  const flagsAfterSignIn = async (): Promise<string[]> =>
    (await server.call('POST', '/api/users/signin', { body: { email: user.email, password: user.password } })).body.actionFlags;
  expect(await flagsAfterSignIn()).toEqual([]);
  await botsOf(server, user).made();
  expect(await flagsAfterSignIn()).toEqual(['BotSetupCompleted', 'SecondLoginCompleted']);
});
