import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { goodPassword as password, startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer({ isTrial: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await server.makeUser();
});

const path = '/api/users/self/pushes';
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

/** What a push service gives a browser. */
function browser() {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16).toString('base64url');
  return { endpoint: `https://push.example/${randomBytes(8).toString('hex')}`, p256dh: pair.getPublicKey('base64url'), auth };
}

const read = async (key = user.key) => (await server.call('GET', path, { key })).body;
const add = (body: object = browser(), key = user.key) => server.call('POST', `${path}/browsers`, { key, body });
/** The same user in another browser. */
async function signInAgain(): Promise<string> {
  const headers = { 'user-agent': chrome };
  return (await server.call('POST', '/api/users/signin', { body: { email: user.email, password }, headers })).body.uniqueKey;
}

test('a browser is told until it is removed, and nobody is given its secrets', async () => {
  const before = await read();
  expect(before).toEqual({
    botStops: true,
    rebalances: true,
    tradingVolume: true,
    publicKey: expect.stringMatching(/^[\w-]{87}$/),
    browsers: [],
  });
  const given = browser();
  const added = await add(given);
  expect(added.status).toBe(200);
  expect(added.body).toEqual({
    ...before,
    browsers: [{ _id: expect.any(String), device: 'node', createdAt: expect.any(String), isThis: true }],
  });
  for (const hidden of Object.values(given)) expect(added.text).not.toContain(hidden);
  const other = await signInAgain();
  expect((await add(browser(), other)).body.browsers).toMatchObject([{ isThis: false }, { isThis: true, device: 'Chrome, Linux' }]);
  const stranger = await server.makeUser();
  const { _id: id } = added.body.browsers[0];
  expect((await server.call('DELETE', `${path}/browsers/${id}`, { key: stranger.key })).status).toBe(404);
  expect((await server.call('DELETE', `${path}/browsers/${id}`, { key: user.key })).body).toEqual({ success: true });
  expect((await read()).browsers).toMatchObject([{ device: 'Chrome, Linux' }]);
});

test('a browser has one subscription, and whoever signs in there last is told', async () => {
  const given = browser();
  await add(given);
  await add(browser());
  expect((await read()).browsers).toHaveLength(1);
  await add(given);
  const stranger = await server.makeUser();
  await add(given, stranger.key);
  expect((await read()).browsers).toEqual([]);
  expect((await read(stranger.key)).browsers).toHaveLength(1);
});

test.each(['http://push.example/x', 'https://127.0.0.1/x', 'https://10.0.0.7/x', 'https://[::1]/x', 'https://169.254.169.254/latest'])(
  'nothing is sent to %s',
  async (endpoint) => {
    const answer = await add({ ...browser(), endpoint });
    expect([answer.status, answer.body.code, answer.body.facts]).toEqual([400, 'invalidInput', { fields: 'endpoint' }]);
  },
);

test('a key for which nothing can be encrypted is refused', async () => {
  const answer = await add({ ...browser(), p256dh: 'B'.repeat(87) });
  expect([answer.status, answer.body.code, answer.body.facts]).toEqual([400, 'invalidInput', { fields: 'p256dh' }]);
});

test('what browsers tell is chosen apart from mails; what is not named stays', async () => {
  const choose = (body: object) => server.call('PUT', path, { key: user.key, body });
  expect((await choose({ botStops: false })).body).toMatchObject({ botStops: false, rebalances: true, tradingVolume: true });
  expect((await choose({ rebalances: false, botStops: true })).body).toMatchObject({ botStops: true, rebalances: false });
  expect((await choose({ rebalances: 'no' })).status).toBe(400);
  expect((await server.call('GET', '/api/users/self/notifications', { key: user.key })).body).toMatchObject({
    botStops: true,
    rebalances: true,
  });
});

test('a browser that is signed out is told nothing more: by itself, by a change of the password, or with the account', async () => {
  const other = await signInAgain();
  await add(browser(), other);
  await server.call('DELETE', '/api/users/session', { key: other });
  expect((await read()).browsers).toEqual([]);
  await add(browser(), await signInAgain());
  await add();
  await server.call('PUT', '/api/users/self/password', { key: user.key, body: { password, newPassword: `${password}-2` } });
  expect((await read()).browsers).toMatchObject([{ isThis: true }]);
  await server.call('POST', '/api/users/self/delete', { key: user.key, body: { password: `${password}-2` } });
  expect(await server.database.forOrganization(server.tenbin.id).pushes.listOfUser(user.id)).toEqual([]);
});

test('the own data name the browsers, without what is sent to them', async () => {
  const given = browser();
  await add(given);
  const file = await server.call('POST', '/api/users/self/export', { key: user.key, body: { password } });
  expect(file.body).toMatchObject({ pushTopics: { botStops: true }, pushBrowsers: [{ createdAt: expect.any(String) }] });
  for (const hidden of Object.values(given)) expect(file.text).not.toContain(hidden);
});
