import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSpecifiedCalls } from '../testing/specified-calls.ts';
import { goodPassword, startTestServer, type TestServer } from '../testing/start-test-server.ts';

let server: TestServer;
let trial: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isTrial: false });
  trial = await startTestServer();
});
afterAll(() => Promise.all([server.close(), trial.close()]));

const slugs = async (from: TestServer): Promise<string[]> =>
  (await from.call('GET', '/api/organizations')).body.map(({ slug }: { slug: string }) => slug);

describe('outside of a trial', () => {
  test('only the organization that is at home at an address is shown there', async () => {
    expect(await slugs(server)).toEqual(['tenbin']);
    for (const path of ['', '/exchanges']) {
      expect((await server.call('GET', `/api/organizations/${server.tenbin.id}${path}`)).status).toBe(200);
      const other = await server.call('GET', `/api/organizations/${server.kohaku.id}${path}`);
      expect(other).toMatchObject({ status: 404, body: { code: 'organizationNotFound' } });
    }
  });

  const calls = [
    ['', { password: goodPassword }],
    ['/verify', { code: '123456', password: goodPassword }],
    ['/resend-verification', {}],
  ] as const;
  test.each(calls)('POST /api/users%s reaches no other organization, and sends no mail for it', async (path, fields) => {
    const body = { email: 'guest@example.jp', organization: server.kohaku.id, ...fields };
    const answer = await server.call('POST', `/api/users${path}`, { body });
    expect(answer).toMatchObject({ status: 403, body: { code: 'organizationElsewhere' } });
    expect(await server.database.platform.mailQueue.listNewest(1)).toEqual([]);
  });

  test('one signs up there without naming it, or by naming it', async () => {
    for (const organization of [undefined, server.tenbin.id]) {
      const body = { email: `${organization ?? 'unnamed'}@example.jp`, password: goodPassword, organization };
      expect(await server.call('POST', '/api/users', { body })).toMatchObject({ status: 201, body: { organization: server.tenbin.id } });
    }
  });
});

test('in a trial one address is home to all brands', async () => {
  expect((await slugs(trial)).sort()).toEqual(['akane', 'asagiri', 'kohaku', 'matsukaze', 'suzuran', 'tenbin']);
  expect((await trial.makeUser(trial.kohaku)).organizationId).toBe(trial.kohaku.id);
  expect((await trial.call('GET', `/api/organizations/${trial.kohaku.id}/exchanges`)).status).toBe(200);
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
