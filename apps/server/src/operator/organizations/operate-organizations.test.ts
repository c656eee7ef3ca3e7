import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodPassword, startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  key = await server.makeOperator();
});
afterAll(() => server.close());

const operate = (method: string, path: string, body?: unknown) =>
  server.call(method, `/ango-ya/organizations${path}`, { key, surface: 'operator', body });
const signIn = (organization: string, password = goodPassword) =>
  server.call('POST', '/admin/organizations/signin', { body: { email: 'Boss@Sakura.example', password, organization } });

test('an operator makes an organization with its first administrator, who signs in', async () => {
  const administrator = { email: 'boss@sakura.example', password: goodPassword };
  const made = await operate('POST', '', { name: 'Sakura', slug: 'sakura', isFree: true, administrator });
  expect(made).toMatchObject({ status: 201, body: { slug: 'sakura', isFree: true, exchanges: [server.exchange.id] } });
  expect(made.text).not.toContain(goodPassword);
  expect((await signIn(made.body._id)).body.organization).toBe(made.body._id);
  expect((await operate('GET', '')).body.map(({ slug }: { slug: string }) => slug)).toContain('sakura');
  expect(await operate('POST', '', { name: 'Sakura', slug: 'sakura' })).toMatchObject({
    status: 409,
    body: { code: 'organizationExists', error: { slug: expect.any(String) } },
  });
});

test('naming an administrator again gives a new password and ends what they have open', async () => {
  const { id } = server.tenbin;
  await operate('PUT', `/${id}`, { administrator: { email: 'boss@sakura.example', password: goodPassword } });
  const { uniqueKey } = (await signIn(id)).body;
  const stop = () => server.call('PUT', '/admin/bots/stop_all', { key: uniqueKey, surface: 'organization' });
  expect((await stop()).status).toBe(200);
  const changed = await operate('PUT', `/${id}`, {
    name: 'Tenbin Two',
    administrator: { email: 'boss@sakura.example', password: 'Another1Horse' },
  });
  expect(changed.text).toContain('Tenbin Two');
  expect((await stop()).status).toBe(401);
  expect([(await signIn(id)).status, (await signIn(id, 'Another1Horse')).status]).toEqual([401, 200]);
});

test('a weak password or an address that is none is refused, and nothing is made', async () => {
  const refused = [
    { email: 'boss@sakura.example', password: 'short' },
    { email: 'nobody', password: goodPassword },
  ];
  for (const administrator of refused)
    expect((await operate('POST', '', { name: 'Never', slug: 'never', administrator })).status).toBe(400);
  expect((await operate('GET', '')).text).not.toContain('never');
});
