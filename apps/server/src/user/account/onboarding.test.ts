/** The way in: each step is done by what really happened. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botsOf } from '../../testing/bots-of.ts';
import { goodPassword as password, startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('details count when both names are there, a bot when it is set up, and the first log-in after that is the second', async () => {
  const user = await server.makeUser();
  const save = async (body: object) => (await server.call('PUT', '/api/users/self', { key: user.key, body })).body.actionFlags;
  const signIn = async () => (await server.call('POST', '/api/users/signin', { body: { email: user.email, password } })).body.actionFlags;
  expect(await save({ firstName: '花子', phoneNumber: '0312345678' })).toEqual([]);
  expect(await save({ lastName: '  ' })).toEqual([]);
  expect(await save({ lastName: '山田' })).toEqual(['AccountInfoCompleted']);
  expect(await signIn()).toEqual(['AccountInfoCompleted']);
  await botsOf(server, user).made();
  expect(await signIn()).toEqual(['AccountInfoCompleted', 'BotSetupCompleted', 'SecondLoginCompleted']);
  expect(await save({ lastName: '' })).toContain('AccountInfoCompleted');
});

test('a new address is no log-in, though its key is a new one', async () => {
  const user = await server.makeUser();
  await botsOf(server, user).made();
  const newEmail = 'moved@example.jp';
  const put = (path: string, body: object) => server.call('PUT', `/api/users/self/email${path}`, { key: user.key, body });
  expect((await put('', { email: user.email, newEmail, password })).status).toBe(200);
  const moved = await put('/verify', { newEmail, code: await server.mailedCode(newEmail) });
  expect(moved).toMatchObject({ status: 200, body: { actionFlags: ['BotSetupCompleted'] } });
  const signedIn = await server.call('POST', '/api/users/signin', { body: { email: newEmail, password } });
  expect(signedIn.body.actionFlags).toEqual(['BotSetupCompleted', 'SecondLoginCompleted']);
});

test('a phone number is written as people write one, or is none', async () => {
  const user = await server.makeUser();
  const save = async (phoneNumber: string) =>
    (await server.call('PUT', '/api/users/self', { key: user.key, body: { phoneNumber } })).status;
  for (const good of ['0312345678', '+81 3 1234 5678', '(03) 1234-5678', '０３－１２３４－５６７８', '03−1234‐5678', '03–1234–5678', ''])
    expect([good, await save(good)]).toEqual([good, 200]);
  for (const bad of ['abc', '03-1234-abcd', '12', '---------']) expect([bad, await save(bad)]).toEqual([bad, 400]);
});
