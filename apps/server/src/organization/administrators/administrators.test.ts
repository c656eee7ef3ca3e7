import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodPassword, startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true });
});
afterAll(() => server.close());

const act = (method: string, path: string, key: string, body?: unknown) =>
  server.call(method, `/admin/administrators${path}`, { key, surface: 'organization', ...(body === undefined ? {} : { body }) });
const idOf = async (key: string): Promise<string> => (await act('GET', '/self', key)).body._id;
const reset = (body: unknown) => server.call('PUT', '/admin/organizations/password/reset', { body });
const signIn = (email: string, password: string) => server.call('POST', '/admin/organizations/signin', { body: { email, password } });
/** The token in the newest mail to an address. */
async function mailedToken(email: string): Promise<string> {
  const mails = await server.database.platform.mailQueue.listNewest(100);
  const [token] = mails.flatMap(({ to, text }) => (to === email ? (text.match(/(?<=\/admin\/set-password[^#\s]*#)[\w-]+/) ?? []) : []));
  if (token === undefined) throw new Error(`no link was mailed to ${email}`);
  return token;
}
let count = 0;
const newEmail = (): string => {
  count += 1;
  return `invited-${count}@example.org`;
};

test('who is invited chooses a password with the link, once, and then has the role', async () => {
  const owner = await server.makeAdministrator();
  const email = newEmail();
  const invited = await act('POST', '', owner, { email, role: 'support', language: 'en' });
  expect(invited).toMatchObject({ status: 201, body: { email, role: 'support', isInvited: true, hasFactor: false } });
  expect((await signIn(email, goodPassword)).body.code).toBe('emailOrPassword');
  const token = await mailedToken(email);
  expect((await reset({ token, password: 'weak' })).body.code).toBe('weakPassword');
  expect((await reset({ token, password: goodPassword })).body).toEqual({ success: true });
  expect((await reset({ token, password: goodPassword })).body.code).toBe('resetLinkInvalid');
  const { body } = await signIn(email, goodPassword);
  expect(body).toMatchObject({ email, role: 'support' });
  expect((await act('GET', '/self', body.uniqueKey)).body).toMatchObject({ isInvited: false, language: 'en', mustAddFactor: false });
  expect((await act('GET', '', body.uniqueKey)).body.code).toBe('permissionMissing');
  expect((await act('POST', `/${body._id}/invitation`, owner)).body.code).toBe('invitationAccepted');
});

test('an invitation ends after seven days; one that is sent anew ends the one before', async () => {
  const owner = await server.makeAdministrator();
  const email = newEmail();
  const { _id: id } = (await act('POST', '', owner, { email, role: 'manager' })).body;
  const first = await mailedToken(email);
  expect((await act('POST', `/${id}/invitation`, owner)).body).toMatchObject({ code: 'resendTooSoon' });
  server.clock.advance(3_600_000);
  expect((await act('POST', `/${id}/invitation`, owner)).body).toEqual({ success: true });
  const second = await mailedToken(email);
  expect((await reset({ token: first, password: goodPassword })).body.code).toBe('resetLinkInvalid');
  server.clock.advance(7 * 86_400_000);
  expect((await reset({ token: second, password: goodPassword })).body.code).toBe('resetLinkInvalid');
});

test('nobody is invited twice, nor with an address that is none', async () => {
  const owner = await server.makeAdministrator();
  const email = newEmail();
  await act('POST', '', owner, { email, role: 'manager' });
  expect((await act('POST', '', owner, { email: email.toUpperCase(), role: 'support' })).body).toMatchObject({
    code: 'emailTaken',
    error: { email: expect.any(String) },
  });
  expect((await act('POST', '', owner, { email: 'nobody', role: 'support' })).body.code).toBe('invalidEmail');
});

test('another role counts at once, and who is removed is out; their address may be invited again', async () => {
  const owner = await server.makeAdministrator();
  const key = await server.makeAdministrator(undefined, 'support');
  const { _id: id, email } = (await act('GET', '/self', key)).body;
  expect((await act('PUT', `/${id}`, owner, { role: 'finance' })).body).toMatchObject({ _id: id, role: 'finance' });
  expect((await act('GET', '', owner)).body).toContainEqual(expect.objectContaining({ _id: id, role: 'finance' }));
  expect((await act('DELETE', `/${id}`, owner)).body).toEqual({ success: true });
  expect((await act('GET', '/self', key)).status).toBe(401);
  expect((await signIn(email, goodPassword)).body.code).toBe('emailOrPassword');
  expect((await act('DELETE', `/${id}`, owner)).body.code).toBe('administratorNotFound');
  expect((await act('POST', '', owner, { email, role: 'support' })).status).toBe(201);
});

test('the last owner is neither removed nor made anything else; one who is only invited is none', async () => {
  const own = await startTestServer();
  const owner = await own.makeAdministrator();
  const call = (method: string, path: string, body?: unknown) =>
    own.call(method, `/admin/administrators${path}`, { key: owner, surface: 'organization', ...(body === undefined ? {} : { body }) });
  const { _id: id } = (await call('GET', '/self')).body;
  await call('POST', '', { email: 'second@example.org', role: 'owner' });
  expect((await call('DELETE', `/${id}`)).body).toMatchObject({ code: 'lastOwner' });
  expect((await call('PUT', `/${id}`, { role: 'manager' })).body).toMatchObject({ code: 'lastOwner' });
  expect((await call('PUT', `/${id}`, { role: 'owner' })).body).toMatchObject({ role: 'owner' });
  await own.close();
});

test('of two owners who act on one another at once one stays, however often', async () => {
  const own = await startTestServer();
  for (const act of ['demote', 'remove'] as const) {
    const keys = [await own.makeAdministrator(own.kohaku), await own.makeAdministrator(own.kohaku)];
    const asked = (key: string) => ({ key, surface: 'organization' }) as const;
    const ids = await Promise.all(keys.map(async (key) => (await own.call('GET', '/admin/administrators/self', asked(key))).body._id));
    // Owners of the round before, of which one is left.
    const { administrators } = own.database.forOrganization(own.kohaku.id);
    for (const { id } of await administrators.list()) if (!ids.includes(id)) await administrators.remove(id);
    const answers = await Promise.all(
      keys.map((key, index) => {
        const path = `/admin/administrators/${ids[1 - index]}`;
        return act === 'demote'
          ? own.call('PUT', path, { ...asked(key), body: { role: 'manager' } })
          : own.call('DELETE', path, asked(key));
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await administrators.list()).filter(({ role }) => role === 'owner')).toHaveLength(1);
  }
  await own.close();
});

test('each act is written down with it: who, whom, in which role, from which session', async () => {
  const owner = await server.makeAdministrator();
  const ownerId = await idOf(owner);
  const email = newEmail();
  const { _id: id } = (await act('POST', '', owner, { email, role: 'manager' })).body;
  await act('PUT', `/${id}`, owner, { role: 'support' });
  await act('DELETE', `/${id}`, owner);
  const entries = await server.database.forOrganization(server.tenbin.id).audit.list({ offset: 0, limit: 20 }, { actorIds: [ownerId] });
  const [session] = await server.database.platform.sessions.listOf({ surface: 'organization', subjectId: ownerId });
  const common = { actor: 'administrator', role: 'owner', sessionId: session?.id, refusal: null };
  expect(entries).toMatchObject([
    { ...common, action: 'removeAdministrator', facts: { id, email, role: 'support' } },
    { ...common, action: 'updateAdministrator', facts: { id, roleBefore: 'manager', roleAfter: 'support' } },
    { ...common, action: 'inviteAdministrator', facts: { administratorId: id, email, role: 'manager' } },
  ]);
});

test('what is taken back leaves no entry of having been done', async () => {
  const owner = await server.makeAdministrator(server.kohaku);
  const { audit, administrators } = server.database.forOrganization(server.kohaku.id);
  for (const member of await administrators.list()) if (member.id !== (await idOf(owner))) await administrators.remove(member.id);
  await act('DELETE', `/${await idOf(owner)}`, owner);
  const [entry, ...others] = await audit.list({ offset: 0, limit: 10 }, { actions: ['removeAdministrator'] });
  expect([entry?.refusal, others]).toEqual(['lastOwner', []]);
});
