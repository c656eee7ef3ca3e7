import { type UserCondition, userConditions } from '@tenbin/accounts';
import type { Organization, OrganizationDatabase } from '@tenbin/db';
import { buildOrganization, buildUser } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
let own: OrganizationDatabase;
let organization: Organization;
let key: string;
let manager: string;
beforeAll(async () => {
  server = await startTestServer();
  organization = await buildOrganization(server.database);
  own = server.database.forOrganization(organization.id);
  key = await server.makeAdministrator(organization);
  manager = await server.makeAdministrator(organization, 'manager');
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const { id } of await own.users.list({ limit: 100 })) await own.users.forget(id, new Date());
});

const call = (method: string, path: string, body?: unknown, as = key) =>
  server.call(method, `/admin/emails${path}`, { key: as, surface: 'organization', body });
const user = () => buildUser(server.database, own.organizationId, { language: 'ja' });
const written = { kind: 'news', subject: { ja: 'お知らせ', en: 'News' }, body: { ja: '**新機能**です。', en: 'Something **new**.' } };
const everybody = { condition: 'all' };
const broadcast = (given: object = {}, as = key) =>
  call('POST', '/broadcast', { ...written, audience: everybody, expectedCount: 1, ...given }, as);
const lastEntry = async () => (await own.audit.list({ offset: 0, limit: 1 }))[0];

test('a broadcast is counted first, sent to as many as were counted, and written down', async () => {
  await user();
  const muted = await user();
  await own.users.setMailWanted(muted.id, 'news', false);
  const leftOut = { banned: 0, unverified: 0, bounced: 0, unsubscribed: 1 };
  expect((await call('POST', '/count', { audience: everybody, kind: 'news' })).body).toEqual({ count: 1, leftOut });
  const made = await broadcast();
  expect([made.status, made.body]).toEqual([201, { _id: expect.any(String), recipients: 1 }]);
  const { _id: id } = made.body;
  expect(await lastEntry()).toMatchObject({
    action: 'broadcastEmail',
    refusal: null,
    facts: { broadcastId: id, kind: 'news', recipients: 1 },
  });
  expect(await own.broadcasts.find(id)).toMatchObject({ state: 'scheduled', audience: { condition: 'all', userIds: null } });
  const { body: one } = await call('GET', `/${id}`);
  expect(one).toMatchObject({
    _id: id,
    state: 'scheduled',
    subject: written.subject,
    body: written.body,
    createdBy: expect.stringContaining('@'),
    recipients: null,
    results: { sent: 0, waiting: 0, failed: [] },
    trouble: null,
  });
  const { body: list } = await call('GET', '');
  const { body: _body, results: _results, trouble: _trouble, ...summary } = one;
  expect(list[0]).toEqual(summary);
});

test('where somebody came or went since it was counted, or nobody is meant, nothing is sent', async () => {
  await Promise.all([user(), user()]);
  const { body: before } = await call('GET', '');
  const changed = await broadcast({ expectedCount: 1 });
  expect([changed.status, changed.body.code, changed.body.message]).toEqual([409, 'audienceChanged', expect.stringContaining('2')]);
  const nobody = await broadcast({ audience: { condition: 'bot-is-running' }, expectedCount: 0 });
  expect([nobody.status, nobody.body.code]).toEqual([409, 'nobodyToMail']);
  expect((await call('GET', '')).body).toEqual(before);
  expect(await lastEntry()).toMatchObject({ action: 'broadcastEmail', refusal: 'nobodyToMail' });
});

test('asked for under one name it is made once, whether both ask at once or the answer was lost', async () => {
  await user();
  const { body: before } = await call('GET', '');
  const asked = (given: object = {}) =>
    server.call('POST', '/admin/emails/broadcast', {
      ...{ key, surface: 'organization', headers: { 'idempotency-key': 'once' } },
      body: { ...written, audience: everybody, expectedCount: 1, ...given },
    });
  const answers = [...(await Promise.all([asked(), asked()])), await asked()];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
  expect((await call('GET', '')).body).toHaveLength(before.length + 1);
  expect((await asked({ expectedCount: 2 })).body.code).toBe('idempotencyKeyReused');
});

