/** Passkeys, with an authenticator that really signs: in the place of a password, and as the second factor. */
import type { Brand } from '@tenbin/brand';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerContext } from '../context.ts';
import type { Caller } from '../route/caller.ts';
import { makeSoftwareAuthenticator, type SoftwareAuthenticator } from '../testing/software-authenticator.ts';
import { goodPassword as password, startTestServer, type TestServer, type TestUser } from '../testing/start-test-server.ts';
import { relyingPartyOf } from './passkeys.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true });
});
afterAll(() => server.close());

const post = (path: string, body: unknown, key?: string) => server.call('POST', `/api/users${path}`, { body, key });
const factorsOf = async ({ key }: TestUser) => (await server.call('GET', '/api/users/self/factors', { key })).body;
const ask = async (body: object = {}) => {
  server.clock.advance(1_000);
  const { state, options } = (await post('/signin/passkey/options', body)).body;
  return { state, challenge: options.challenge as string, allowed: options.allowCredentials as { id: string }[] };
};
const refused = { status: 400, body: { code: 'passkeyRefused' } };

interface Secured extends TestUser {
  readonly device: SoftwareAuthenticator;
  readonly recoveryCodes: readonly string[];
}

async function withPasskey(): Promise<Secured> {
  const user = await server.makeUser();
  const device = makeSoftwareAuthenticator(server.url);
  const { state, options } = (await post('/self/passkeys/options', { password }, user.key)).body;
  const added = await post('/self/passkeys', { state, name: 'Phone', response: device.create(options.challenge) }, user.key);
  expect(added.status, added.text).toBe(200);
  return { ...user, device, recoveryCodes: added.body.recoveryCodes };
}

test('a passkey signs in by itself, where it knows whose hand it is in', async () => {
  const { id, device } = await withPasskey();
  const asked = await ask();
  expect(asked.allowed).toEqual([]);
  const unverified = device.sign(asked.challenge, { isVerified: false });
  expect(await post('/signin/passkey', { state: asked.state, response: unverified })).toMatchObject(refused);
  const answer = await post('/signin/passkey', { state: asked.state, response: device.sign(asked.challenge) });
  expect(answer).toMatchObject({ status: 200, body: { _id: id, uniqueKey: expect.any(String) } });
  expect((await server.call('GET', '/api/users/self', { key: answer.body.uniqueKey })).status).toBe(200);
});

test('beside a password it is the second step, without verification as well; the password alone is not enough', async () => {
  const { email, device } = await withPasskey();
  const { status, body } = await post('/signin', { email, password });
  expect([status, body.code, body.facts.methods]).toEqual([401, 'factorRequired', ['passkey', 'recoveryCode']]);
  const asked = await ask({ challenge: body.facts.challenge });
  expect(asked.allowed.map(({ id }) => id)).toEqual([device.id]);
  const other = await withPasskey();
  expect(await post('/signin/passkey', { state: asked.state, response: other.device.sign(asked.challenge) })).toMatchObject(refused);
  const response = device.sign(asked.challenge, { isVerified: false });
  expect((await post('/signin/passkey', { state: asked.state, response })).status).toBe(200);
});

test('after a new password it signs in alone once that was given with it', async () => {
  const { key, email, device } = await withPasskey();
  const newPassword = 'Fresh2password';
  expect((await server.call('PUT', '/api/users/self/password', { key, body: { password, newPassword } })).status).toBe(200);
  const use = async (body: object = {}) => {
    const { state, challenge } = await ask(body);
    return (await post('/signin/passkey', { state, response: device.sign(challenge) })).body;
  };
  expect((await use()).code).toBe('passwordRequired');
  const { challenge } = (await post('/signin', { email, password: newPassword })).body.facts;
  expect((await use({ challenge })).uniqueKey).toEqual(expect.any(String));
  expect((await use()).uniqueKey).toEqual(expect.any(String));
});

