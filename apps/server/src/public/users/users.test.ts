import { type createUser, getSelf, idleHeader, type RouteReply } from '@tenbin/contract';
import { systemRuntime } from '@tenbin/runtime';
import { silentLog } from '@tenbin/telemetry';
import { testVault } from '@tenbin/testkit';
import { connectExchange } from '@tenbin/testkit/exchange';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultServerConfig, startServer } from '../../index.ts';
import { hashToken, makeToken } from '../../passwords/secret-token.ts';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { goodPassword, startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type SignedUp = RouteReply<typeof createUser>;

const minutes = (count: number): number => count * 60_000;

const signUp = async (email: string): Promise<SignedUp> => {
  const { status, body, text } = await server.call('POST', '/api/users', { body: { email, password: goodPassword } });
  expect(status, text).toBe(201);
  return body;
};
const verify = (body: unknown) => server.call('POST', '/api/users/verify', { body });

describe('signing up', () => {
  test('leads over a mailed code to a key, and the key to oneself', async () => {
    const email = 'hanako@example.jp';
    const { ticket, _id } = await signUp(email);
    const early = await server.call('POST', '/api/users/signin', { body: { email, password: goodPassword } });
    expect([early.status, Object.keys(early.body.error)]).toEqual([401, ['emailVerified']]);

    const verified = await verify({ email, ticket, code: await server.mailedCode(email) });
    expect(verified.status, verified.text).toBe(200);
    const self = await server.clientOf(verified.body.uniqueKey).call(getSelf, {});
    expect(self).toMatchObject({ id: _id, email, organization: server.tenbin.id, botStatus: 'has-no-bot', isPaid: true, actionFlags: [] });
    expect(self).not.toHaveProperty('uniqueKey');
    const again = await verify({ email, password: goodPassword, code: '000000' });
    expect(again.body.code).toBe('alreadyVerified');
  });

  test('asks for a password with upper case, lower case and a digit, in the language of the caller', async () => {
    const { body } = await server.call('POST', '/api/users', {
      body: { email: 'jiro@example.jp', password: 'password' },
      headers: { 'accept-language': 'ja' },
    });
    expect(body).toMatchObject({ code: 'weakPassword', error: { password: expect.stringContaining('大文字') } });
  });

  test('the mail carries the code, not in its subject, and leads to the page with the code filled in', async () => {
    await signUp('mail@example.jp');
    const code = await server.mailedCode('mail@example.jp');
    const [mail] = (await server.call('GET', '/trial/inbox.json')).body;
    expect(mail.subject).not.toMatch(/\d/);
    expect(mail.text).toContain(`${server.url}/verify?email=mail%40example.jp&code=${code}`);
    const page = await server.call('GET', '/trial/inbox');
    expect(page.text).toContain(code);
    expect(page.text).not.toContain('<script');
  });

  test('counts for 48 hours, however often the code is sent again', async () => {
    const email = 'slow@example.jp';
    const { ticket } = await signUp(email);
    server.clock.advance(minutes(48 * 60 - 1));
    await server.call('POST', '/api/users/resend-verification', { body: { email } });
    const code = await server.mailedCode(email);
    server.clock.advance(minutes(1));
    expect((await verify({ email, ticket, code })).body.code).toBe('passwordRequired');
    expect((await verify({ email, password: goodPassword, code })).body.code).toBe('emailOrPassword');
  });
});

describe('the mailed code', () => {
  test('is used up after five wrong tries, even when the right one comes then', async () => {
    const email = 'tries@example.jp';
    const { ticket } = await signUp(email);
    const right = await server.mailedCode(email);
    const wrong = right === '111111' ? '222222' : '111111';
    const attempt = async (code: string) => (await verify({ email, ticket, code })).body;
    for (const triesLeft of [4, 3, 2, 1])
      expect(await attempt(wrong)).toMatchObject({ code: 'verificationCodeWrong', facts: { triesLeft } });
    expect(await attempt(wrong)).toMatchObject({ code: 'verificationCodeUsedUp' });
    expect(await attempt(right)).toMatchObject({ code: 'verificationCodeUsedUp' });
  });

  test('is good for ten minutes; a new one may be asked for after a pause', async () => {
    const email = 'late@example.jp';
    const { ticket, resendAfterSeconds } = await signUp(email);
    expect(resendAfterSeconds).toBe(60);
    const code = await server.mailedCode(email);
    const resend = () => server.call('POST', '/api/users/resend-verification', { body: { email } });
    const early = await resend();
    expect(early).toMatchObject({ status: 429, body: { code: 'resendTooSoon', facts: { minutes: 1 } } });
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
    server.clock.advance(minutes(10));
    expect((await verify({ email, ticket, code })).body.code).toBe('verificationCodeExpired');
    expect(await resend()).toMatchObject({ status: 200, body: { success: true, resendAfterSeconds: 120 } });
    expect((await verify({ email, ticket, code: await server.mailedCode(email) })).status).toBe(200);
  });

  test('opens in another browser with the password', async () => {
    const email = 'elsewhere@example.jp';
    await signUp(email);
    const code = await server.mailedCode(email);
    expect(await verify({ email, code })).toMatchObject({ status: 400, body: { code: 'passwordRequired' } });
    expect(await verify({ email, code, password: 'Wrong1password' })).toMatchObject({ status: 401, body: { code: 'emailOrPassword' } });
    expect((await verify({ email, code, password: goodPassword })).status).toBe(200);
  });

  test('makes one user of two who enter it at once', async () => {
    const email = 'twice@example.jp';
    const { ticket } = await signUp(email);
    const code = await server.mailedCode(email);
    const answers = await Promise.all([verify({ email, ticket, code }), verify({ email, ticket, code })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('resending tells nothing of addresses that are not registered', async () => {
    const { status, body } = await server.call('POST', '/api/users/resend-verification', { body: { email: 'nobody@example.jp' } });
    expect([status, body]).toEqual([200, { success: true, resendAfterSeconds: 60 }]);
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
      { ...defaultServerConfig, port: 0 },
      {
        database: server.database,
        vault: testVault,
        connectExchange,
        clock: systemRuntime(),
        log: silentLog,
      },
    );
    const { key } = await server.makeUser();
    const there = async () => (await fetch(`${other.url}/api/users/self`, { headers: { 'x-user-key': key } })).status;
    expect(await there()).toBe(200);
    await server.call('DELETE', '/api/users/session', { key });
    await expect.poll(there).toBe(401);
    await other.close();
  });

  test('that is over is told as timed out until it is removed', async () => {
    const { id: subjectId } = await server.makeUser();
    const { sessions } = server.database.platform;
    const at = server.clock.now();
    const keyOf = async (days: number): Promise<string> => {
      const key = makeToken();
      const expiresAt = new Date(at.getTime() - days * 24 * minutes(60));
      const who = { surface: 'user', organizationId: server.tenbin.id, subjectId } as const;
      await sessions.create({ ...who, keyHash: hashToken(key), at: expiresAt, expiresAt });
      return key;
    };
    const late = await keyOf(29);
    expect((await server.call('GET', '/api/users/self', { key: late })).body.code).toBe('sessionTimeout');
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

test('the specified calls that are shown here were made', expectSpecifiedCalls);