test('what nobody can switch off is mailed by owners only; support and finance mail nothing', async () => {
  await user();
  const service = { kind: 'service' };
  const refused = await broadcast(service, manager);
  expect([refused.status, refused.body.code]).toEqual([403, 'permissionMissing']);
  expect((await broadcast({}, manager)).status).toBe(201);
  const { body } = await broadcast(service);
  await own.broadcasts.start(body._id, server.clock.now());
  await own.broadcasts.keep(
    body._id,
    { state: 'paused', tried: 11, refused: 11, failures: 0, lastError: '550', restUntil: null },
    new Date(),
  );
  expect((await call('PUT', `/${body._id}/resume`, undefined, manager)).body.code).toBe('permissionMissing');
  expect((await call('PUT', `/${body._id}/resume`)).status).toBe(200);
  for (const role of ['support', 'finance'] as const) {
    const other = await server.makeAdministrator(organization, role);
    expect([role, (await broadcast({}, other)).status, (await call('GET', '', undefined, other)).status]).toEqual([role, 403, 403]);
  }
});

test.each([
  { says: 'nothing', subject: {}, body: {} },
  { says: 'a subject alone', subject: { ja: 'お知らせ' }, body: {} },
  { says: 'a text of spaces', subject: { ja: 'お知らせ' }, body: { ja: ' \n ' } },
  { says: 'one language whole, and half of the other', subject: { ja: 'お知らせ', en: 'News' }, body: { ja: '本文' } },
])('$says is nothing to send', async ({ subject, body }) => {
  await user();
  for (const path of ['/broadcast', '/test']) {
    const extra = path === '/broadcast' ? { audience: everybody, expectedCount: 1 } : {};
    const refused = await call('POST', path, { kind: 'news', subject, body, ...extra });
    expect([path, refused.status, refused.body.code, Object.keys(refused.body.error)]).toEqual([path, 400, 'emailNotWritten', ['body']]);
  }
});

test('it is scheduled a year ahead at most; a time that has passed is now', async () => {
  await user();
  const at = server.clock.now().getTime();
  const dayMs = 86_400_000;
  const late = await broadcast({ sendAt: at + 366 * dayMs });
  expect([late.status, late.body.code, Object.keys(late.body.error)]).toEqual([400, 'sendTimeTooLate', ['sendAt']]);
  const sendAt = new Date(at + 364 * dayMs).toISOString();
  const { body } = await broadcast({ sendAt });
  expect((await call('GET', `/${body._id}`)).body).toMatchObject({ sendAt, state: 'scheduled' });
  expect((await broadcast({ sendAt: at - 3_600_000 })).body.error).toEqual({ sendAt: 'This is not valid.' });
  const passed = await broadcast({ sendAt: at - 1000 });
  expect(new Date((await call('GET', `/${passed.body._id}`)).body.sendAt).getTime()).toBeGreaterThanOrEqual(at);
});

test('every condition can be asked for, and users can be named', async () => {
  const one = await user();
  await user();
  const count = async (audience: object) => (await call('POST', '/count', { audience, kind: 'news' })).body.count;
  const counts: Partial<Record<UserCondition, number>> = {};
  for (const condition of userConditions) counts[condition] = await count({ condition });
  expect(counts).toEqual({
    all: 2,
    paid: 2,
    unpaid: 0,
    'bot-setup-not-completed': 2,
    'bot-is-running': 0,
    'bot-is-not-running': 2,
  });
  const stranger = await server.makeUser();
  expect(await count({ userIds: [one.id, one.id, stranger.id] })).toBe(1);
  expect(await count({ userIds: [] })).toBe(0);
  const tooMany = Array.from({ length: 1_001 }, () => one.id);
  expect((await call('POST', '/count', { audience: { userIds: tooMany }, kind: 'news' })).status).toBe(400);
});

test('whoever a filter of the list of users finds is mailed, also when it is sent later', async () => {
  const now = server.clock.now();
  const [away, here] = [await user(), await user()];
  const session = { surface: 'user', organizationId: own.organizationId, subjectId: here.id, keyHash: here.id } as const;
  await server.database.platform.sessions.create({ ...session, at: now, expiresAt: new Date(now.getTime() + 86_400_000) });
  const audience = { isVerified: true, seenBefore: new Date(now.getTime() - 86_400_000).toISOString(), email: away.email.toUpperCase() };
  expect((await call('POST', '/count', { audience, kind: 'news' })).body.count).toBe(1);
  expect((await call('POST', '/count', { audience: { ...audience, email: here.email }, kind: 'news' })).body.count).toBe(0);
  const { body } = await broadcast({ audience });
  expect((await call('GET', `/${body._id}`)).body.audience).toEqual({ condition: 'all', filter: audience, namedUsers: null });
  expect(await lastEntry()).toMatchObject({ facts: { condition: 'all', seenBefore: audience.seenBefore, isVerified: 'true' } });
  const at = server.clock.now();
  await own.broadcasts.start(body._id, at);
  const taken = await own.broadcasts.take(body._id, { at, leaseMs: 60_000, limit: 10 });
  expect(taken.map(({ email }) => email)).toEqual([away.email]);
  expect((await call('POST', '/count', { audience: { seenBefore: 'yesterday' }, kind: 'news' })).status).toBe(400);
});

