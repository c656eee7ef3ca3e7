import { yen } from '@tenbin/billing';
import { bps } from '@tenbin/market';
import {
  buildBot,
  buildExchangeAccount,
  contractRecord,
  newId,
  newPayment,
  newSubscription,
  openTestDatabase,
  planTerms,
} from '@tenbin/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

type Row = Readonly<Record<string, string>>;

/** More than are read at once. */
const many = 510;

let server: TestServer;
let database: Client;
let owner: string;
let organizationId: string;
/** The present one, which no clock ends here. */
let month: Date;

beforeAll(async () => {
  const opened = await openTestDatabase('postgres');
  server = await startTestServer({ opened, isClockStill: true });
  organizationId = server.kohaku.id;
  const now = server.clock.now();
  month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  owner = await server.makeAdministrator(server.kohaku);
  database = new Client({ connectionString: opened.options.databaseUrl });
  await database.connect();
  const own = server.database.forOrganization(organizationId);
  const plan = await own.userPlans.create(planTerms({ name: 'Plan, "large"' }), new Date());
  const referrer = await own.users.create({ email: 'referrer@example.com', passwordHash: '', verifiedAt: new Date() });
  const ids: string[] = [];
  for (let index = 0; index < many; index += 1) {
    const named = { firstName: index % 3 === 0 ? 'Ann, "A"' : '', lastName: index % 5 === 0 ? '山田' : '' };
    const verifiedAt = index % 4 === 0 ? null : new Date(Date.UTC(2026, 0, 1, 0, index));
    const referredBy = index % 50 === 0 ? referrer.id : null;
    ids.push((await own.users.create({ email: `user${index}@example.com`, passwordHash: '', verifiedAt, referredBy, ...named })).id);
  }
  await Promise.all(ids.slice(0, 7).map((id) => own.users.update(id, { bannedAt: new Date('2026-05-01T00:00:00.001Z') })));
  for (const id of ids.slice(0, 100)) await own.subscriptions.create(newSubscription({ userId: id, plan }), null);
  const at = (index: number) => new Date(Date.UTC(2026, 1, 1, index));
  const whose = (index: number) => ({ userId: ids[index % many] ?? null, planName: plan.name });
  await own.payments.record(
    ids.flatMap((_, index) => {
      const sale = newPayment({ ...whose(index), key: `sale-${index}`, at: at(index), payment: yen(1001 + index) });
      const later = { ...sale, at: at(index + 1) };
      const refund = { ...later, key: `refund-${index}`, type: 'REFUND' as const, refundOf: sale.key };
      switch ((index / 50) % 5) {
        case 1:
          return [sale, { ...later, result: 'PARTIALLY_REFUNDED' as const }, { ...refund, payment: yen(-333) }];
        case 2:
          return [sale, { ...later, result: 'REFUNDED' as const }, { ...refund, payment: yen(-(1001 + index)) }];
        case 3:
          return [{ ...sale, result: 'FAILED' as const }];
        case 4:
          return [{ ...later, result: 'REVERSED' as const }, sale];
        default:
          return [{ ...sale, result: 'PENDING' as const }, sale];
      }
    }),
  );
  for (const index of [0, 50, 51]) {
    const userId = ids[index] ?? '';
    const account = await buildExchangeAccount(server.database, { organizationId, userId, exchangeId: server.exchange.id });
    const bot = await buildBot(server.database, organizationId, { userId, exchangeAccountId: account.id, name: `Bot ${index}` });
    if (index > 0) await own.bots.setActive(userId, bot.id, { active: true, by: userId, at: new Date() });
    const records = [-86_400_000, 0, 1].map((after) =>
      contractRecord({ createdAt: new Date(month.getTime() + after), volume: `${index}.25`, basisPointChanged: bps(0.5) }),
    );
    await own.journal.record({ botId: bot.id, epoch: 0 }, { records });
  }
  for (let index = 0; index < many; index += 1)
    await own.audit.append({
      at: new Date(),
      actor: 'administrator',
      actorId: newId(),
      action: index % 2 === 0 ? 'banUser' : 'pardonUser',
      refusal: index % 7 === 0 ? 'userNotFound' : null,
      network: '192.0.2.1',
      agent: null,
      facts: { id: ids[index] ?? '', number: index },
    });
});
afterAll(async () => {
  await database.end();
  await server.close();
});

/** The cells of a file, none of which has a line end in it. */
async function download(path: string): Promise<Row[]> {
  const { status, text } = await server.call('GET', `/admin/${path}`, { key: owner, surface: 'organization' });
  expect(status, text).toBe(200);
  const [head = [], ...lines] = text
    .trim()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ''),
    );
  return lines.map((cells) => {
    expect(cells).toHaveLength(head.length);
    return Object.fromEntries(head.map((name, place) => [name, cells[place] ?? '']));
  });
}

/** What the database has, asked for by itself: cells as a file writes them, moments in UTC. */
async function stored(text: string): Promise<Row[]> {
  const { rows } = await database.query(text, [organizationId]);
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellOf(value)])));
}

