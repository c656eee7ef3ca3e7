import type { OrganizationDatabase } from '@tenbin/db';
import { unsubscribePage } from '@tenbin/mail';
import { newId, testVault } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let user: TestUser;
let own: OrganizationDatabase;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await server.makeUser();
  own = server.database.forOrganization(server.tenbin.id);
});

const choice = async () => (await server.call('GET', '/api/users/self/notifications', { key: user.key })).body;
const all = { botStops: true, rebalances: true, tradingVolume: true, news: true };
const linkFor = (userId: string) => unsubscribePage({ organizationId: server.tenbin.id, userId, topic: 'botStops' }, testVault.seal);
const visit = (path: string, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, { ...init, headers: { 'accept-language': 'en', ...init.headers } });

test('a user chooses which mails they want; what they do not name stays', async () => {
  expect(await choice()).toEqual(all);
  const put = (body: object) => server.call('PUT', '/api/users/self/notifications', { key: user.key, body });
  expect((await put({ rebalances: false })).body).toEqual({ ...all, rebalances: false });
  expect((await put({ botStops: false, rebalances: true })).body).toEqual({ ...all, botStops: false });
  expect((await put({ botStops: false })).body).toEqual({ ...all, botStops: false });
  expect((await put({ tradingVolume: 'no' })).status).toBe(400);
  expect(await choice()).toEqual({ ...all, botStops: false });
});

test('the link in a mail asks first; only its form, or a mail program’s own click, switches such mails off', async () => {
  const page = await visit(linkFor(user.id));
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form method="post">')]);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(await choice()).toEqual(all);
  const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const multipart = new FormData();
  multipart.set('List-Unsubscribe', 'One-Click');
  for (const body of [oneClick, multipart]) {
    await own.users.setMailWanted(user.id, 'botStops', true);
    const done = await visit(linkFor(user.id), { method: 'POST', body });
    expect([done.status, await done.text()]).toEqual([200, expect.not.stringContaining('<form')]);
    expect(await choice()).toEqual({ ...all, botStops: false });
  }
  const [entry] = await own.audit.list({ offset: 0, limit: 1 });
  expect(entry).toMatchObject({ actor: 'user', actorId: user.id, action: 'unsubscribe', facts: { topic: 'botStops' } });
});

test('who has switched such mails off is noted once, however often the link is posted', async () => {
  const before = await own.audit.list({ offset: 0, limit: 1 });
  for (const _ of [1, 2, 3]) expect((await visit(linkFor(user.id), { method: 'POST' })).status).toBe(200);
  const [first, second] = await own.audit.list({ offset: 0, limit: 2 });
  expect(first).toMatchObject({ actorId: user.id, action: 'unsubscribe' });
  expect(second).toEqual(before[0]);
});

test('a token that is none of ours, of nobody, or too long changes nothing', async () => {
  const genuine = linkFor(user.id);
  for (const path of [
    '/unsubscribe',
    '/unsubscribe?token=x',
    `${genuine}x`,
    `${genuine}&token=x`,
    `${genuine}${'x'.repeat(5000)}`,
    linkFor(newId()),
  ]) {
    for (const method of ['GET', 'POST']) {
      const answer = await visit(path, { method });
      expect([path.length, method, answer.status]).toEqual([path.length, method, 404]);
      expect(await answer.text()).toContain('This link cannot be used');
    }
  }
  expect((await visit(genuine, { method: 'POST', body: 'x'.repeat(5000) })).status).toBe(413);
  expect(await choice()).toEqual(all);
});