test('the preview is the mail in the brand’s look, in each language that it is written in', async () => {
  const { body } = await call('POST', '/preview', {
    ...written,
    body: { ja: '**新機能** <b>x</b>', en: '' },
    subject: { ja: 'お知らせ', en: '' },
  });
  expect(body.en).toBeNull();
  expect(body.ja).toMatchObject({ subject: 'お知らせ', text: expect.stringContaining('このお知らせの配信を停止する') });
  expect(body.ja.html).toContain('<strong>新機能</strong> &lt;b&gt;x&lt;/b&gt;');
  const service = await call('POST', '/preview', { ...written, kind: 'service' });
  expect(service.body.en.text).not.toContain('unsubscribe');
});

test('a test mail goes to whoever asks for it, in each language, and not without end', async () => {
  const { status, body } = await call('POST', '/test', written);
  expect([status, body]).toEqual([200, { to: expect.stringContaining('@') }]);
  const mails = (await server.database.platform.mailQueue.listNewest(100)).filter(({ to }) => to === body.to);
  expect(mails.map(({ subject, unsubscribeUrl }) => [subject, unsubscribeUrl]).sort()).toEqual([
    ['[Test] News', null],
    ['【テスト】お知らせ', null],
  ]);
  expect(await lastEntry()).toMatchObject({ action: 'sendTestEmail', refusal: null });
  const strict = await startTestServer({ config: { limitFactor: 0.1 } });
  const administrator = await strict.makeAdministrator();
  const statuses: number[] = [];
  for (const _ of [1, 2, 3])
    statuses.push((await strict.call('POST', '/admin/emails/test', { key: administrator, surface: 'organization', body: written })).status);
  await strict.close();
  expect(statuses).toEqual([200, 200, 429]);
});

test('a broadcast is taken back until it has ended, and goes on only where it was paused; each is written down', async () => {
  await user();
  const { _id: id } = (await broadcast()).body;
  const resumed = await call('PUT', `/${id}/resume`);
  expect([resumed.status, resumed.body.code]).toEqual([409, 'emailNotPaused']);
  await own.broadcasts.start(id, server.clock.now());
  const rest = { tried: 20, refused: 11, failures: 0, lastError: '550 5.1.1', restUntil: null } as const;
  await own.broadcasts.keep(id, { ...rest, state: 'paused' }, server.clock.now());
  expect((await call('GET', `/${id}`)).body).toMatchObject({
    state: 'paused',
    recipients: 1,
    trouble: { reason: '550 5.1.1', until: null },
  });
  expect((await call('PUT', `/${id}/resume`)).body).toEqual({ success: true });
  expect(await lastEntry()).toMatchObject({ action: 'resumeEmail', facts: { id } });
  const until = new Date(server.clock.now().getTime() + 60_000);
  await own.broadcasts.keep(id, { ...rest, tried: 0, refused: 0, failures: 1, state: 'sending', restUntil: until }, server.clock.now());
  expect((await call('GET', `/${id}`)).body.trouble).toEqual({ reason: '550 5.1.1', until: until.toISOString() });
  expect((await call('DELETE', `/${id}`)).body).toEqual({ success: true });
  expect(await lastEntry()).toMatchObject({ action: 'cancelEmail', facts: { id } });
  expect((await call('GET', `/${id}`)).body).toMatchObject({ state: 'cancelled', results: { waiting: 1 } });
  const again = await call('DELETE', `/${id}`);
  expect([again.status, again.body.code]).toEqual([409, 'emailEnded']);
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['PUT', '/resume'],
  ] as const)
    expect((await call(method, `/${own.organizationId}${path}`)).body.code, method).toBe('emailNotFound');
});

test('users whose address bounces are counted, for whoever may read', async () => {
  const one = await user();
  const { _id: id } = (await broadcast()).body;
  await own.broadcasts.start(id, server.clock.now());
  const recipient = { userId: one.id, email: one.email, leaseEnd: server.clock.now() };
  await own.broadcasts.markFailed(id, recipient, { reason: '550', at: server.clock.now(), nextAt: null, putOffSince: null, bounced: true });
  const support = await server.makeAdministrator(organization, 'support');
  expect((await call('GET', '/bounces/count', undefined, support)).body).toEqual({ count: 1 });
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
