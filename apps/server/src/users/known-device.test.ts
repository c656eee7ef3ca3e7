/** Signing in with a device that is not known yet is mailed. A device is what its browser keeps, not how it calls itself. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../testing/start-test-server.ts';

let server: TestServer;
let secure: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  secure = await startTestServer({ config: { publicUrl: 'https://tenbin.example' } });
});
afterAll(async () => {
  await server.close();
  await secure.close();
});

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';
const updated = firefox.replaceAll('133', '134');

const mailsOf = async ({ email }: TestUser, { database } = server) =>
  (await database.platform.mailQueue.listNewest(200)).filter(({ to, subject }) => to === email && subject.includes('New sign-in'));

/** A browser with its cookies. */
function browserOf({ email, password }: TestUser, { call } = server) {
  const token = 'a-token-of-our-own-pages';
  const cookies = new Map([
    ['XSRF-TOKEN', token],
    ['__Host-XSRF-TOKEN', token],
  ]);
  return {
    cookies,
    async signIn(agent: string) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { cookie, 'x-xsrf-token': token, 'user-agent': agent };
      const answer = await call('POST', '/api/users/signin', { body: { email, password }, headers });
      const given = answer.headers.getSetCookie().find((one) => one.includes('DEVICE=')) ?? '';
      const [name = '', value = ''] = given.split(';', 1)[0]?.split('=') ?? [];
      if (answer.status === 200) cookies.set(name, value);
      return { status: answer.status, given };
    },
  };
}

test('a browser is known after its update, and one that calls itself the same is not', async () => {
  const user = await server.makeUser();
  const own = browserOf(user);
  const first = await own.signIn(firefox);
  expect(first).toMatchObject({
    status: 200,
    given: expect.stringMatching(/^DEVICE=[\w-]{24}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/),
  });
  expect(await mailsOf(user)).toHaveLength(1);
  expect((await own.signIn(updated)).given, 'the same, kept longer').toBe(first.given);
  expect(await mailsOf(user)).toHaveLength(1);
  await browserOf(user).signIn(updated);
  expect(await mailsOf(user)).toHaveLength(2);
  expect((await mailsOf(user))[0]?.text).toContain('Firefox, Linux');
});

test('nothing that a page could read, or a database tells, is what a browser is known by', async () => {
  const [user, other] = [await server.makeUser(), await server.makeUser()];
  const shared = browserOf(user);
  await shared.signIn(firefox);
  const id = shared.cookies.get('DEVICE') ?? '';
  const second = browserOf(other);
  second.cookies.set('DEVICE', id);
  await second.signIn(firefox);
  const { users } = server.database.forOrganization(server.tenbin.id);
  const [mine, theirs] = [(await users.require(user.id)).knownDevices, (await users.require(other.id)).knownDevices];
  expect([...mine, ...theirs].some((one) => one.includes(id))).toBe(false);
  expect(mine.some((one) => theirs.includes(one))).toBe(false);
});

test('who does not get in is given none, and a plain client keeps no cookies', async () => {
  const user = await server.makeUser();
  expect((await browserOf({ ...user, password: 'Wrong1password' }).signIn(firefox)).given).toBe('');
  const plain = await server.call('POST', '/api/users/signin', { body: { email: user.email, password: user.password } });
  expect([plain.status, plain.headers.getSetCookie().filter((one) => one.includes('DEVICE'))]).toEqual([200, []]);
  expect(await mailsOf(user)).toEqual([]);
});

test('over https it is one that no other host can set, and no other counts', async () => {
  const user = await secure.makeUser();
  const own = browserOf(user, secure);
  const { given } = await own.signIn(firefox);
  expect(given).toMatch(/^__Host-DEVICE=[\w-]{24}; Path=\/; .*; Secure$/);
  const forged = browserOf(user, secure);
  forged.cookies.set('DEVICE', own.cookies.get('__Host-DEVICE') ?? '');
  expect((await forged.signIn(firefox)).given).not.toBe(given);
});
