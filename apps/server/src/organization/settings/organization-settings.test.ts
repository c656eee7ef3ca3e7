import { yen } from '@tenbin/billing';
import { listBotCourses } from '@tenbin/contract';
import { newPayment } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { botsOf } from '../../testing/bots-of.ts';
import { pairs } from '../../testing/right-query.ts';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer({ isTrial: false });
  key = await server.makeAdministrator();
});
afterAll(() => server.close());

const call = (method: string, path: string, body?: unknown) => server.call(method, `/admin${path}`, { key, surface: 'organization', body });
const put = (body: unknown) => call('PUT', '/organizations/self', body);

test('outside of a trial an organization begins without courses; what its administrator makes is offered and can be chosen', async () => {
  const user = await server.makeUser();
  expect(await user.client.call(listBotCourses, {})).toEqual([]);
  const courses = [
    { type: 'challenge', pairs, delta: 0.02 },
    { type: 'basic', title: { ja: '穏やか', en: 'Calm' }, description: { ja: '', en: 'Wide orders' }, pairs, delta: 0.01 },
  ];
  const { status, body, text } = await put({ courses });
  expect(status, text).toBe(200);
  const [calm, challenge] = await user.client.call(listBotCourses, {});
  expect([calm, challenge]).toMatchObject([
    { type: 'basic', title: 'Calm', description: 'Wide orders', pairs, delta: 0.01, backTest: null },
    { type: 'challenge', title: 'Challenge', delta: 0.02 },
  ]);
  expect(body.courses.map(({ _id }: { _id: string }) => _id)).toEqual([calm?.id, challenge?.id]);
  const made = await botsOf(server, user).create({ pairs: undefined, delta: undefined, botCourseId: calm?.id });
  expect(made.body.bot).toMatchObject({ botCourse: calm?.id, delta: 0.01 });
  expect((await put({ courses: courses.slice(0, 1) })).body.courses).toMatchObject([{ _id: challenge?.id, type: 'challenge' }]);
});

test('what changes courses, or where they are traded, has their results computed at once; nothing else does', async () => {
  const wake = vi.spyOn(server.database.jobs, 'wake');
  await put({ balanceTolerance: 6 });
  expect(wake).not.toHaveBeenCalled();
  expect((await put({ courses: [{ type: 'basic', pairs, delta: 0.01 }] })).status).toBe(200);
  expect((await put({ changedCourses: { basic: null } })).status).toBe(200);
  expect((await put({ exchanges: [server.exchange.id] })).status).toBe(200);
  expect(wake.mock.calls).toEqual([['courses'], ['courses'], ['courses']]);
  wake.mockRestore();
});

