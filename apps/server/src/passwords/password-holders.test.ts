/** A password that is set without the old one: whatever came of that one is over. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { goodPassword, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { hashPassword } from './password-hash.ts';
import { passwordHolders } from './password-holders.ts';

let server: TestServer;
let passwordHash: string;
beforeAll(async () => {
  server = await startTestServer();
  passwordHash = await hashPassword('Fresh2password');
});
afterAll(() => server.close());

test('a user’s codes and links that wait are worth nothing any more', async () => {
  const { email, id } = await server.makeUser();
  await server.call('PUT', '/api/users/self/password/reset', { body: { email } });
  await server.settled();
  const { verificationCodes } = server.database.forOrganization(server.tenbin.id);
  expect(await verificationCodes.find(id, 'resetPassword')).not.toBeNull();
  const holders = await passwordHolders(server.database, { role: 'user', organization: 'tenbin' });
  await holders?.setPassword(id, passwordHash);
  expect(await verificationCodes.find(id, 'resetPassword')).toBeNull();
});

test.each([
  ['administrator', '/admin/organizations/signin', 'organization'],
  ['operator', '/ango-ya/organizations/signin', 'operator'],
] as const)('a sign-in of an %s does not stand when their password is set meanwhile', async (role, path, surface) => {
  const { database } = server;
  const staff = { email: `${role}@example.com`, passwordHash: await hashPassword(goodPassword) };
  const { id: subjectId } =
    role === 'operator'
      ? await database.platform.operators.create({ ...staff, role: 'operator' })
      : await database.forOrganization(server.tenbin.id).administrators.create({ ...staff, role: 'owner' });
  const holders = await passwordHolders(database, { role, organization: role === 'operator' ? null : 'tenbin' });
  const { create } = database.platform.sessions;
  // After the password was compared, before the session is there.
  const created = vi.spyOn(database.platform.sessions, 'create').mockImplementationOnce(async (session) => {
    await holders?.setPassword(subjectId, passwordHash);
    return create(session);
  });
  const answer = await server.call('POST', path, { body: { email: staff.email, password: goodPassword } });
  created.mockRestore();
  expect(answer).toMatchObject({ status: 401, body: { code: 'emailOrPassword' } });
  expect(await database.platform.sessions.listOf({ surface, subjectId })).toEqual([]);
});
