import { afterAll, beforeAll, expect, test } from 'vitest';
import { totpCode } from '../../factors/totp.ts';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { goodPassword, startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true });
});
afterAll(() => server.close());

const password = goodPassword;
const asAdministrator = (method: string, path: string, key: string, body?: unknown) =>
  server.call(method, `/admin${path}`, { key, surface: 'organization', ...(body === undefined ? {} : { body }) });
const own = (method: string, path: string, key: string, body?: unknown) =>
  asAdministrator(method, `/administrators/self${path}`, key, body);
const signIn = (email: string, given = password) =>
  server.call('POST', '/admin/organizations/signin', { body: { email, password: given } });
const enter = (challenge: string, code: string) => server.call('POST', '/admin/organizations/signin/factor', { body: { challenge, code } });
const reset = (body: unknown) => server.call('PUT', '/admin/organizations/password/reset', { body });
const nextCode = (secret: string): string => totpCode(secret, Math.floor(server.clock.now().getTime() / 30_000) + 1);
const emailOf = async (key: string): Promise<string> => (await own('GET', '', key)).body.email;
const mailsTo = async (email: string) => (await server.database.platform.mailQueue.listNewest(100)).filter(({ to }) => to === email);

async function addAuthenticator(key: string): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] }> {
  const { secret, setUp } = (await own('POST', '/authenticator/set-up', key, { password })).body;
  const { recoveryCodes } = (await own('POST', '/authenticator', key, { setUp, code: nextCode(secret) })).body;
  server.clock.advance(60_000);
  return { secret, recoveryCodes };
}

test('an authenticator app is asked for at an administrator’s sign-in, and a recovery code does instead, once', async () => {
  const key = await server.makeAdministrator();
  const email = await emailOf(key);
  const { secret, recoveryCodes } = await addAuthenticator(key);
  const required = await signIn(email);
  expect(required).toMatchObject({ status: 401, body: { code: 'factorRequired', facts: { methods: ['authenticator', 'recoveryCode'] } } });
  const { challenge } = required.body.facts;
  expect((await enter(challenge, '000')).body.code).toBe('factorCodeWrong');
  expect((await enter(challenge, nextCode(secret))).body).toMatchObject({ email, uniqueKey: expect.any(String) });
  const [recovery = ''] = recoveryCodes;
  expect((await enter(challenge, recovery)).status).toBe(200);
  expect((await enter(challenge, recovery)).body.code).toBe('factorCodeWrong');
  expect((await own('GET', '/factors', key)).body).toMatchObject({ authenticator: {}, recoveryCodesLeft: 9 });
  expect((await mailsTo(email)).map(({ text }) => text).join()).toContain('/admin/account/security');
});

test('a challenge of an administrator opens no user’s door', async () => {
  const key = await server.makeAdministrator();
  const { secret } = await addAuthenticator(key);
  const { challenge } = (await signIn(await emailOf(key))).body.facts;
  const elsewhere = await server.call('POST', '/api/users/signin/factor', { body: { challenge, code: nextCode(secret) } });
  expect(elsewhere.body.code).toBe('factorChallengeExpired');
});

test('wrong codes lock an administrator’s second step, and they are mailed', async () => {
  const strict = await startTestServer({ config: { limitFactor: 1 } });
  const key = await strict.makeAdministrator();
  const asked = { key, surface: 'organization' } as const;
  const { email } = (await strict.call('GET', '/admin/administrators/self', asked)).body;
  const { secret, setUp } = (await strict.call('POST', '/admin/administrators/self/authenticator/set-up', { ...asked, body: { password } }))
    .body;
  const step = Math.floor(strict.clock.now().getTime() / 30_000);
  const code = totpCode(secret, step + 1);
  expect((await strict.call('POST', '/admin/administrators/self/authenticator', { ...asked, body: { setUp, code } })).status).toBe(200);
  const { challenge } = (await strict.call('POST', '/admin/organizations/signin', { body: { email, password } })).body.facts;
  const codes: string[] = [];
  while (codes.at(-1) !== 'codesLocked' && codes.length < 50)
    codes.push((await strict.call('POST', '/admin/organizations/signin/factor', { body: { challenge, code: 'XXXX' } })).body.code);
  expect(codes.at(-1)).toBe('codesLocked');
  const subjects = (await strict.database.platform.mailQueue.listNewest(20)).filter(({ to }) => to === email).map(({ text }) => text);
  expect(subjects.join()).not.toContain('not-me');
  expect(subjects).toHaveLength(2);
  await strict.close();
});