function cellOf(value: unknown): string {
  if (value === null) return '';
  return value instanceof Date ? value.toISOString() : String(value);
}

/** A file has exactly these lines: each column that is asked for, moment by moment. */
function expectLines(file: readonly Row[], wanted: readonly Row[], key: string): void {
  const names = Object.keys(wanted[0] ?? {});
  const sorted = (rows: readonly Row[]) => rows.toSorted((a, b) => ((a[key] ?? '') < (b[key] ?? '') ? -1 : 1));
  const cells = file.map((row) => Object.fromEntries(names.map((name) => [name, inUtc(row[name] ?? '')])));
  expect(sorted(cells)).toEqual(sorted(wanted));
}

const inUtc = (cell: string): string => (/^\d{4}-\d\d-\d\dT.*\+\d\d:\d\d$/.test(cell) ? new Date(cell).toISOString() : cell);

/** Every payment by its newest fact. */
const newestPayments = `
  select distinct on (key) * from payment_records where organization_id = $1
  order by key, array_position(array['PENDING', 'FAILED', 'COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED', 'REINSTATED'], result) desc`;

test('the users in a file are those of the database, with their bots, plan and volume', async () => {
  const wanted = await stored(`
    select u.id as _id, u.uid, u.email, u.first_name as "firstName", u.last_name as "lastName", u.language,
      u.created_at as "organizationUserSince", u.verified_at as "verifiedAt", u.banned_at as "bannedAt", p.name as "planName",
      s.period_end as "periodEnd", u.referral_code as "referralCode", u.referred_by as "referredBy",
      (select count(*) from bots b where b.user_id = u.id) as "botCount",
      (select count(*) from bots b where b.user_id = u.id and b.active) as "runningCount",
      (select coalesce(trim_scale(sum(r.volume)), 0) from bots b join contract_records r on r.bot_id = b.id
        where b.user_id = u.id and r.created_at >= '${month.toISOString()}') as "volumeThisMonth"
    from users u left join subscriptions s on s.user_id = u.id left join user_plans p on p.id = s.plan_id where u.organization_id = $1`);
  expect(wanted).toHaveLength(many + 1);
  expectLines(await download('users/download'), wanted, '_id');
});

test('the bots in a file are those of the database, with what their records say', async () => {
  const wanted = await stored(`
    select b.id as _id, b.created_at as "createdAt", u.id as user, u.email, b.name, e.name as exchange, b.state,
      count(r.id) as "executionCount", sum(r.basis_point_changed) as "basisPoint"
    from bots b join users u on u.id = b.user_id join exchange_accounts a on a.id = b.exchange_account_id
      join exchanges e on e.id = a.exchange_id join contract_records r on r.bot_id = b.id
    where b.organization_id = $1 group by b.id, b.created_at, u.id, u.email, b.name, e.name, b.state`);
  expect(wanted).toHaveLength(3);
  expectLines(await download('bots/download'), wanted, '_id');
});

test('the payments in a file are those of the database, each by its newest fact, to the yen', async () => {
  const wanted = await stored(`
    select n.key as "transactionId", n.at as date, n.user_id as user, u.email, n.plan_name as "planName", n.payment, n.type, n.result,
      n.refund_of as "refundOf", n.is_unexpected as unexpected
    from (${newestPayments}) n left join users u on u.id = n.user_id`);
  const file = await download('transaction-logs/download');
  expectLines(file, wanted, 'transactionId');
  const [sum] = await stored(`select sum(payment) as payment from (${newestPayments}) n`);
  expect(String(file.reduce((total, { payment }) => total + Number(payment), 0))).toBe(sum?.payment);
  const count = await server.call('GET', '/admin/payments/count', { key: owner, surface: 'organization' });
  expect(count.body).toEqual({ count: wanted.length });
});

test('those who were invited, and what is left of what they paid, are those of the database, to the yen', async () => {
  const wanted = await stored(`
    with newest as (${newestPayments}), facts as (
      select n.user_id, case
        when n.result in ('PENDING', 'FAILED', 'REVERSED') or n.type <> 'REFUND' and n.result = 'REFUNDED' then 0
        when exists (select from newest s where s.key = n.refund_of and s.result in ('REFUNDED', 'REVERSED')) then 0
        else n.payment end as left_of_it
      from newest n)
    select u.id as "referredUser", u.created_at as date, r.referral_code as code, r.email as referrer, u.email,
      coalesce((select sum(left_of_it) from facts f where f.user_id = u.id), 0) as paid
    from users u join users r on r.id = u.referred_by where u.organization_id = $1`);
  expect(wanted).toHaveLength(11);
  expect(new Set(wanted.map(({ paid }) => paid)).size).toBeGreaterThan(3);
  expectLines(await download('referrals/download'), wanted, 'referredUser');
});

