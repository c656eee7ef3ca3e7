/** A second factor: what it asks for at a sign-in, and what only its holder changes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodPassword, startTestServer, type TestServer, type TestUser } from '../testing/start-test-server.ts';
import { totpCode } from './totp.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true });
});
afterAll(() => server.close());

const password = goodPassword;
const post = (path: string, body: unknown, key?: string) => server.call('POST', `/api/users${path}`, { body, key });
const signIn = (email: string, given = password) => post('/signin', { email, password: given });
const nextCode = (secret: string, { clock } = server): string => totpCode(secret, Math.floor(clock.now().getTime() / 30_000) + 1);
/** One that is none of those around the present time. */
function wrongCode(secret: string, { clock } = server): string {
  const step = Math.floor(clock.now().getTime() / 30_000);
  const near = Array.from({ length: 9 }, (_, index) => totpCode(secret, step - 4 + index));
  return ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777', '888888', '999999'].find(
    (code) => !near.includes(code),
  ) as string;
}
/** To where another code is good. */
const pass = () => server.clock.advance(60_000);
const challengeOf = async (email: string): Promise<string> => (await signIn(email)).body.facts.challenge;
const subjectsTo = async (email: string) =>
  (await server.database.platform.mailQueue.listNewest(100)).filter(({ to }) => to === email).map(({ subject }) => subject);