test('what was signed once, for another page, for another question, or too late opens nothing', async () => {
  const { device } = await withPasskey();
  const asked = await ask();
  const use = (response: object, state = asked.state) => post('/signin/passkey', { state, response });
  expect(await use(device.sign(asked.challenge, { origin: 'https://evil.example' }))).toMatchObject(refused);
  expect(await use(device.sign(asked.challenge, { host: 'evil.example' }))).toMatchObject(refused);
  expect(await use(device.sign((await ask()).challenge))).toMatchObject(refused);
  const good = device.sign(asked.challenge);
  expect(await use({ ...good, response: { ...good.response, signature: good.response.authenticatorData } })).toMatchObject(refused);
  const stranger = makeSoftwareAuthenticator(server.url);
  expect(await use({ ...stranger.sign(asked.challenge), id: device.id, rawId: device.id })).toMatchObject(refused);
  const answers = await Promise.all([use(good), use(good)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  const late = await ask();
  server.clock.advance(5 * 60_000);
  expect((await use(device.sign(late.challenge), late.state)).body.code).toBe('factorChallengeExpired');
});

test('a counter that goes back, or stays, is refused', async () => {
  const { device } = await withPasskey();
  const use = async (counter: number) => {
    const { state, challenge } = await ask();
    return (await post('/signin/passkey', { state, response: device.sign(challenge, { counter }) })).status;
  };
  expect([await use(5), await use(4), await use(5), await use(0), await use(6)]).toEqual([200, 400, 400, 400, 200]);
});

test('passkeys are listed, named and removed; another one takes a code, and each is there once', async () => {
  const user = await withPasskey();
  const [first] = (await factorsOf(user)).passkeys;
  expect(first).toMatchObject({ name: 'Phone', lastUsedAt: null });
  expect((await post('/self/passkeys/options', { password }, user.key)).body.code).toBe('factorCodeWrong');
  const [one = '', two = ''] = user.recoveryCodes;
  const { state, options } = (await post('/self/passkeys/options', { password, code: one }, user.key)).body;
  expect(options.excludeCredentials.map(({ id }: { id: string }) => id)).toEqual([user.device.id]);
  const again = { state, name: 'Again', response: user.device.create(options.challenge) };
  expect((await post('/self/passkeys', again, user.key)).body.code).toBe('passkeyExists');
  const stranger = await server.makeUser();
  const rename = (key: string) => server.call('PUT', `/api/users/self/passkeys/${first._id}`, { key, body: { name: 'Laptop' } });
  expect([(await rename(stranger.key)).body.code, (await rename(user.key)).status]).toEqual(['passkeyNotFound', 200]);
  expect((await factorsOf(user)).passkeys[0].name).toBe('Laptop');
  const remove = async (key: string, code: string) =>
    (await post(`/self/passkeys/${first._id}/remove`, { password, code }, key)).body.code ?? 'done';
  expect([await remove(stranger.key, two), await remove(user.key, one), await remove(user.key, two)]).toEqual([
    'passkeyNotFound',
    'factorCodeWrong',
    'done',
  ]);
  expect(await factorsOf(user)).toEqual({ authenticator: null, passkeys: [], recoveryCodesLeft: 0 });
  expect((await post('/signin', { email: user.email, password })).status).toBe(200);
  const { state: asked, challenge } = await ask();
  expect(await post('/signin/passkey', { state: asked, response: user.device.sign(challenge) })).toMatchObject(refused);
  const subjects = (await server.database.platform.mailQueue.listNewest(50)).filter(({ to }) => to === user.email);
  expect(subjects.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['A sign-in method was added', 'A sign-in method was removed']),
  );
});

test('a passkey that is added ends other sessions, and is not kept where the password was changed meanwhile', async () => {
  const { id, email, key } = await server.makeUser();
  const device = makeSoftwareAuthenticator(server.url);
  const setUp = async () => (await post('/self/passkeys/options', { password }, key)).body;
  const add = ({ state, options }: { state: string; options: { challenge: string } }) =>
    post('/self/passkeys', { state, name: 'Phone', response: device.create(options.challenge) }, key);
  const [begun, late] = [await setUp(), await setUp()];
  const earlier = (await post('/signin', { email, password })).body.uniqueKey;
  const { users } = server.database.forOrganization(server.tenbin.id);
  const { passwordHash } = await users.require(id);
  await users.update(id, { passwordHash: 'another' });
  expect((await add(late)).body.code).toBe('factorSetUpExpired');
  await users.update(id, { passwordHash });
  expect((await add(begun)).status).toBe(200);
  expect((await server.call('GET', '/api/users/self', { key: earlier })).status).toBe(401);
});

test('an authenticator app beside a passkey takes a code as well', async () => {
  const { key, recoveryCodes } = await withPasskey();
  const setUp = async (code?: string) => (await post('/self/authenticator/set-up', { password, code }, key)).body;
  expect((await setUp()).code).toBe('factorCodeWrong');
  expect((await setUp(recoveryCodes[0])).setUp).toEqual(expect.any(String));
});

test('who is suspended does not sign in, nor anybody with another organization’s passkey', async () => {
  const { id, device } = await withPasskey();
  const there = await ask({ organization: server.kohaku.id });
  expect(await post('/signin/passkey', { state: there.state, response: device.sign(there.challenge) })).toMatchObject(refused);
  await server.database.forOrganization(server.tenbin.id).users.update(id, { bannedAt: server.clock.now() });
  const here = await ask();
  expect((await post('/signin/passkey', { state: here.state, response: device.sign(here.challenge) })).body.code).toBe('userBanned');
});

test('a passkey is for the host that is visited, where it is one of the brand’s, else for the one of its mails', () => {
  const brand = { name: 'Kohaku', hosts: ['kohaku.example', 'www.kohaku.example'] } as unknown as Brand;
  const partyAt = (host: string, trial: object | null = null) =>
    relyingPartyOf(
      { brand },
      { visit: { host } } as Caller,
      { urlOf: (_: Brand, page: string) => `https://kohaku.example:8443${page}`, trial } as unknown as ServerContext,
    );
  const usual = { name: 'Kohaku', host: 'kohaku.example', origin: 'https://kohaku.example:8443' };
  expect(partyAt('kohaku.example')).toEqual(usual);
  expect(partyAt('www.kohaku.example')).toMatchObject({ host: 'www.kohaku.example', origin: 'https://www.kohaku.example:8443' });
  for (const host of ['tenbin.example', 'localhost', 'evil.kohaku.example']) expect(partyAt(host)).toEqual(usual);
  expect(partyAt('localhost', {})).toMatchObject({ host: 'localhost', origin: 'https://localhost:8443' });
});
