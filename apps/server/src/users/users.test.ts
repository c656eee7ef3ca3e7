import { getSelf, idleHeader } from '@tenbin/contract';
import { connectExchange } from '@tenbin/exchange-ccxt';
import { testVault } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, usualServerConfig } from '../index.ts';
import { hashSessionKey, makeSessionKey } from '../sessions/session-key.ts';
import { goodPassword, startTestServer, type TestServer } from '../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const minutes = (count: number): number => count * 60_000;

async function signUp(email: string): Promise<void> {
  const { status, text } = await server.call('POST', '/api/users', { body: { email, password: goodPassword } });
  expect(status, text).toBe(201);
}

describe('signing up', () => {
  test('leads over a mailed code to a key, and the key to oneself', async () => {
    const email = 'hanako@example.jp';
    await signUp(email);
    const early = await server.call('POST', '/api/users/signin', { body: { email, password: goodPassword } });
    expect([early.status, Object.keys(early.body.error)]).toEqual([401, ['emailVerified']]);

    const verified = await server.call('POST', '/api/users/verify', { body: { email, code: await server.mailedCode(email) } });
    expect(verified.status, verified.text).toBe(200);
    const self = await server.clientOf(verified.body.uniqueKey).call(getSelf, {});
    expect(self).toMatchObject({ email, organization: server.tenbin.id, botStatus: 'has-no-bot', isPaid: true, actionFlags: [] });
    expect(self).not.toHaveProperty('uniqueKey');
    const again = await server.call('POST', '/api/users/verify', { body: { email, code: '000000' } });
    expect(again.body.code).toBe('alreadyVerified');
  });

  test('is refused for an address that is there already, whatever its case', async () => {
    await signUp('taro@example.jp');
    const { status, body } = await server.call('POST', '/api/users', { body: { email: 'Taro@Example.jp', password: goodPassword } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'emailTaken', error: { email: 'This e-mail address is already registered.' } });
  });

  test('asks for a password with upper case, lower case and a digit, in the language of the caller', async () => {
    const { body } = await server.call('POST', '/api/users', {
      body: { email: 'jiro@example.jp', password: 'password' },
      headers: { 'accept-language': 'ja' },
    });
    expect(body).toMatchObject({ code: 'weakPassword', error: { password: expect.stringContaining('大文字') } });
  });

  test('the mail carries the code and leads to the page with the code filled in', async () => {
    await signUp('mail@example.jp');
    const code = await server.mailedCode('mail@example.jp');
    const [mail] = (await server.call('GET', '/trial/inbox.json')).body;
    expect(mail.text).toContain(`${server.url}/verify?email=mail%40example.jp&code=${code}`);
    const page = await server.call('GET', '/trial/inbox');
    expect(page.text).toContain(code);
    expect(page.text).not.toContain('<script');
  });
});

describe('the mailed code', () => {
  test('is used up after five wrong tries, even when the right one comes then', async () => {
    const email = 'tries@example.jp';
    await signUp(email);
    const right = await server.mailedCode(email);
    const wrong = right === '111111' ? '222222' : '111111';
    const attempt = async (code: string) => (await server.call('POST', '/api/users/verify', { body: { email, code } })).body;
    for (const triesLeft of [4, 3, 2, 1])
      expect(await attempt(wrong)).toMatchObject({ code: 'verificationCodeWrong', facts: { triesLeft } });
    expect(await attempt(wrong)).toMatchObject({ code: 'verificationCodeUsedUp' });
    expect(await attempt(right)).toMatchObject({ code: 'verificationCodeUsedUp' });
  });

  test('is good for 15 minutes; a new one may be asked for once a minute', async () => {
    const email = 'late@example.jp';
    await signUp(email);
    const code = await server.mailedCode(email);
    const resend = () => server.call('POST', '/api/users/resend-verification', { body: { email } });
    const early = await resend();
    expect(early).toMatchObject({ status: 429, body: { code: 'resendTooSoon' } });
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
    server.clock.advance(minutes(15));
    expect((await server.call('POST', '/api/users/verify', { body: { email, code } })).body.code).toBe('verificationCodeExpired');
    expect((await resend()).status).toBe(200);
    const verified = await server.call('POST', '/api/users/verify', { body: { email, code: await server.mailedCode(email) } });
    expect(verified.status).toBe(200);
  });

  test('resending tells nothing of addresses that are not registered', async () => {
    const { status, body } = await server.call('POST', '/api/users/resend-verification', { body: { email: 'nobody@example.jp' } });
    expect([status, body]).toEqual([200, { success: true }]);
  });
});

describe('signing in', () => {
  test('a wrong password and an unknown address get the same answer', async () => {
    const { email } = await server.makeUser();
    const wrong = await server.call('POST', '/api/users/signin', { body: { email, password: 'Wrong1password' } });
    const unknown = await server.call('POST', '/api/users/signin', { body: { email: 'nobody@example.jp', password: 'Wrong1password' } });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.body.error).toEqual({ emailOrPassword: 'Incorrect user ID or password' });
  });

  test('an address belongs to one organization: another one does not know it', async () => {
    const { email, password } = await server.makeUser(server.kohaku);
    const here = await server.call('POST', '/api/users/signin', { body: { email, password } });
    const there = await server.call('POST', '/api/users/signin', { body: { email, password, organization: server.kohaku.id } });
    expect([here.status, there.status]).toEqual([401, 200]);
  });

  test('a suspended user is told so, but only with the right password', async () => {
    const { email, password, id } = await server.makeUser();
    await server.database.forOrganization(server.tenbin.id).users.update(id, { bannedAt: new Date() });
    const right = await server.call('POST', '/api/users/signin', { body: { email, password } });
    const wrong = await server.call('POST', '/api/users/signin', { body: { email, password: 'Wrong1password' } });
    expect([right.body.code, wrong.body.code]).toEqual(['userBanned', 'emailOrPassword']);
  });
});

