/** The database goes away under a running server, and comes back. */
import { type CuttableDatabase, openCuttableDatabase } from '@tenbin/testkit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { goodPassword, startTestServer, type TestServer, type TestUser } from './testing/start-test-server.ts';

/** Longer than a machine at its limits takes for an answer. */
const silenceMs = 10_000;

let cable: CuttableDatabase;
let server: TestServer;
let user: TestUser;
/** What the database said of itself, in its order. */
const said: string[] = [];

beforeAll(async () => {
  const note = (_: unknown, event: string) => void said.push(event);
  const log = { info: note, warn: note, error: note };
  cable = await openCuttableDatabase({ silenceMs, log });
  server = await startTestServer({ opened: cable });
  user = await server.makeUser();
});
afterEach(() => cable.mend());
afterAll(() => server.close());

/** What was found a second ago is not told any more. */
const isReady = async (): Promise<boolean> => {
  server.clock.advance(1_000);
  return (await fetch(`${server.url}/readyz`)).status === 200;
};

/** A read, a write, a sign-in that fails for another reason when it can, and a key that nobody has. */
const answers = () =>
  Promise.all([
    server.call('GET', '/api/bots', { key: user.key }),
    server.call('PUT', '/api/users/self', { key: user.key, body: { firstName: 'Ichiro' } }),
    server.call('POST', '/api/users/signin', { body: { email: user.email, password: goodPassword, organization: user.organizationId } }),
    server.call('GET', '/api/users/self', { key: 'x'.repeat(43) }),
  ]);

async function expectAway(): Promise<void> {
  for (const answer of await answers()) {
    expect(answer).toMatchObject({ status: 503, body: { code: 'databaseUnavailable', statusCode: 503 } });
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.text).not.toMatch(/127\.0\.0\.1|postgres|select /i);
  }
}

async function expectBack(): Promise<void> {
  await expect.poll(isReady).toBe(true);
  await expect.poll(async () => (await answers()).map(({ status }) => status)).toEqual([200, 200, 200, 401]);
}

test('cut off, every call says that the database cannot be reached, and all is well by itself afterwards', async () => {
  expect(await isReady()).toBe(true);
  cable.cut();
  await expectAway();
  await expect.poll(isReady).toBe(false);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  cable.mend();
  await expectBack();
});

test('a database that only falls silent counts as lost after a while, and is not waited for for ever', async () => {
  cable.silence();
  await expectAway();
  cable.mend();
  await expectBack();
});

test('who only listens to the database notices its silence too', async () => {
  const count = (event: string) => said.filter((one) => one === event).length;
  await expect.poll(() => count('database.listener_restored')).toBe(count('database.listener_lost'));
  const before = count('database.listener_lost');
  cable.silence();
  await expect.poll(() => count('database.listener_lost')).toBe(before + 1);
  cable.mend();
  await expect.poll(() => count('database.listener_restored')).toBe(before + 1);
  await expectBack();
});

test('a server that is stopped meanwhile stops', async () => {
  const own = await openCuttableDatabase({ silenceMs });
  const other = await startTestServer({ opened: own });
  expect((await fetch(`${other.url}/healthz`)).status).toBe(200);
  own.cut();
  await other.close();
  await expect(fetch(`${other.url}/healthz`)).rejects.toThrow();
});

test('while it is away, nothing that comes in wrong is believed, and nothing of it is a fault of ours', async () => {
  cable.cut();
  expect(await server.call('POST', '/api/users/signin', { rawBody: '{' })).toMatchObject({ status: 400, body: { code: 'malformedBody' } });
  expect(await server.call('GET', '/api/bots')).toMatchObject({ status: 401, body: { code: 'signinRequired' } });
  cable.mend();
  await expectBack();
  expect(server.log.filter((line) => line.includes('"http.failed"'))).toEqual([]);
});