test('what is taken out of the audit log is what the database has of it', async () => {
  const wanted = await stored(`
    select id as _id, at, actor, actor_id as "actorId", action, refusal, network from audit_entries
    where organization_id = $1 and action in ('banUser', 'pardonUser')`);
  expect(wanted).toHaveLength(many);
  const file = await download('audit/download?actions=banUser,pardonUser');
  expectLines(file, wanted, '_id');
  const facts = await stored(
    `select id as _id, facts ->> 'number' as number from audit_entries where organization_id = $1 and action = 'banUser'`,
  );
  const told = new Map(file.map(({ _id, facts: json }) => [_id, JSON.parse(json ?? '').number]));
  expect(facts).not.toEqual([]);
  for (const { _id, number } of facts) expect(String(told.get(_id))).toBe(number);
});

const ask = async (path: string, method = 'GET', body?: unknown) => {
  const answer = await server.call(method, `/admin/${path}`, { key: owner, surface: 'organization', body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

test('the referral ledger has on its pages, newest first, whom its file has, and is counted and filtered as it is', async () => {
  const [newest] = await ask('referrals?limit=1');
  const [start, code] = [newest.date, newest.code];
  for (const filter of ['', `start=${start}`, `end=${start}`, `referrer=${code.toLowerCase()}`, 'referrer=REFERRER@', 'referrer=nobody']) {
    const file = await download(`referrals/download?${filter}`);
    expect(await ask(`referrals/count?${filter}`), filter).toEqual({ count: file.length });
    const pages = [...(await ask(`referrals?limit=6&${filter}`)), ...(await ask(`referrals?skip=6&limit=100&${filter}`))];
    expect(pages.map(({ referredUser, paid, state }) => [referredUser, String(paid), state]).reverse(), filter).toEqual(
      file.map(({ referredUser, paid, state }) => [referredUser, paid, state]),
    );
  }
  expect(await ask('referrals/count')).toEqual({ count: 11 });
  expect(await ask(`referrals/count?referrer=${code}`)).toEqual({ count: 11 });
  expect(await ask('referrals/count?referrer=nobody')).toEqual({ count: 0 });
});

test('times in every file are those of the organization’s clocks, unless the caller names others', async () => {
  await ask('organizations/self', 'PUT', { timeZone: 'Asia/Kolkata' });
  for (const [path, column] of [
    ['users/download', 'organizationUserSince'],
    ['bots/download', 'createdAt'],
    ['audit/download', 'at'],
    ['transaction-logs/download', 'date'],
    ['referrals/download', 'date'],
  ] as const) {
    expect((await download(path))[0]?.[column], path).toMatch(/\+05:30$/);
    expect((await download(`${path}?excel=true`))[0]?.[`${column} (Asia/Kolkata)`] ?? '', path).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  }
  for (const path of ['users/download', 'bots/download', 'audit/download'])
    expect(Object.values((await download(`${path}?timeZone=America/New_York`))[0] ?? {}).join(), path).toMatch(/-0[45]:00/);
  await ask('organizations/self', 'PUT', { timeZone: 'Asia/Tokyo' });
});

test('that a file was taken is written down with what it was limited to', async () => {
  for (const [path, action, facts] of [
    ['users/download?email=user1&excel=true', 'downloadUsers', { email: 'user1' }],
    ['transaction-logs/download?start=2026-02-01&end=2026-02-02&result=FAILED', 'downloadTransactionLogs', { result: 'FAILED' }],
    ['referrals/download?start=2026-02-01&end=2026-02-02', 'downloadReferrals', {}],
    ['audit/download?start=2026-02-01&end=2026-02-02&actions=banUser', 'downloadAudit', { actions: 'banUser' }],
  ] as const) {
    await download(path);
    const [entry] = await ask(`audit?actions=${action}&limit=1`);
    const days = path.includes('start') ? { start: '2026-02-01T00:00:00.000Z', end: '2026-02-02T00:00:00.000Z' } : {};
    expect(entry.facts, path).toEqual({ ...days, ...facts });
  }
});

test('who came, and which bots were made, in a period are in its file and no others', async () => {
  const [middle] = await stored(`select created_at as at from users where organization_id = $1 order by created_at offset 100 limit 1`);
  const [{ count: before }, { count: after }] = [
    await ask(`users/count?cameBefore=${middle?.at}`),
    await ask(`users/count?cameFrom=${middle?.at}`),
  ];
  expect(before + after).toBe(many + 1);
  expect(before).toBeGreaterThan(0);
  expect(await download(`users/download?cameBefore=${middle?.at}`)).toHaveLength(before);
  expect(await download(`users/download?cameFrom=${middle?.at}`)).toHaveLength(after);
  const [bot] = await stored('select created_at as at from bots where organization_id = $1 order by created_at desc limit 1');
  expect(await download(`bots/download?createdFrom=${bot?.at}`)).toHaveLength(1);
  expect(await download(`bots/download?createdBefore=${bot?.at}`)).toHaveLength(2);
});
