/** "This was not me", from a mail about security: the page asks, its form takes the account back for the mailbox that was mailed. */
import { erasedSeal, type OrganizationDatabase } from '@tenbin/db';
import { newId } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { totpCode } from '../../factors/totp.ts';
import { botsOf } from '../../testing/bots-of.ts';
import { goodPassword, startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let own: OrganizationDatabase;
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true });
  own = server.database.forOrganization(server.tenbin.id);
});
afterAll(() => server.close());

const mailsTo = async (email: string) => (await server.database.platform.mailQueue.listNewest(200)).filter(({ to }) => to === email);
/** Where the button of a mail leads. */
async function linkTo(email: string, subject: string): Promise<string> {
  const mail = (await mailsTo(email)).find((one) => one.subject === subject);
  const { pathname, search } = new URL(mail?.text.match(/^https?:\S+\/not-me\?\S+$/m)?.[0] ?? 'http://none');
  return pathname + search;
}
const visit = (path: string, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, { ...init, headers: { 'accept-language': 'en', ...init.headers } });
const press = (path: string) => visit(path, { method: 'POST' });
const signIn = (email: string, password: string, agent = 'a usual browser') =>
  server.call('POST', '/api/users/signin', { body: { email, password }, headers: { 'user-agent': agent } });
const statusOf = async (key: string) => (await server.call('GET', '/api/users/self', { key })).status;
/** By the link that was mailed last. */
async function resetPassword(email: string, password: string): Promise<number> {
  const text = (await mailsTo(email)).find(({ subject }) => subject === 'Reset your password')?.text ?? '';
  const token = text.match(/#(\S+)$/m)?.[1];
  return (await server.call('PUT', '/api/users/self/password/reset', { body: { token, password } })).status;
}
/** Signs in from somewhere else than ever before. */
async function mailedOfNewDevice(user: TestUser): Promise<string> {
  await signIn(user.email, goodPassword);
  await signIn(user.email, goodPassword, 'Mozilla/5.0 (X11; Linux) Firefox/140.0');
  return linkTo(user.email, 'New sign-in to your account');
}

test('a look at the link changes nothing; its form ends all sessions and the password, and mails a link for a new one', async () => {
  const user = await server.makeUser();
  const bots = botsOf(server, user);
  const { key: apiKey, secret } = server.venue.createAccount();
  expect((await bots.put(`/${await bots.made({ apiKey, secret })}/start`)).status).toBe(200);
  const link = await mailedOfNewDevice(user);
  const page = await visit(link);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form method="post">')]);
  expect(page.headers.get('cache-control')).toBe('no-store');
  for (const method of ['GET', 'HEAD']) await visit(link, { method });
  expect(await statusOf(user.key)).toBe(200);

  const done = await press(link);
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('Your account is secured')]);
  expect(await statusOf(user.key)).toBe(401);
  expect((await signIn(user.email, goodPassword)).body.code).toBe('emailOrPassword');
  expect(await own.bots.listOfUser(user.id)).toMatchObject([{ active: false }]);
  expect(await own.exchangeAccounts.listOfUser(user.id)).toMatchObject([{ sealed: erasedSeal }]);
  const entries = await own.audit.list({ offset: 0, limit: 10 });
  expect(entries.find(({ action }) => action === 'secureAccount')).toMatchObject({
    actor: 'visitor',
    action: 'secureAccount',
    facts: { accountId: user.id, stoppedBots: 1, removedApiKeys: 1, restoredAddress: false },
  });

  expect(await resetPassword(user.email, 'Fresh2password')).toBe(200);
  expect((await signIn(user.email, 'Fresh2password')).status).toBe(200);
});