interface Secured extends TestUser {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

async function secured(): Promise<Secured> {
  const user = await server.makeUser();
  const { secret, setUp } = (await post('/self/authenticator/set-up', { password }, user.key)).body;
  const added = await post('/self/authenticator', { setUp, code: nextCode(secret) }, user.key);
  expect(added).toMatchObject({ status: 200, body: { recoveryCodes: expect.any(Array) } });
  pass();
  return { ...user, secret, recoveryCodes: added.body.recoveryCodes };
}

test('nothing is asked for before a code has confirmed the app; then the password alone opens nothing', async () => {
  const user = await server.makeUser();
  expect((await post('/self/authenticator/set-up', { password: 'Wrong1password' }, user.key)).body.code).toBe('wrongPassword');
  const { secret, setUp, url } = (await post('/self/authenticator/set-up', { password }, user.key)).body;
  expect(url).toContain(`secret=${secret}`);
  expect((await post('/self/authenticator', { setUp, code: wrongCode(secret) }, user.key)).body).toMatchObject({
    code: 'factorCodeWrong',
    error: { code: expect.any(String) },
  });
  expect((await signIn(user.email)).status).toBe(200);
  const { body } = await post('/self/authenticator', { setUp, code: nextCode(secret) }, user.key);
  expect(new Set(body.recoveryCodes).size).toBe(10);
  expect(await signIn(user.email)).toMatchObject({
    status: 401,
    body: { code: 'factorRequired', facts: { challenge: expect.any(String), methods: ['authenticator', 'recoveryCode'] } },
  });
  // A right password is not told as a log-in, nor as one that was refused.
  const entries = await server.database.forOrganization(server.tenbin.id).audit.list({ offset: 0, limit: 2 });
  expect(entries.map(({ action, refusal }) => [action, refusal])).toEqual([
    ['passPassword', null],
    ['addAuthenticator', null],
  ]);
  expect((await server.call('GET', '/api/users/self/factors', { key: user.key })).body).toEqual({
    authenticator: { createdAt: server.clock.now().toISOString() },
    passkeys: [],
    recoveryCodesLeft: 10,
  });
  expect(await subjectsTo(user.email)).toContain('A sign-in method was added');
});

test('what was begun under another password is not confirmed', async () => {
  const { id, key } = await server.makeUser();
  const { secret, setUp } = (await post('/self/authenticator/set-up', { password }, key)).body;
  await server.database.forOrganization(server.tenbin.id).users.update(id, { passwordHash: 'another' });
  expect((await post('/self/authenticator', { setUp, code: nextCode(secret) }, key)).body.code).toBe('factorSetUpExpired');
});

test('a factor that is added ends the sessions that did without it', async () => {
  const { email, key } = await server.makeUser();
  const earlier = (await signIn(email)).body.uniqueKey;
  const { secret, setUp } = (await post('/self/authenticator/set-up', { password }, key)).body;
  await post('/self/authenticator', { setUp, code: nextCode(secret) }, key);
  const statusOf = async (by: string) => (await server.call('GET', '/api/users/self', { key: by })).status;
  expect([await statusOf(earlier), await statusOf(key)]).toEqual([401, 200]);
});

test('the second step takes a code once: not again, and not the one that confirmed the app', async () => {
  const user = await server.makeUser();
  const { secret, setUp } = (await post('/self/authenticator/set-up', { password }, user.key)).body;
  const first = nextCode(secret);
  await post('/self/authenticator', { setUp, code: first }, user.key);
  const challenge = await challengeOf(user.email);
  expect((await post('/signin/factor', { challenge, code: first })).body.code).toBe('factorCodeWrong');
  pass();
  const code = nextCode(secret);
  const answer = await post('/signin/factor', { challenge, code });
  expect(answer).toMatchObject({ status: 200, body: { _id: user.id, uniqueKey: expect.any(String) } });
  expect((await server.call('GET', '/api/users/self', { key: answer.body.uniqueKey })).status).toBe(200);
  expect((await post('/signin/factor', { challenge: await challengeOf(user.email), code })).body.code).toBe('factorCodeWrong');
});

test('of two who use a code at once one is refused', async () => {
  const { email, secret } = await secured();
  const challenge = await challengeOf(email);
  const code = nextCode(secret);
  const answers = await Promise.all([1, 2].map(() => post('/signin/factor', { challenge, code })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('a recovery code is good once, however it is typed, and until new ones take their place', async () => {
  const { email, key, secret, recoveryCodes } = await secured();
  const [one = '', two = ''] = recoveryCodes;
  const use = async (code: string) => (await post('/signin/factor', { challenge: await challengeOf(email), code })).status;
  expect([await use(one.toLowerCase().replaceAll('-', ' ')), await use(one)]).toEqual([200, 400]);
  const left = async () => (await server.call('GET', '/api/users/self/factors', { key })).body.recoveryCodesLeft;
  expect(await left()).toBe(9);
  const renewed = (await post('/self/recovery-codes', { password, code: nextCode(secret) }, key)).body.recoveryCodes;
  expect([await left(), await use(two), await use(renewed[0])]).toEqual([10, 400, 200]);
});

test('a challenge is good for five minutes, for its own password, and for nothing else', async () => {
  const { email, id, secret, key } = await secured();
  const expired = { status: 401, body: { code: 'factorChallengeExpired' } };
  const challenge = await challengeOf(email);
  expect((await server.call('GET', '/api/users/self', { key: challenge })).status).toBe(401);
  expect(await post('/signin/factor', { challenge: 'made-up', code: nextCode(secret) })).toMatchObject(expired);
  const { setUp } = (await post('/self/authenticator/set-up', { password }, (await server.makeUser()).key)).body;
  expect(await post('/signin/factor', { challenge: setUp, code: nextCode(secret) })).toMatchObject(expired);
  expect((await post('/self/authenticator', { setUp: challenge, code: nextCode(secret) }, key)).body.code).toBe('factorSetUpExpired');
  server.clock.advance(5 * 60_000);
  expect(await post('/signin/factor', { challenge, code: nextCode(secret) })).toMatchObject(expired);
  const other = await challengeOf(email);
  const { users } = server.database.forOrganization(server.tenbin.id);
  await users.update(id, { passwordHash: 'another' });
  expect(await post('/signin/factor', { challenge: other, code: nextCode(secret) })).toMatchObject(expired);
});

test('who was suspended after the first step does not pass the second', async () => {
  const { email, id, secret } = await secured();
  const challenge = await challengeOf(email);
  await server.database.forOrganization(server.tenbin.id).users.update(id, { bannedAt: server.clock.now() });
  expect((await post('/signin/factor', { challenge, code: nextCode(secret) })).body.code).toBe('userBanned');
});

test('switching off takes the password and a code; the recovery codes go with it', async () => {
  const { email, key, secret, recoveryCodes } = await secured();
  const remove = async (body: object) => (await post('/self/authenticator/remove', body, key)).body.code ?? 'done';
  const code = nextCode(secret);
  expect(await remove({ password: 'Wrong1password', code })).toBe('wrongPassword');
  expect(await remove({ password, code: wrongCode(secret) })).toBe('factorCodeWrong');
  expect((await post('/self/authenticator/set-up', { password }, key)).body.code).toBe('authenticatorExists');
  const challenge = await challengeOf(email);
  expect(await remove({ password, code })).toBe('done');
  expect((await signIn(email)).status).toBe(200);
  expect((await post('/signin/factor', { challenge, code: recoveryCodes[0] })).status).toBe(400);
  expect(await remove({ password, code: nextCode(secret) })).toBe('authenticatorNotFound');
  expect(await subjectsTo(email)).toContain('A sign-in method was removed');
});

test('what one user sets up is no other’s to confirm, and secrets stand in no log', async () => {
  const [user, other] = [await secured(), await server.makeUser()];
  const { secret, setUp } = (await post('/self/authenticator/set-up', { password }, other.key)).body;
  await post('/self/authenticator/remove', { password, code: nextCode(user.secret) }, user.key);
  expect((await post('/self/authenticator', { setUp, code: nextCode(secret) }, user.key)).body.code).toBe('factorSetUpExpired');
  const secrets = [user.secret, secret, setUp, ...user.recoveryCodes];
  expect(server.log.filter((line) => secrets.some((one) => line.includes(one)))).toEqual([]);
});

test('ten wrong codes lock all, from wherever and on whichever server; their owner is told once, with a way out', async () => {
  const strict = await startTestServer({ isClockStill: true, config: { limitFactor: 1, trustedProxies: ['127.0.0.1'] } });
  const { email, key, id } = await strict.makeUser();
  const own = (path: string, body: unknown, address = '192.0.2.1', by?: string) =>
    strict.call('POST', `/api/users${path}`, { body, key: by, headers: { 'x-forwarded-for': address } });
  const { secret, setUp } = (await own('/self/authenticator/set-up', { password }, '192.0.2.1', key)).body;
  await own('/self/authenticator', { setUp, code: nextCode(secret, strict) }, '192.0.2.1', key);
  const { challenge } = (await own('/signin', { email, password })).body.facts;
  const guess = (host = 1) => own('/signin/factor', { challenge, code: wrongCode(secret, strict) }, `192.0.2.${host}`);
  const mailed = async () =>
    (await strict.database.platform.mailQueue.listNewest(50)).filter(
      ({ to, subject }) => to === email && subject === 'Wrong codes were entered repeatedly',
    );
  const statuses: number[] = [];
  for (let host = 1; host <= 9; host += 1) statuses.push((await guess(host)).status);
  expect([statuses, await mailed()]).toEqual([Array(9).fill(400), []]);
  // A wrong code for something else counts as well.
  expect((await own('/self/delete', { password, code: wrongCode(secret, strict) }, '192.0.2.10', key)).body.code).toBe('factorCodeWrong');
  expect(await guess(11)).toMatchObject({
    status: 429,
    body: { code: 'codesLocked', facts: { minutes: 15 }, error: { code: expect.any(String) } },
  });
  const [mail, ...more] = await mailed();
  expect([mail?.text, more]).toEqual([expect.stringMatching(/15 minutes[\s\S]*\/not-me\?token=/), []]);

  strict.clock.advance(60_000);
  const right = await own('/signin/factor', { challenge, code: nextCode(secret, strict) });
  expect([right.status, right.headers.get('retry-after')]).toEqual([429, '840']);
  strict.clock.advance(14 * 60_000);
  const again = (await own('/signin', { email, password })).body.facts.challenge;
  expect((await own('/signin/factor', { challenge: again, code: nextCode(secret, strict) })).status).toBe(200);
  const { codeTries } = strict.database.forOrganization(strict.tenbin.id);
  expect(await codeTries.count(id, 'factor', strict.clock.now())).toMatchObject({ tries: 1, locks: 0, isAllowed: true });
  await strict.close();
});

test('guesses made at once are counted like one after another', async () => {
  const { email, secret } = await secured();
  const challenge = await challengeOf(email);
  const code = wrongCode(secret);
  const answers = await Promise.all(Array.from({ length: 14 }, () => post('/signin/factor', { challenge, code })));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(400), ...Array(4).fill(429)]);
  expect((await subjectsTo(email)).filter((subject) => subject === 'Wrong codes were entered repeatedly')).toHaveLength(1);
});

test('a new password by mail opens what was locked, one that is changed does not', async () => {
  const { email, id, key, secret } = await secured();
  const { codeTries } = server.database.forOrganization(server.tenbin.id);
  for (let time = 1; time <= 10; time += 1) await codeTries.count(id, 'factor', server.clock.now());
  const newPassword = 'Fresh2password';
  expect((await server.call('PUT', '/api/users/self/password', { key, body: { password, newPassword } })).status).toBe(200);
  const { challenge } = (await signIn(email, newPassword)).body.facts;
  expect((await post('/signin/factor', { challenge, code: nextCode(secret) })).body.code).toBe('codesLocked');
  await server.call('PUT', '/api/users/self/password/reset', { body: { email } });
  await server.settled();
  const token = (await server.database.platform.mailQueue.listNewest(20)).find(({ to, text }) => to === email && text.includes('#'))?.text;
  const body = { token: token?.match(/#(\S+)$/m)?.[1], password: 'Third3password' };
  expect((await server.call('PUT', '/api/users/self/password/reset', { body })).status).toBe(200);
  const next = (await signIn(email, 'Third3password')).body.facts.challenge;
  expect((await post('/signin/factor', { challenge: next, code: nextCode(secret) })).status).toBe(200);
});
