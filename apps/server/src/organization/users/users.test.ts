import { contractRecord, newPayment, newSignUp, planTerms } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { botsOf } from '../../testing/bots-of.ts';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { type CallOptions, goodPassword, startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let administrator: string;
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true });
  administrator = await server.makeAdministrator();
});
afterAll(() => server.close());

const administer = (method: string, path: string, options: CallOptions = {}) =>
  server.call(method, `/admin/${path}`, { key: administrator, surface: 'organization', ...options });
const ok = async (method: string, path: string, body?: unknown) => {
  const answer = await administer(method, path, { body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const own = () => server.database.forOrganization(server.tenbin.id);
const latestMail = async (to: string) => (await server.database.platform.mailQueue.listNewest(200)).find((mail) => mail.to === to);
const entriesOf = async (action: string) =>
  (await own().audit.list({ offset: 0, limit: 200 })).filter((entry) => entry.action === action && entry.refusal === null);

describe('an administrator sees', () => {
  let trader: TestUser;
  let idle: TestUser;
  beforeAll(async () => {
    [trader, idle] = [await server.makeUser(), await server.makeUser()];
    const botId = await botsOf(server, trader).made();
    await own().bots.setActive(trader.id, botId, { active: true, by: trader.id, at: new Date() });
    await own().journal.record({ botId, epoch: 0 }, { records: [contractRecord({ createdAt: server.clock.now(), volume: '12.5' })] });
  });

  test('users with how they stand, in pages, and their count by the same filter; nobody of another organization', async () => {
    const stranger = await server.makeUser(server.kohaku);
    const all = await ok('GET', 'users?limit=100');
    expect(all).toContainEqual(
      expect.objectContaining({
        _id: trader.id,
        email: trader.email,
        botStatus: 'running-all',
        volumeThisMonth: 12.5,
        isPaid: true,
        bannedAt: null,
      }),
    );
    expect(all.find((user: { _id: string }) => user._id === trader.id).lastSeenAt).not.toBeNull();
    expect(all.map((user: { _id: string }) => user._id)).not.toContain(stranger.id);
    expect(await ok('GET', 'users?skip=1&limit=1')).toEqual([all[1]]);
    for (const filter of [
      `email=${trader.email}`,
      `id=${trader.id}`,
      'botStatus=running-all',
      'condition=bot-is-running',
      'volumeFrom=12.5',
    ]) {
      expect(await ok('GET', `users?${filter}`), filter).toMatchObject([{ _id: trader.id }]);
      expect(await ok('GET', `users/count?${filter}`), filter).toEqual({ count: 1 });
    }
    expect((await ok('GET', 'users/count')).count).toBe(all.length);
    expect(await ok('GET', 'users/verified_count')).toEqual({ count: all.length });
    expect(await ok('GET', 'users/active_count')).toEqual({ count: 1 });
    expect(await ok('GET', 'users/active_count?year=2001&month=2')).toEqual({ count: 0 });
    expect((await administer('GET', 'users?botStatus=flying')).body.error).toHaveProperty('botStatus');
  });

  test('how the number of users grew, by the day, the month and the year', async () => {
    const { count: all } = await ok('GET', 'users/count');
    for (const [scale, length] of [
      ['day', 60],
      ['month', 24],
      ['year', 10],
    ] as const) {
      const history = await ok('GET', `users/count_history?scale=${scale}`);
      expect([history.length, history.at(-1)]).toEqual([length, expect.objectContaining({ all, verified: all, paid: all, active: 1 })]);
    }
  });

  test('a user, their bots, rebalances, payments, volume and sessions, and no secret', async () => {
    const [bot] = await ok('GET', `users/${trader.id}/bots`);
    expect(bot).toMatchObject({ user: trader.id, name: 'Tokyo-1', hasSecret: true });
    expect(bot.apiKey).toHaveLength(4);
    expect(await ok('GET', `users/${trader.id}/volume/this-month`)).toEqual({ volume: 12.5 });
    expect(await ok('GET', `users/${trader.id}/auto-rebalance-logs`)).toEqual([]);
    expect(await ok('GET', `users/${trader.id}/transaction-logs`)).toEqual([]);
    expect(await ok('GET', `users/${trader.id}/sessions`)).toMatchObject([{ address: '127.0.0.1' }]);
    const examined = await ok('GET', `users/${trader.id}`);
    expect(examined).toMatchObject({ phoneNumber: '', address: '', hasFactor: false, subscription: null });
    expect(JSON.stringify(examined)).not.toMatch(/password|hash/i);
  });

  test('what a bot did as its user reads it, and nothing of a bot of another organization', async () => {
    const [{ _id: botId }] = await ok('GET', `bots?user=${trader.id}`);
    const asUser = botsOf(server, trader);
    for (const read of [
      'records',
      'record_count',
      'performance?targetTimestamp=2030-01-01',
      'timeline',
      'timeline_count',
      'orders',
      'volume',
      'result',
    ])
      expect(await ok('GET', `bots/${botId}/${read}`), read).toEqual((await asUser.get(`/${botId}/${read}`)).body);
    expect(await ok('GET', `exchanges/auto-rebalance?botId=${botId}`)).toEqual([]);
    const strange = { key: await server.makeAdministrator(server.kohaku) };
    for (const path of [`bots/${botId}`, `bots/${botId}/records`, `bots/${botId}/order-truth`, `exchanges/auto-rebalance?botId=${botId}`])
      expect(await administer('GET', path, strange), path).toMatchObject({ status: 404, body: { code: 'botNotFound' } });
  });

  test('bots by how they stand, their count by the same filter, and a file of exactly those', async () => {
    const { count } = await ok('GET', 'bots/count');
    expect(await ok('GET', 'bots/active_count')).toEqual({ count: 1 });
    expect(await ok('GET', 'bots/active_count?isRunning=false')).toEqual({ count: 0 });
    expect(await ok('GET', `bots?isRunning=1&exchange=${server.exchange.id}&pair=BTC/USDT`)).toMatchObject([
      { user: trader.id, email: trader.email, stopCause: null },
    ]);
    expect(await ok('GET', 'bots/count?cause=noSuchCause')).toEqual({ count: 0 });
    const lines = (await administer('GET', 'bots/download')).text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + count);
    expect(lines[1]).toContain(trader.email);
  });

  test('the whole in figures', async () => {
    const { count: all } = await ok('GET', 'users/count');
    expect(await ok('GET', 'overview')).toEqual({
      users: { all, verified: all, paid: all, running: 1, newThisMonth: all },
      volume: { thisMonth: 12.5, lastMonth: 0 },
      bots: { running: 1, stopped: expect.any(Number), between: 0, byCause: expect.any(Array) },
      revenue: { thisMonth: 0, lastMonth: 0, months: expect.any(Array) },
      attention: { failedPayments: 0, faultedBots: 0, flaggedUsers: 0, bouncingUsers: 0, endingKeys: 0 },
    });
  });

  test('a file of exactly whom a filter finds, with cells that no spreadsheet takes for a formula; taking it out is written down', async () => {
    await own().users.update(idle.id, { firstName: '=cmd()' });
    const finance = await server.makeAdministrator(server.tenbin, 'finance');
    const { text, headers } = await administer('GET', `users/download?id=${idle.id}`, { key: finance });
    const lines = text.trimEnd().split('\r\n');
    expect(headers.get('content-disposition')).toMatch(/filename="users-/);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${idle.email},'=cmd(),`);
    // Its entry is written when the file has been sent.
    await expect.poll(async () => (await entriesOf('downloadUsers'))[0]).toMatchObject({ role: 'finance', facts: { id: idle.id } });
    expect((await administer('GET', 'users/download', { key: await server.makeAdministrator(server.tenbin, 'support') })).body.code).toBe(
      'permissionMissing',
    );
  });
});

describe('somebody who is invited', () => {
  const linkIn = (text: string): string => /#([\w-]+)/.exec(text)?.[1] ?? '';

  test('chooses their password by a link that works once, and is verified by that; nobody signs in as them before', async () => {
    const made = await ok('POST', 'users', { email: 'Guest@example.com', firstName: 'Guest', language: 'en' });
    expect(made).toMatchObject({ email: 'Guest@example.com', verifiedAt: null, botStatus: 'has-no-bot' });
    const signIn = (password: string) => server.call('POST', '/api/users/signin', { body: { email: made.email, password } });
    expect((await signIn('')).status).toBe(400);
    expect(await signIn('Guest1password')).toMatchObject({ status: 401, body: { code: 'emailOrPassword' } });
    const mail = await latestMail(made.email);
    expect(mail?.subject).toContain('Your account is ready');
    const token = linkIn(mail?.text ?? '');
    const choose = () => server.call('PUT', '/api/users/self/password/reset', { body: { token, password: goodPassword } });
    expect((await choose()).body).toEqual({ success: true });
    expect((await choose()).body.code).toBe('resetLinkInvalid');
    expect((await signIn(goodPassword)).status).toBe(200);
    expect((await ok('GET', `users/${made._id}`)).verifiedAt).not.toBeNull();
    expect((await administer('POST', 'users', { body: { email: 'guest@EXAMPLE.com' } })).body.code).toBe('emailTaken');
    expect((await entriesOf('inviteUser'))[0]).toMatchObject({ actor: 'administrator', role: 'owner', facts: { userId: made._id } });
  });

  test('is given a plan without payment where one is named, and none where it does not exist', async () => {
    const plan = await own().userPlans.create(planTerms(), server.clock.now());
    const made = await ok('POST', 'users', { email: 'gift@example.com', planId: plan.id });
    expect(made).toMatchObject({ planName: plan.name });
    const refused = await administer('POST', 'users', { body: { email: 'nogift@example.com', planId: made._id } });
    expect(refused).toMatchObject({ status: 404, body: { code: 'userPlanNotFound' } });
    expect(await own().users.findByEmail('nogift@example.com')).toBeNull();
    expect((await entriesOf('inviteUser')).find(({ refusal }) => refusal === null)).toMatchObject({ facts: { planName: plan.name } });
  });

  test('is given no plan that is not on offer any more: replaced, archived or past its end', async () => {
    const now = server.clock.now();
    const replaced = await own().userPlans.create(planTerms(), now);
    const { id: archived } = await own().userPlans.replace(replaced.id, planTerms(), now);
    await own().userPlans.archive(archived, now);
    const ended = await own().userPlans.create(planTerms({ expirationDate: new Date(now.getTime() - 1) }), now);
    for (const planId of [replaced.id, archived, ended.id]) {
      const refused = await administer('POST', 'users', { body: { email: 'late-gift@example.com', planId } });
      expect(refused).toMatchObject({ status: 404, body: { code: 'userPlanNotFound' } });
    }
    expect(await own().users.findByEmail('late-gift@example.com')).toBeNull();
  });

  test('is invited again for a link that was lost, and cannot use one any more once they are suspended', async () => {
    const { _id: id, email } = await ok('POST', 'users', { email: 'late@example.com' });
    const first = linkIn((await latestMail(email))?.text ?? '');
    await ok('POST', `users/${id}/reset-mail`);
    const second = linkIn((await latestMail(email))?.text ?? '');
    expect(second).not.toBe(first);
    await ok('PUT', `users/${id}/ban`);
    for (const token of [first, second])
      expect((await server.call('PUT', '/api/users/self/password/reset', { body: { token, password: goodPassword } })).body.code).toBe(
        'resetLinkInvalid',
      );
    expect((await administer('POST', `users/${id}/reset-mail`)).body.code).toBe('userBanned');
  });
});

describe('an administrator helps', () => {
  test('by confirming an address by hand: whoever signed up is a user with the password that they chose', async () => {
    const email = 'lostcode@example.com';
    await server.call('POST', '/api/users', { body: { email, password: goodPassword, organization: server.tenbin.id } });
    const [waiting] = await ok('GET', 'users/sign-ups?email=LOSTCODE');
    expect(waiting).toMatchObject({ email });
    expect((await administer('PUT', `users/${waiting._id}/verify`, { body: { reason: ' ' } })).status).toBe(400);
    const user = await ok('PUT', `users/${waiting._id}/verify`, { reason: 'Showed a passport' });
    expect(user).toMatchObject({ _id: waiting._id, email });
    expect(user.verifiedAt).not.toBeNull();
    expect((await server.call('POST', '/api/users/signin', { body: { email, password: goodPassword } })).status).toBe(200);
    expect((await administer('PUT', `users/${waiting._id}/verify`, { body: { reason: 'Again' } })).body.code).toBe('alreadyVerified');
    expect(await ok('GET', 'users/sign-ups?email=lostcode')).toEqual([]);
    expect((await entriesOf('verifyUserByHand'))[0]).toMatchObject({ reason: 'Showed a passport', facts: { id: user._id } });
  });

  test('nobody’s sign-up of an address that is a user’s, which is not even listed', async () => {
    const user = await server.makeUser();
    const { id } = await own().signUps.replace(
      newSignUp({ email: user.email, expiresAt: new Date(server.clock.now().getTime() + 60_000) }),
    );
    expect(await ok('GET', `users/sign-ups?email=${user.email}`)).toEqual([]);
    const refused = await administer('PUT', `users/${id}/verify`, { body: { reason: 'A try' } });
    expect(refused.body.code).toBe('emailTaken');
  });

  test('with a link for another password, which is mailed and never shown', async () => {
    const user = await server.makeUser();
    const answer = await administer('POST', `users/${user.id}/reset-mail`);
    expect(answer.body).toEqual({ success: true });
    expect((await latestMail(user.email))?.text).toMatch(/\/reset-password\S*#/);
  });

  test('by signing somebody out everywhere', async () => {
    const user = await server.makeUser();
    await ok('DELETE', `users/${user.id}/sessions`);
    expect((await server.call('GET', '/api/users/self', { key: user.key })).status).toBe(401);
    expect(await ok('GET', `users/${user.id}/sessions`)).toEqual([]);
  });

  test('by taking off a lost second factor, with a reason that its owner is told', async () => {
    const user = await server.makeUser();
    const remove = () => administer('DELETE', `users/${user.id}/factors`, { body: { reason: 'The phone fell into the sea' } });
    expect((await remove()).body.code).toBe('authenticatorNotFound');
    await own().factors.replaceRecoveryCodes(user.id, ['hash']);
    expect((await remove()).body).toEqual({ success: true });
    expect(await own().factors.countRecoveryCodes(user.id)).toBe(0);
    expect((await latestMail(user.email))?.text).toContain('The phone fell into the sea');
    expect((await server.call('GET', '/api/users/self', { key: user.key })).status).toBe(401);
  });

  test('with a new address, which counts when its owner has entered the code', async () => {
    const user = await server.makeUser();
    const changed = await ok('PUT', `users/${user.id}`, { email: 'moved@example.com', firstName: 'Hanako', reason: 'Asked by phone' });
    expect(changed).toMatchObject({ email: user.email, firstName: 'Hanako' });
    const body = { newEmail: 'moved@example.com', code: await server.mailedCode('moved@example.com') };
    expect((await server.call('PUT', '/api/users/self/email/verify', { key: user.key, body })).status).toBe(200);
    expect((await ok('GET', `users/${user.id}`)).email).toBe('moved@example.com');
    const other = await server.makeUser();
    expect((await administer('PUT', `users/${other.id}`, { body: { email: 'MOVED@example.com' } })).body).toMatchObject({
      code: 'emailTaken',
    });
  });

  test('with a new address and whatever else in one act, which is one entry', async () => {
    const user = await server.makeUser();
    const body = { email: 'together@example.com', firstName: 'Hanako' };
    await ok('PUT', `users/${user.id}`, body);
    const entries = await own().audit.list({ offset: 0, limit: 9 }, { about: [user.id], actions: ['updateUser'] });
    expect(entries).toMatchObject([{ refusal: null, facts: { fields: 'firstName,email', mailed: true } }]);
  });

  test('and the log has what was changed before and after: settings as they were, personal texts as marks that tell them apart', async () => {
    const user = await server.makeUser();
    const changed = async (body: object) => {
      await ok('PUT', `users/${user.id}`, body);
      return (await own().audit.list({ offset: 0, limit: 1 }, { about: [user.id], actions: ['updateUser'] }))[0]?.facts;
    };
    const first = await changed({ phoneNumber: '03-1234-5678', language: 'ja', reason: 'Asked by phone' });
    expect(first).toMatchObject({
      phoneNumberBefore: '',
      phoneNumberAfter: expect.stringMatching(/^12 #[0-9a-f]{12}$/),
      languageBefore: 'en',
      languageAfter: 'ja',
    });
    const second = await changed({ phoneNumber: '03-1234-9999' });
    expect(second).toMatchObject({
      phoneNumberBefore: first?.phoneNumberAfter,
      phoneNumberAfter: expect.stringMatching(/^12 #[0-9a-f]{12}$/),
    });
    expect(second?.phoneNumberAfter).not.toBe(second?.phoneNumberBefore);
    expect(second).not.toHaveProperty('languageAfter');
    expect(JSON.stringify([first, second])).not.toContain('03-1234');
    await ok('PUT', `users/${user.id}/note`, { note: 'Prefers calls', isFlagged: true });
    const [noted] = await own().audit.list({ offset: 0, limit: 1 }, { about: [user.id], actions: ['noteUser'] });
    expect(noted?.facts).toMatchObject({
      isFlaggedBefore: 'false',
      isFlaggedAfter: 'true',
      noteBefore: '',
      noteAfter: expect.stringMatching(/^13 #/),
    });
  });

  test('and every act on a user is in that user’s timeline, with who, why and what they did themselves', async () => {
    const user = await server.makeUser();
    // What is done to them is later than the mail with their code.
    server.clock.advance(1);
    await ok('PUT', `users/${user.id}/note`, { note: 'Prefers calls', isFlagged: true });
    expect(await ok('GET', `users?isFlagged=true&id=${user.id}`)).toMatchObject([{ note: 'Prefers calls', isFlagged: true }]);
    await server.call('PUT', '/api/users/self', { key: user.key, body: { language: 'en' } });
    await ok('PUT', `users/${user.id}/ban`, { reason: 'Shares the account' });
    await ok('PUT', `users/${user.id}/pardon`, { reason: 'Promised not to' });
    const events = await ok('GET', `users/${user.id}/timeline`);
    expect(events.filter(({ kind }: { kind: string }) => kind === 'act').slice(0, 4)).toMatchObject([
      { action: 'pardonUser', actor: 'administrator', reason: 'Promised not to', by: expect.stringContaining('@') },
      { action: 'banUser', reason: 'Shares the account' },
      { action: 'updateSelf', actor: 'user', by: null },
      { action: 'noteUser', actor: 'administrator' },
    ]);
    const helper = await server.makeAdministrator(server.tenbin, 'manager');
    const { _id: helperId, email } = (await administer('GET', 'administrators/self', { key: helper })).body;
    await administer('DELETE', `users/${user.id}/sessions`, { key: helper });
    await ok('DELETE', `administrators/${helperId}`);
    // Who did something is not forgotten with their account.
    const { action, by } = (await ok('GET', `users/${user.id}/timeline?limit=1`))[0];
    expect([action, by]).toEqual(['endSessionsOfUser', email]);
    const paid = { at: new Date(Date.now() + 60_000), userId: user.id, planName: 'Premium' };
    await own().payments.record([newPayment({ key: `${user.id}-sale`, ...paid })]);
    await ok('POST', `users/${user.id}/reset-mail`);
    const newest = await ok('GET', `users/${user.id}/timeline?limit=3`);
    expect(newest[0]).toMatchObject({ kind: 'payment', payment: { planName: 'Premium', result: 'COMPLETED' } });
    expect(newest).toContainEqual(expect.objectContaining({ kind: 'mail', about: 'passwordReset', status: 'waiting' }));
    expect(newest).toContainEqual(expect.objectContaining({ kind: 'act', action: 'mailResetLinkToUser' }));
    expect(await ok('GET', `users/${user.id}/timeline?skip=1&limit=2`)).toEqual(newest.slice(1));
    const stranger = await server.makeAdministrator(server.kohaku);
    expect((await administer('GET', `users/${user.id}/timeline`, { key: stranger })).body.code).toBe('userNotFound');
  });
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
