import { lastMonths, yen } from '@tenbin/billing';
import { newPayment, newSubscription, openTestDatabase, planTerms, type TestDatabase } from '@tenbin/testkit';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botsOf } from '../../testing/bots-of.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let opened: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  opened = await openTestDatabase('postgres');
  server = await startTestServer({ opened, isClockStill: true });
});
afterAll(() => server.close());

const dayMs = 86_400_000;
const own = () => server.database.forOrganization(server.tenbin.id);
const ask = async (key: string, path: string) => {
  const answer = await server.call('GET', `/admin/${path}`, { key, surface: 'organization' });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

/** Time that has passed, which no call can make. */
async function moveBack(table: 'bots' | 'users', column: string, id: string, hours: number): Promise<void> {
  const client = new pg.Client({ connectionString: 'databaseUrl' in opened.options ? opened.options.databaseUrl : '' });
  await client.connect();
  await client.query(`update ${table} set ${column} = ${column} - make_interval(hours => $2) where id = $1`, [id, hours]);
  await client.end();
}

async function faultedBot(hoursAgo: number): Promise<string> {
  const user = await server.makeUser();
  const botId = await botsOf(server, user).made();
  await own().bots.setActive(user.id, botId, { active: true, by: user.id, at: new Date() });
  const message = { code: 'insufficientFunds', facts: {}, at: new Date() } as const;
  await own().journal.record({ botId, epoch: 0 }, { active: false, messages: [message] });
  await moveBack('bots', 'stopped_at', botId, hoursAgo);
  return botId;
}

async function runningBot(keyEndsInDays: number | null): Promise<void> {
  const user = await server.makeUser();
  const botId = await botsOf(server, user).made();
  await own().bots.setActive(user.id, botId, { active: true, by: user.id, at: new Date() });
  const { exchangeAccountId } = await own().bots.require(user.id, botId);
  const keyEndsAt = keyEndsInDays === null ? null : new Date(server.clock.now().getTime() + keyEndsInDays * dayMs);
  await own().exchangeAccounts.setRightsDue(exchangeAccountId, new Date(), { keyEndsAt });
}

async function bouncing(): Promise<string> {
  const { id, email } = await server.makeUser();
  const mail = await own().mails.put({ to: email, subject: 's', text: 't', html: 'h', at: new Date() });
  const bounce = { reason: '550 5.1.1', at: new Date() };
  await server.database.platform.mailQueue.markFailed(mail, { error: 'e', status: 'refused', bounce });
  return id;
}

test('each figure that leads to a list is as long as that list, and as the list’s own count', async () => {
  for (const hours of [0, 23, 25]) await faultedBot(hours);
  for (const days of [null, -1, 13, 15]) await runningBot(days);
  await botsOf(server, await server.makeUser()).made();
  await server.database.platform.organizations.update(server.tenbin.id, { isFree: false });
  // What the server remembers of an organization is forgotten with any change of its settings.
  await server.call('PUT', '/admin/organizations/self', {
    key: await server.makeAdministrator(),
    surface: 'organization',
    body: { sessionDays: 30 },
  });
  const plan = await own().userPlans.create(planTerms(), new Date());
  const subscribe = async (change: object) => {
    const { id: userId } = await server.makeUser();
    await own().subscriptions.create(newSubscription({ userId, plan, ...change }), null);
  };
  const now = new Date();
  const later = new Date(now.getTime() + 3 * dayMs);
  await subscribe({});
  // Within its grace, so that it counts as paid; and held already.
  await subscribe({ status: { kind: 'paymentFailed', cause: 'declined', failedAt: now, graceUntil: later, isGraceOver: false } });
  await subscribe({ status: { kind: 'suspended', since: now } });
  await own().users.create({ email: 'unverified@example.com', passwordHash: '' });
  const { id: older } = await server.makeUser();
  await moveBack('users', 'created_at', older, 40 * 24);
  await bouncing();
  await own().users.update(await bouncing(), { bannedAt: now });

  const key = await server.makeAdministrator();
  const { users, bots, attention } = await ask(key, 'overview');
  const month = new Date(Date.UTC(server.clock.now().getUTCFullYear(), server.clock.now().getUTCMonth(), 1)).toISOString();
  const figures: readonly (readonly [figure: number, list: 'users' | 'bots', filter: string])[] = [
    [users.all, 'users', ''],
    [users.verified, 'users', 'isVerified=true'],
    [users.paid, 'users', 'condition=paid'],
    [users.running, 'users', 'condition=bot-is-running'],
    [users.newThisMonth, 'users', `cameFrom=${month}`],
    [bots.running, 'bots', 'standing=running'],
    [bots.between, 'bots', 'standing=between'],
    [bots.stopped, 'bots', 'standing=stopped'],
    ...bots.byCause.map(({ cause, count }: { cause: string | null; count: number }) => [
      count,
      'bots',
      `standing=stopped&cause=${cause ?? 'none'}`,
    ]),
    [attention.failedPayments, 'users', 'isPaymentMissing=true'],
    [attention.faultedBots, 'bots', 'cause=fault&stoppedWithinHours=24'],
    [attention.flaggedUsers, 'users', 'isFlagged=true'],
    [attention.bouncingUsers, 'users', 'isBouncing=true&isBanned=false'],
    [attention.endingKeys, 'bots', 'keyEndsWithinDays=14'],
  ];
  for (const [figure, list, filter] of figures) {
    expect(await ask(key, `${list}?limit=100&${filter}`), filter).toHaveLength(figure);
    expect(await ask(key, `${list}/count?${filter}`), filter).toEqual({ count: figure });
  }
  expect(attention).toEqual({ failedPayments: 2, faultedBots: 2, flaggedUsers: 0, bouncingUsers: 1, endingKeys: 1 });
  expect(users).toMatchObject({ paid: 2, verified: users.all - 1 });
  expect(bots).toMatchObject({
    running: 4,
    stopped: 4,
    byCause: [
      { cause: 'insufficientFunds', count: 3 },
      { cause: null, count: 1 },
    ],
  });
  expect(await ask(key, 'emails/bounces/count')).toEqual({ count: 1 });
  const [bounced] = await ask(key, 'users?isBouncing=true&isBanned=false');
  expect(bounced.bounce).toEqual({ reason: '550 5.1.1', at: expect.any(String) });
});

test('revenue is told of this month and the last in the organization’s own months, to whom money is their business', async () => {
  const now = server.clock.now();
  const key = await server.makeAdministrator();
  const [last] = lastMonths(2, now, 'Asia/Tokyo');
  const before = new Date(`${last}-15`);
  await own().payments.record([
    newPayment({ key: 'now', at: now, payment: yen(5000) }),
    newPayment({ key: 'before', at: before, payment: yen(3000) }),
    newPayment({ key: 'back', at: now, payment: yen(-1000), type: 'REFUND', refundOf: 'now' }),
  ]);
  const { revenue } = await ask(key, 'overview');
  expect(revenue).toMatchObject({ thisMonth: 4000, lastMonth: 3000 });
  expect(revenue.months).toHaveLength(12);
  const rows: readonly { month: string; total: number }[] = await ask(key, 'revenue');
  for (const { month, total } of revenue.months)
    expect(total, month).toBe(rows.filter((row) => row.month === month).reduce((sum, row) => sum + row.total, 0));
  expect((await ask(await server.makeAdministrator(server.tenbin, 'support'), 'overview')).revenue).toBeNull();
});
