import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodPassword, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { hashPassword } from './password-hash.ts';

test('two passwords are hashed at once and thirty wait; more are refused at once', async () => {
  const hashes = await Promise.allSettled(Array.from({ length: 35 }, () => hashPassword(goodPassword)));
  expect(hashes.map(({ status }) => status)).toEqual([...Array(32).fill('fulfilled'), ...Array(3).fill('rejected')]);
  expect(hashes[34]).toMatchObject({ reason: { code: 'tooManyRequests', details: { retryAfterSeconds: 1 } } });
});

test('a right password counts as well, on every surface and where it is given again', async () => {
  const strict = await startTestServer({ config: { limitFactor: 0.1 } });
  const { email, key, organizationId } = await strict.makeUser();
  const passwordHash = await hashPassword(goodPassword);
  const staff = { email: 'staff@example.com', passwordHash };
  await strict.database.forOrganization(strict.tenbin.id).administrators.create({ ...staff, role: 'owner' });
  await strict.database.platform.operators.create({ ...staff, role: 'operator' });
  const signIn = (path: string, body: object) => () => strict.call('POST', path, { body: { password: goodPassword, ...body } });
  for (const attempt of [
    signIn('/api/users/signin', { email, organization: organizationId }),
    signIn('/admin/organizations/signin', { email: staff.email }),
    signIn('/ango-ya/organizations/signin', { email: staff.email }),
    () => strict.call('GET', `/api/bots?password=${goodPassword}`, { key }),
  ]) {
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await attempt()).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  }
  await strict.close();
});

test('one account guessed at from many addresses leaves each address fewer tries, and the owner one that is enough', async () => {
  const strict = await startTestServer({ config: { limitFactor: 1, trustedProxies: ['127.0.0.1'] } });
  const { email, organizationId } = await strict.makeUser();
  const signIn = async (password: string, address: string) =>
    (
      await strict.call('POST', '/api/users/signin', {
        body: { email, password, organization: organizationId },
        headers: { 'x-forwarded-for': address },
      })
    ).status;
  const tries = async (address: string): Promise<number> => {
    let count = 0;
    while ((await signIn('Wrong1password', address)) === 401) count += 1;
    return count;
  };
  const counts: number[] = [];
  for (let host = 1; host <= 7; host += 1) counts.push(await tries(`192.0.2.${host}`));
  expect(counts).toEqual([10, 10, 10, 10, 10, 2, 2]);
  expect(await signIn('Wrong1password', '198.51.100.1')).toBe(401);
  expect(await signIn(goodPassword, '198.51.100.1')).toBe(200);
  await strict.close();
});

test('who signed up with somebody’s address does not get more tries at their password', async () => {
  const strict = await startTestServer({ config: { limitFactor: 1 } });
  const { email, organizationId } = await strict.makeUser();
  const own = 'Evil1password';
  await strict.call('POST', '/api/users', { body: { email, password: own, organization: organizationId } });
  const signIn = async (password: string) =>
    (await strict.call('POST', '/api/users/signin', { body: { email, password, organization: organizationId } })).body.code;
  const codes: string[] = [];
  for (let count = 0; count < 6; count += 1) codes.push(await signIn('Wrong1password'), await signIn('Wrong1password'), await signIn(own));
  expect(codes.filter((code) => code === 'emailOrPassword')).toHaveLength(10);
  expect(codes.slice(-3)).toEqual(Array(3).fill('tooManyRequests'));
  await strict.close();
});

test('a session in wrong hands uses up the tries of its address, not the owner’s; all addresses together have fifty', async () => {
  const strict = await startTestServer({ config: { limitFactor: 1, trustedProxies: ['127.0.0.1'] } });
  const { key } = await strict.makeUser();
  const show = async (password: string, address: string) =>
    (await strict.call('GET', `/api/bots?password=${password}`, { key, headers: { 'x-forwarded-for': address } })).status;
  const tries = async (address: string): Promise<number> => {
    let count = 0;
    while ((await show('Wrong1password', address)) === 400) count += 1;
    return count;
  };
  expect(await tries('192.0.2.1')).toBe(10);
  expect(await show(goodPassword, '192.0.2.1')).toBe(429);
  expect(await show(goodPassword, '198.51.100.1')).toBe(200);
  const counts: number[] = [];
  for (let host = 2; host <= 6; host += 1) counts.push(await tries(`192.0.2.${host}`));
  expect(counts).toEqual([10, 10, 10, 10, 0]);
  await strict.close();
});

test('one address has one count, however its letters are composed', async () => {
  const strict = await startTestServer({ config: { limitFactor: 0.1 } });
  const signIn = async (email: string) =>
    (await strict.call('POST', '/api/users/signin', { body: { email, password: 'Wrong1password' } })).status;
  const email = 'ren\u00e9@example.com';
  expect([await signIn(email), await signIn(email.normalize('NFD'))]).toEqual([401, 429]);
  await strict.close();
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('who signs in for the twenty-first time ends their oldest session, and nobody else’s', async () => {
  const neighbour = await server.makeUser();
  const { email, key: first, organizationId } = await server.makeUser();
  const keys = [first];
  const body = { email, password: goodPassword, organization: organizationId };
  for (let count = 1; count < 21; count += 1) keys.push((await server.call('POST', '/api/users/signin', { body })).body.uniqueKey);
  const statuses = await Promise.all(
    [...keys, neighbour.key].map(async (key) => (await server.call('GET', '/api/users/self', { key })).status),
  );
  expect(statuses).toEqual([401, ...Array(21).fill(200)]);
});