describe('a suspended user', () => {
  test('who has not verified their address yet gets no key by doing so', async () => {
    const email = 'suspended@example.jp';
    await signUp(email);
    const { users } = server.database.forOrganization(server.tenbin.id);
    const user = await users.findByEmail(email);
    await users.update(user?.id ?? '', { bannedAt: new Date() });
    const verified = await server.call('POST', '/api/users/verify', { body: { email, code: await server.mailedCode(email) } });
    expect(verified).toMatchObject({ status: 403, body: { code: 'userBanned' } });
  });
});

describe('a session', () => {
  test('ends at once by signing out, and is then unknown', async () => {
    const { key } = await server.makeUser();
    expect((await server.call('GET', '/api/users/self', { key })).status).toBe(200);
    expect((await server.call('DELETE', '/api/users/session', { key })).body).toEqual({ success: true });
    const after = await server.call('GET', '/api/users/self', { key });
    expect(after).toMatchObject({ status: 401, body: { code: 'signinRequired' } });
    expect(after.body).not.toHaveProperty('sessionTimeout');
  });

  test('that was signed out on one server is unknown to the others at once', async () => {
    const other = await startServer(
      { ...usualServerConfig, port: 0 },
      {
        database: server.database,
        vault: testVault,
        connectExchange,
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      },
    );
    const { key } = await server.makeUser();
    const there = async () => (await fetch(`${other.url}/api/users/self`, { headers: { 'x-user-key': key } })).status;
    expect(await there()).toBe(200);
    await server.call('DELETE', '/api/users/session', { key });
    await expect.poll(there, { timeout: 3_000, interval: 20 }).toBe(401);
    await other.close();
  });

  test('that is over is told as timed out for 30 days, and then removed when somebody signs in', async () => {
    const { id: subjectId } = await server.makeUser();
    const { sessions } = server.database.platform;
    const at = server.clock.now();
    const keyOf = async (days: number): Promise<string> => {
      const key = makeSessionKey();
      const expiresAt = new Date(at.getTime() - days * 24 * minutes(60));
      const who = { surface: 'user', organizationId: server.tenbin.id, subjectId } as const;
      await sessions.create({ ...who, keyHash: hashSessionKey(key), at: expiresAt, expiresAt });
      return key;
    };
    const [late, old] = [await keyOf(29), await keyOf(31)];
    await server.makeUser();
    expect((await server.call('GET', '/api/users/self', { key: late })).body.code).toBe('sessionTimeout');
    expect(await sessions.findByKeyHash(hashSessionKey(old))).toBeNull();
  });

  test('ends after 12 hours without use, and lives on while it is used', async () => {
    const { key } = await server.makeUser();
    const self = () => server.call('GET', '/api/users/self', { key });
    for (const _ of [1, 2]) {
      server.clock.advance(minutes(11 * 60));
      expect((await self()).status).toBe(200);
    }
    server.clock.advance(minutes(12 * 60));
    const ended = await self();
    expect(ended).toMatchObject({ status: 401, body: { code: 'sessionTimeout', sessionTimeout: true } });
  });
});

describe('a page that nobody touches', () => {
  test('keeps no session alive, however often it asks', async () => {
    const { key } = await server.makeUser();
    const self = (headers = {}) => server.call('GET', '/api/users/self', { key, headers });
    expect((await self()).status).toBe(200);
    server.clock.advance(minutes(7 * 60));
    expect((await self({ [idleHeader]: '1' })).status).toBe(200);
    server.clock.advance(minutes(5 * 60));
    expect((await self({ [idleHeader]: '1' })).body.code).toBe('sessionTimeout');
  });
});

describe('the own data', () => {
  test('can be changed by PUT and by PATCH; flags are added', async () => {
    const { key } = await server.makeUser();
    await server.call('PUT', '/api/users/self', { key, body: { firstName: '花子', actionFlags: ['AccountInfoCompleted'] } });
    const { body } = await server.call('PATCH', '/api/users/self', { key, body: { lastName: '山田', actionFlags: ['BotSetupCompleted'] } });
    expect(body).toMatchObject({ firstName: '花子', lastName: '山田', actionFlags: ['AccountInfoCompleted', 'BotSetupCompleted'] });
  });

  test('a flag that is not known is refused, and then nothing is changed', async () => {
    const { key } = await server.makeUser();
    const { status, body } = await server.call('PUT', '/api/users/self', { key, body: { firstName: 'x', actionFlags: ['Other'] } });
    expect([status, body.message]).toEqual([400, 'The action flags is invalid.']);
    expect((await server.call('GET', '/api/users/self', { key })).body.firstName).toBe('');
  });
});
