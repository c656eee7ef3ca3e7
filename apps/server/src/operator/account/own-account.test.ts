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
const call = (method: string, path: string, key: string, body?: unknown) =>
  server.call(method, `/ango-ya${path}`, { key, surface: 'operator', ...(body === undefined ? {} : { body }) });
const own = (method: string, path: string, key: string, body?: unknown) => call(method, `/operators/self${path}`, key, body);
const signIn = (email: string, given = password) =>
  server.call('POST', '/ango-ya/organizations/signin', { body: { email, password: given } });
const enter = (challenge: string, code: string, at = '/ango-ya') =>
  server.call('POST', `${at}/organizations/signin/factor`, { body: { challenge, code } });
const reset = (body: unknown) => server.call('PUT', '/ango-ya/organizations/password/reset', { body });
const nextCode = (secret: string): string => totpCode(secret, Math.floor(server.clock.now().getTime() / 30_000) + 1);
const mailsTo = async (email: string) => (await server.database.platform.mailQueue.listNewest(100)).filter(({ to }) => to === email);
const mailedToken = async (email: string) => (await mailsTo(email))[0]?.text.match(/(?<=\/ango-ya\/set-password[^#\s]*#)[\w-]+/)?.[0];

async function addAuthenticator(path: string, key: string, surface: 'operator' | 'organization'): Promise<string> {
  const asked = { key, surface } as const;
  const { secret, setUp } = (await server.call('POST', `${path}/authenticator/set-up`, { ...asked, body: { password } })).body;
  await server.call('POST', `${path}/authenticator`, { ...asked, body: { setUp, code: nextCode(secret) } });
  server.clock.advance(60_000);
  return secret;
}
const withAuthenticator = async (key: string): Promise<string> => addAuthenticator('/ango-ya/operators/self', key, 'operator');

test('an operator without a second factor can do nothing but set one up, and is then asked for it', async () => {
  const key = await server.makeOperator('operator', { hasFactor: false });
  expect((await call('GET', '/organizations', key)).body).toMatchObject({ code: 'twoFactorRequired' });
  expect((await call('POST', '/operators', key, { email: 'a@example.org', role: 'operator' })).body.code).toBe('twoFactorRequired');
  const { email, mustAddFactor } = (await own('GET', '', key)).body;
  expect(mustAddFactor).toBe(true);
  const secret = await withAuthenticator(key);
  expect((await call('GET', '/organizations', key)).status).toBe(200);
  const required = await signIn(email);
  expect(required).toMatchObject({ status: 401, body: { code: 'factorRequired', facts: { methods: ['authenticator', 'recoveryCode'] } } });
  const { challenge } = required.body.facts;
  expect((await enter(challenge, '000')).body.code).toBe('factorCodeWrong');
  expect((await enter(challenge, nextCode(secret))).body).toMatchObject({ email, role: 'operator', uniqueKey: expect.any(String) });
  expect((await mailsTo(email)).map(({ text }) => text).join()).toContain('/ango-ya/account/security');
});

test('what was begun at one door opens no other, in neither direction', async () => {
  const administrator = await server.makeAdministrator();
  const { email } = (await server.call('GET', '/admin/administrators/self', { key: administrator, surface: 'organization' })).body;
  const secret = await addAuthenticator('/admin/administrators/self', administrator, 'organization');
  const body = { email, password, organization: server.tenbin.id };
  const { challenge } = (await server.call('POST', '/admin/organizations/signin', { body })).body.facts;
  expect((await enter(challenge, nextCode(secret))).body.code).toBe('factorChallengeExpired');
  expect((await enter(challenge, nextCode(secret), '/admin')).status).toBe(200);

  const operator = await server.makeOperator('operator', { hasFactor: false });
  const secretOfOperator = await withAuthenticator(operator);
  const ofOperator = (await signIn((await own('GET', '', operator)).body.email)).body.facts.challenge;
  for (const door of ['/admin', '/api'])
    expect(
      (
        await server.call('POST', door === '/api' ? '/api/users/signin/factor' : '/admin/organizations/signin/factor', {
          body: { challenge: ofOperator, code: nextCode(secretOfOperator) },
        })
      ).body.code,
    ).toBe('factorChallengeExpired');
  expect((await enter(ofOperator, nextCode(secretOfOperator))).status).toBe(200);
});

test('a mailed link sets an operator’s password once and ends all sessions; for whom there is nobody the answer is the same', async () => {
  const key = await server.makeOperator();
  const { email } = (await own('GET', '', key)).body;
  expect((await reset({ email: 'nobody@example.org' })).body).toEqual({ success: true });
  expect((await reset({ email })).body).toEqual({ success: true });
  await server.settled();
  expect(await mailsTo('nobody@example.org')).toEqual([]);
  const token = await mailedToken(email);
  expect((await reset({ token, password: 'Fresh2password' })).body).toEqual({ success: true });
  expect((await reset({ token, password: 'Fresh2password' })).body.code).toBe('resetLinkInvalid');
  expect((await own('GET', '', key)).status).toBe(401);
  expect((await signIn(email)).body.code).toBe('emailOrPassword');
  expect((await signIn(email, 'Fresh2password')).body.code).toBe('factorRequired');
});

test('a new password ends an operator’s other sessions, which are listed and ended by hand too', async () => {
  const key = await server.makeOperator('operator', { hasFactor: false });
  const { email } = (await own('GET', '', key)).body;
  const [second, third] = [(await signIn(email)).body.uniqueKey, (await signIn(email)).body.uniqueKey];
  const sessions = (await own('GET', '/sessions', second)).body as { _id: string; isCurrent: boolean }[];
  expect(sessions.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, false, true]);
  const current = sessions.find(({ isCurrent }) => isCurrent)?._id;
  expect((await own('DELETE', `/sessions/${current}`, key)).body).toEqual({ success: true });
  expect((await own('GET', '', second)).status).toBe(401);
  expect((await own('PUT', '/password', key, { password, newPassword: 'Fresh2password' })).body).toEqual({ success: true });
  expect([(await own('GET', '', key)).status, (await own('GET', '', third)).status]).toEqual([200, 401]);
  expect((await own('PUT', '', key, { language: 'en' })).body).toMatchObject({ language: 'en' });
});

test('who is invited to operate chooses a password with the link, and sets up a second factor first', async () => {
  const operator = await server.makeOperator();
  const invited = await call('POST', '/operators', operator, { email: 'invited@example.org', role: 'observer', language: 'en' });
  expect(invited).toMatchObject({ status: 201, body: { role: 'observer', isInvited: true, hasFactor: false } });
  const token = await mailedToken('invited@example.org');
  expect((await reset({ token, password })).body).toEqual({ success: true });
  const { uniqueKey } = (await signIn('invited@example.org')).body;
  expect((await call('GET', '/organizations', uniqueKey)).body.code).toBe('twoFactorRequired');
  await withAuthenticator(uniqueKey);
  expect((await call('GET', '/organizations', uniqueKey)).status).toBe(200);
  expect((await call('POST', '/organizations', uniqueKey, {})).body.code).toBe('permissionMissing');
  expect((await call('DELETE', `/operators/${invited.body._id}`, operator)).body).toEqual({ success: true });
  expect((await own('GET', '', uniqueKey)).status).toBe(401);
});

test('the last operator is neither removed nor made an observer; one who is only invited does not count', async () => {
  const alone = await startTestServer();
  const key = await alone.makeOperator();
  const asked = { key, surface: 'operator' } as const;
  const { _id: id } = (await alone.call('GET', '/ango-ya/operators/self', asked)).body;
  const invited = await alone.call('POST', '/ango-ya/operators', { ...asked, body: { email: 'second@example.org', role: 'operator' } });
  expect((await alone.call('DELETE', `/ango-ya/operators/${id}`, asked)).body.code).toBe('lastOperator');
  expect((await alone.call('PUT', `/ango-ya/operators/${id}`, { ...asked, body: { role: 'observer' } })).body.code).toBe('lastOperator');
  expect((await alone.call('DELETE', `/ango-ya/operators/${invited.body._id}`, asked)).status).toBe(200);
  expect((await alone.call('GET', '/ango-ya/operators', asked)).body).toHaveLength(1);
  await alone.close();
});

test('what operators do with themselves and each other is written down in the platform’s log', async () => {
  const key = await server.makeOperator();
  const { _id: id } = (await own('GET', '', key)).body;
  const { _id: other } = (await call('POST', '/operators', key, { email: 'logged@example.org', role: 'observer' })).body;
  await call('PUT', `/operators/${other}`, key, { role: 'operator' });
  const entries = await server.database.platform.audit.list({ offset: 0, limit: 20 }, { actorIds: [id] });
  expect(entries).toMatchObject([
    {
      action: 'updateOperator',
      organizationId: null,
      role: 'operator',
      facts: { id: other, roleBefore: 'observer', roleAfter: 'operator' },
    },
    { action: 'inviteOperator', organizationId: null, facts: { administratorId: other, email: 'logged@example.org' } },
  ]);
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