test('a link is good once, and every other one of its user goes with it', async () => {
  const user = await server.makeUser();
  const first = await mailedOfNewDevice(user);
  await server.call('PUT', '/api/users/self/password', { key: user.key, body: { password: goodPassword, newPassword: 'Other3password' } });
  const second = await linkTo(user.email, 'Your password was changed');
  expect(second).not.toBe(first);
  const answers = await Promise.all([press(first), press(first)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect([(await visit(first)).status, (await press(second)).status]).toEqual([404, 404]);
});

test('an address that took the place of the one that was mailed goes again, and cannot take it back', async () => {
  const user = await server.makeUser();
  const thief = `thief-${newId()}@example.jp`;
  await server.call('PUT', '/api/users/self/email', {
    key: user.key,
    body: { email: user.email, newEmail: thief, password: goodPassword },
  });
  const code = await server.mailedCode(thief);
  const { uniqueKey } = (await server.call('PUT', '/api/users/self/email/verify', { key: user.key, body: { newEmail: thief, code } })).body;
  const link = await linkTo(user.email, 'Your e-mail address was changed');
  await signIn(thief, goodPassword, 'Mozilla/5.0 (X11; Linux) Firefox/140.0');
  expect((await press(link)).status).toBe(200);
  expect(await statusOf(uniqueKey)).toBe(401);
  expect(await own.users.findByEmail(thief)).toBeNull();
  expect((await own.users.findByEmail(user.email))?.id).toBe(user.id);
  const notice = (await mailsTo(thief)).find(({ subject }) => subject === 'Your e-mail address was changed');
  expect(notice?.text).not.toContain('/not-me');
  expect(await resetPassword(user.email, 'Fresh2password')).toBe(200);
});

test("a thief who uses up a link of theirs does not use up the owner's", async () => {
  const user = await server.makeUser();
  const thief = `thief-${newId()}@example.jp`;
  const body = { email: user.email, newEmail: thief, password: goodPassword };
  await server.call('PUT', '/api/users/self/email', { key: user.key, body });
  const code = await server.mailedCode(thief);
  const { uniqueKey: key } = (await server.call('PUT', '/api/users/self/email/verify', { key: user.key, body: { newEmail: thief, code } }))
    .body;
  const owners = await linkTo(user.email, 'Your e-mail address was changed');
  server.clock.advance(60_000);
  await server.call('PUT', '/api/users/self/password', { key, body: { password: goodPassword, newPassword: 'Other3password' } });
  expect((await press(await linkTo(thief, 'Your password was changed'))).status).toBe(200);
  expect((await press(owners)).status).toBe(200);
  expect(await own.users.findByEmail(thief)).toBeNull();
  expect((await own.users.findByEmail(user.email))?.id).toBe(user.id);
});

test('where another user has the address by now, nothing is done', async () => {
  const user = await server.makeUser();
  const link = await mailedOfNewDevice(user);
  await own.users.update(user.id, { email: `moved-${user.email}` });
  await own.users.create({ email: user.email, passwordHash: '' });
  expect((await press(link)).status).toBe(404);
  expect(await statusOf(user.key)).toBe(200);
});

test('second factors stay: a mailbox alone takes none off', async () => {
  const user = await server.makeUser();
  const post = (path: string, body: object) => server.call('POST', `/api/users/self${path}`, { key: user.key, body });
  const { secret, setUp } = (await post('/authenticator/set-up', { password: goodPassword })).body;
  await post('/authenticator', { setUp, code: totpCode(secret, Math.floor(server.clock.now().getTime() / 30_000)) });
  expect((await press(await linkTo(user.email, 'A sign-in method was added'))).status).toBe(200);
  expect(await resetPassword(user.email, 'Fresh2password')).toBe(200);
  expect((await signIn(user.email, 'Fresh2password')).body.code).toBe('factorRequired');
});

test('after seven days, of a suspended or deleted user, or of nobody, it opens nothing', async () => {
  const [late, banned, deleted] = [await server.makeUser(), await server.makeUser(), await server.makeUser()];
  const ofBanned = await mailedOfNewDevice(banned);
  await own.users.update(banned.id, { bannedAt: server.clock.now() });
  const ofDeleted = await mailedOfNewDevice(deleted);
  expect((await server.call('POST', '/api/users/self/delete', { key: deleted.key, body: { password: goodPassword } })).status).toBe(200);
  const ofLate = await mailedOfNewDevice(late);
  server.clock.advance(7 * 86_400_000 - 1);
  expect((await visit(ofLate)).status).toBe(200);
  server.clock.advance(1);
  const unknown = `/not-me?token=${server.tenbin.id}.${'x'.repeat(43)}`;
  const elsewhere = ofLate.replace(server.tenbin.id, server.kohaku.id);
  for (const link of [ofBanned, ofDeleted, ofLate, unknown, elsewhere, '/not-me', '/not-me?token=x', `${unknown}&token=y`])
    for (const method of ['GET', 'POST']) {
      const answer = await visit(link, { method });
      expect([link, method, answer.status]).toEqual([link, method, 404]);
      expect(await answer.text()).toContain('can no longer be used');
    }
  expect((await visit(unknown, { method: 'POST', body: 'x'.repeat(5000) })).status).toBe(413);
});

test('what is kept of a link does not open it, and stands in no log', async () => {
  const link = await mailedOfNewDevice(await server.makeUser());
  const token = new URLSearchParams(link.split('?')[1]).get('token') ?? '';
  const secret = token.split('.')[1] ?? '';
  expect(secret).toHaveLength(43);
  await press(link);
  expect(server.log.filter((line) => line.includes(secret))).toEqual([]);
});