test('two owners who change different courses and help pages at once lose nothing of each other', async () => {
  await put({ courses: [], helpPages: { whatIsBp: { ja: '前', en: 'Before' } } });
  const answers = await Promise.all([
    put({
      changedCourses: { basic: { title: { ja: '', en: 'Calm' }, pairs, delta: 0.01 } },
      changedHelpPages: { orderWidth: { ja: '', en: 'Wide' } },
    }),
    put({ changedCourses: { challenge: { pairs, delta: 0.02 } }, changedHelpPages: { whatIsBp: { ja: '後', en: 'After' } } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { body } = await call('GET', '/organizations/self');
  expect(body).toMatchObject({
    courses: [{ type: 'basic', ownTitle: { ja: '', en: 'Calm' } }, { type: 'challenge' }],
    helpPages: { orderWidth: { en: 'Wide' }, whatIsBp: { ja: '後', en: 'After' } },
  });
  expect(body.defaultCourses.map(({ type }: { type: string }) => type)).toEqual(['basic', 'balance', 'challenge']);
  const gone = await put({ changedCourses: { basic: null }, changedHelpPages: { whatIsBp: null } });
  expect(gone.body).toMatchObject({ courses: [{ type: 'challenge' }], helpPages: { orderWidth: { en: 'Wide' } } });
  expect(gone.body.helpPages).not.toHaveProperty('whatIsBp');
  const refused = await put({ changedCourses: { basic: { pairs: ['BTC/USDT'], delta: 0.01 } } });
  expect([refused.status, refused.body.code, Object.keys(refused.body.error)]).toEqual([400, 'notThreeCurrencies', ['courses']]);
});

test.each([
  { says: 'two of one type', courses: [0, 0].map(() => ({ type: 'basic', pairs, delta: 0.01 })), code: 'duplicateCourse' },
  { says: 'two currencies', courses: [{ type: 'basic', pairs: ['BTC/USDT'], delta: 0.01 }], code: 'notThreeCurrencies' },
  { says: 'a width of 100', courses: [{ type: 'basic', pairs, delta: 0.5 }], code: 'orderWidthOutOfRange' },
])('courses with $says are refused, and nothing of the call is kept', async ({ courses, code }) => {
  const before = (await call('GET', '/organizations/self')).body;
  const { status, body } = await put({ courses, balanceTolerance: 7 });
  expect([status, body.code, Object.keys(body.error)]).toEqual([400, code, ['courses']]);
  expect((await call('GET', '/organizations/self')).body).toEqual(before);
});

test('settings are kept one by one, and count at once', async () => {
  expect((await put({ balanceTolerance: 40, contactEmail: 'help@example.jp' })).status).toBe(200);
  expect((await put({ omitPairs: ['ETH/BTC'], sessionDays: 3 })).body).toMatchObject({
    balanceTolerance: 40,
    contactEmail: 'help@example.jp',
    omitPairs: ['ETH/BTC'],
    sessionDays: 3,
  });
  const { body } = await server.call('GET', '/api/organizations');
  expect(body).toMatchObject([{ contactEmail: 'help@example.jp', omitPairs: ['ETH/BTC'] }]);
  expect((await put({ contactEmail: 'nobody' })).body).toMatchObject({ code: 'invalidEmail', error: { contactEmail: expect.any(String) } });
  await put({ omitPairs: [], contactEmail: null });
});

test('a time zone has a name that the database reads alike: no distance to UTC, and no short name', async () => {
  for (const timeZone of ['+09:00', '-0330', 'SST', 'ACT', 'EST', 'Japan']) {
    const { status, body } = await put({ timeZone });
    expect([timeZone, status, Object.keys(body.error ?? {})]).toEqual([timeZone, 400, ['timeZone']]);
  }
  expect((await put({ timeZone: 'Asia/Kathmandu' })).body.timeZone).toBe('Asia/Kathmandu');
  // The zone that it stands for: the database knows no such link.
  const own = server.database.forOrganization(server.tenbin.id);
  await own.payments.record([newPayment({ key: 'sale', payment: yen(100) })]);
  for (const [timeZone, meant] of [
    ['US/Pacific-New', 'America/Los_Angeles'],
    ['Canada/East-Saskatchewan', 'America/Regina'],
    ['canada/east-saskatchewan', 'America/Regina'],
  ]) {
    expect((await put({ timeZone })).body.timeZone, timeZone).toBe(meant);
    expect((await call('GET', '/revenue')).body, timeZone).toMatchObject([{ total: 100 }]);
  }
  expect((await put({ timeZone: 'UTC' })).body.timeZone).toBe('UTC');
});

test('help pages are written in two languages; each is read in the reader’s, or in the one that there is', async () => {
  const helpPages = { whatIsBp: { ja: '**bp**は…', en: 'A **bp** is …' }, orderWidth: { ja: '注文幅は…' }, empty: {} };
  const { status, body } = await put({ helpPages });
  expect([status, body.helpPages]).toEqual([
    200,
    { whatIsBp: helpPages.whatIsBp, orderWidth: { ja: '注文幅は…', en: '' }, empty: { ja: '', en: '' } },
  ]);
  const user = await server.makeUser();
  const read = async (language: string): Promise<unknown> => {
    const headers = { 'accept-language': language, 'x-user-key': user.key };
    const reply = (await (await fetch(`${server.url}/api/organizations/self`, { headers })).json()) as { helpPages: unknown };
    return reply.helpPages;
  };
  expect(await read('en')).toEqual({ whatIsBp: 'A **bp** is …', orderWidth: '注文幅は…' });
  expect(await read('ja')).toEqual({ whatIsBp: '**bp**は…', orderWidth: '注文幅は…' });
  expect((await put({ helpPages: { whatIsBp: { en: 'x'.repeat(10_001) } } })).status).toBe(400);
  expect((await put({ helpPages: { whatIsBp: 'x' } })).status).toBe(400);
  await put({ helpPages: {} });
});

test('help pages that come one after the other are not more than may come at once', async () => {
  const page = { ja: '頁', en: 'Page' };
  const pages = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`topic${from + index}`, page]));
  expect((await put({ changedHelpPages: pages(0, 20) })).status).toBe(200);
  const refused = await put({ changedHelpPages: pages(20, 1) });
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalidInput', error: { changedHelpPages: 'At most 20 entries.' } } });
  const { body } = await put({ changedHelpPages: { ...pages(20, 1), topic0: null } });
  expect(Object.keys(body.helpPages)).toHaveLength(20);
  await put({ helpPages: {} });
});

test('an account for referrals only runs no bots: those that run are asked to stop, and none is set up or started', async () => {
  const user = await server.makeUser();
  const bots = botsOf(server, user);
  const id = await bots.made();
  expect((await bots.put(`/${id}/start`)).status).toBe(200);
  expect((await call('PUT', `/users/${user.id}`, { isAffiliate: true })).body).toMatchObject({ _id: user.id, isAffiliate: true });
  expect((await bots.get('')).body).toMatchObject([{ active: false }]);
  const refused = { status: 403, body: { code: 'affiliateMayNotTrade' } };
  expect(await bots.create({ name: 'Another' })).toMatchObject(refused);
  await call('PUT', `/users/${user.id}`, {});
  const other = await server.makeUser();
  const theirs = botsOf(server, other);
  const stopped = await theirs.made();
  await call('PUT', `/users/${other.id}`, { isAffiliate: true });
  expect(await theirs.put(`/${stopped}/start`)).toMatchObject(refused);
  const rebalance = await server.call('POST', `/api/bots/${stopped}/auto-rebalance-by-bot`, { key: other.key, body: {} });
  expect(rebalance).toMatchObject(refused);
  await call('PUT', `/users/${other.id}`, { isAffiliate: false });
  expect((await theirs.put(`/${stopped}/start`)).status).toBe(200);
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