test('where the organization asks for a second factor, who has none can do nothing but set one up', async () => {
  const owner = await server.makeAdministrator(server.kohaku);
  const support = await server.makeAdministrator(server.kohaku, 'support');
  const settings = { requireTwoFactor: true };
  expect((await asAdministrator('PUT', '/organizations/self', owner, settings)).body).toMatchObject({ code: 'twoFactorRequired' });
  await addAuthenticator(owner);
  expect((await asAdministrator('PUT', '/organizations/self', owner, settings)).body).toMatchObject({ requireTwoFactor: true });
  expect((await asAdministrator('GET', '/bots', support)).body.code).toBe('twoFactorRequired');
  expect((await own('GET', '', support)).body).toMatchObject({ mustAddFactor: true, hasFactor: false });
  await addAuthenticator(support);
  expect((await asAdministrator('GET', '/bots', support)).status).toBe(200);
  expect((await own('GET', '', support)).body).toMatchObject({ mustAddFactor: false, hasFactor: true });
});

test('a mailed link sets a new password once and ends all sessions; for whom there is nobody the answer is the same', async () => {
  const key = await server.makeAdministrator();
  const email = await emailOf(key);
  expect((await reset({ email: 'nobody@example.org' })).body).toEqual({ success: true });
  expect((await reset({ email })).body).toEqual({ success: true });
  await server.settled();
  expect(await mailsTo('nobody@example.org')).toEqual([]);
  const [mail] = await mailsTo(email);
  const token = mail?.text.match(/(?<=\/admin\/set-password[^#\s]*#)[\w-]+/)?.[0];
  const fresh = 'Fresh2password';
  expect((await reset({ token })).body.code).toBe('passwordRequired');
  expect((await reset({ token, password: fresh })).body).toEqual({ success: true });
  expect((await reset({ token, password: fresh })).body.code).toBe('resetLinkInvalid');
  expect((await own('GET', '', key)).status).toBe(401);
  expect((await signIn(email)).status).toBe(401);
  expect((await signIn(email, fresh)).status).toBe(200);
  expect((await reset({ email: 'none' })).body).toMatchObject({ code: 'invalidEmail', error: { email: expect.any(String) } });
});

test('a link that was mailed is good for half an hour', async () => {
  const email = await emailOf(await server.makeAdministrator());
  await reset({ email });
  await server.settled();
  const token = (await mailsTo(email))[0]?.text.match(/(?<=\/admin\/set-password[^#\s]*#)[\w-]+/)?.[0];
  server.clock.advance(30 * 60_000);
  expect((await reset({ token, password: 'Fresh2password' })).body.code).toBe('resetLinkInvalid');
});

test('a new password ends the other sessions, which are listed and ended by hand too', async () => {
  const key = await server.makeAdministrator();
  const email = await emailOf(key);
  const [second, third] = [(await signIn(email)).body.uniqueKey, (await signIn(email)).body.uniqueKey];
  const sessions = (await own('GET', '/sessions', key)).body as { _id: string; isCurrent: boolean }[];
  expect(sessions.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, false, true]);
  const oldest = (await own('GET', '/sessions', second)).body.find((one: { isCurrent: boolean }) => one.isCurrent)._id;
  expect((await own('DELETE', `/sessions/${oldest}`, key)).body).toEqual({ success: true });
  expect((await own('GET', '', second)).status).toBe(401);
  const change = { password, newPassword: 'Fresh2password' };
  expect((await own('PUT', '/password', key, { ...change, password: 'Wrong1password' })).body.code).toBe('wrongPassword');
  expect((await own('PUT', '/password', key, change)).body).toEqual({ success: true });
  expect([(await own('GET', '', key)).status, (await own('GET', '', third)).status]).toEqual([200, 401]);
  const last = (await signIn(email, 'Fresh2password')).body.uniqueKey;
  expect((await own('DELETE', '/sessions', key)).body).toEqual({ success: true });
  expect((await own('GET', '', last)).status).toBe(401);
});

test('an administrator is mailed in the language that they chose', async () => {
  const key = await server.makeAdministrator();
  expect((await own('PUT', '', key, { language: 'en' })).body).toMatchObject({ language: 'en' });
  expect((await own('GET', '', key)).body.language).toBe('en');
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
