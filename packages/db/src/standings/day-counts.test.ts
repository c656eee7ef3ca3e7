import { paymentResults, type RevenueRow, revenueEntries, revenueRows, yen } from '@tenbin/billing';
import {
  buildBot,
  buildExchangeAccount,
  buildOrganization,
  buildTenant,
  contractRecord,
  newId,
  newPayment,
  openTestDatabase,
  type TestDatabase,
  testEngines,
} from '@tenbin/testkit';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrganizationDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';

const hourMs = 3_600_000;
const began = new Date('2026-01-30T00:00:00Z').getTime();
const hour = (hours: number): Date => new Date(began + hours * hourMs);
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

async function allOf<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

/** Payment by payment, by the rule. */
async function revenueByRule({ payments }: OrganizationDatabase, timeZone: string): Promise<RevenueRow[]> {
  const facts = await payments.listFactsBetween({ start: hour(-100), end: hour(10_000) });
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit' });
  return revenueRows(revenueEntries(facts), (at) => format.format(at).slice(0, 7));
}

/** What is kept by the day is what one finds who counts row by row. */
async function expectCounted(own: OrganizationDatabase): Promise<void> {
  for (const timeZone of ['UTC', 'Asia/Tokyo', 'Asia/Kolkata', 'America/New_York']) {
    const byRule = await revenueByRule(own, timeZone);
    expect(await own.payments.revenue(timeZone), timeZone).toEqual(byRule);
    for (const from of ['2026-01', '2026-02', '2026-03'])
      expect(await own.payments.revenue(timeZone, from), `${timeZone} ${from}`).toEqual(byRule.filter(({ month }) => month >= from));
  }
  const spans = [{}, { start: hour(5) }, { end: hour(30) }, { start: hour(0), end: hour(48) }, { start: hour(26), end: hour(29) }];
  for (const filter of [{}, { result: 'FAILED' }, { type: 'REFUND' }, { isUnexpected: true }] as const)
    for (const span of spans) {
      const search = { ...filter, ...span };
      expect(await own.payments.count(search), JSON.stringify(search)).toBe((await allOf(own.payments.pages(search))).length);
    }
  const now = new Date();
  const users = await allOf(own.userDirectory.all({}, { now, isFree: false }));
  const history = await own.userFigures.history({ now, isFree: false, scale: 'day', count: 4 });
  for (const { at, all, verified } of history) {
    expect(all, at).toBe(users.filter(({ createdAt }) => dayOf(createdAt) <= at).length);
    expect(verified, at).toBe(users.filter(({ verifiedAt }) => verifiedAt !== null && dayOf(verifiedAt) <= at).length);
  }
  const since = new Date(`${dayOf(now)}T00:00:00Z`);
  const { added } = await own.userFigures.totals({ now, isFree: false, since });
  expect(added).toBe(users.filter(({ createdAt }) => createdAt >= since).length);
}

describe.each(testEngines)('what is counted by the day is what is there, on %s', (engine) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  afterAll(() => opened.close());
  const newOrganization = async () => opened.database.forOrganization((await buildOrganization(opened.database)).id);

  const fact = fc.record({
    sale: fc.integer({ min: 0, max: 4 }),
    hours: fc.integer({ min: 0, max: 80 }),
    result: fc.constantFrom(...paymentResults),
    isRefund: fc.boolean(),
    isUnexpected: fc.boolean(),
    money: fc.integer({ min: 1, max: 50_000 }),
  });
  const steps = fc.array(fc.record({ facts: fc.array(fact, { minLength: 1, maxLength: 5 }), isTakenBack: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  });

  test('payments, in whatever order their facts become known, and where recording them is taken back', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (made) => {
        const own = await newOrganization();
        for (const { facts, isTakenBack } of made) {
          const records = facts.map(({ sale, hours, isRefund, money, ...rest }) =>
            newPayment({
              ...rest,
              at: hour(hours),
              key: `${isRefund ? 'refund' : 'sale'}-${sale}`,
              planName: `Plan ${sale % 2}`,
              ...(isRefund
                ? { type: 'REFUND' as const, payment: yen(-money), refundOf: `sale-${sale}` }
                : { payment: yen(1000 * (sale + 1)) }),
            }),
          );
          const recorded = own.transaction(async ({ payments }) => {
            await payments.record(records);
            if (isTakenBack) throw new Error('taken back');
          });
          await (isTakenBack ? expect(recorded).rejects.toThrow('taken back') : recorded);
        }
        await expectCounted(own);
      }),
      { numRuns: 10 },
    );
  });

  test('users who come, are verified and leave, many at once', async () => {
    const own = await newOrganization();
    const days = [0, 1, 2, 5].map((back) => new Date(Date.now() - back * 24 * hourMs));
    const made = await Promise.all(
      days.flatMap((verifiedAt) => [
        own.users.create({ email: `${newId()}@example.com`, passwordHash: '', verifiedAt }),
        own.users.create({ email: `${newId()}@example.com`, passwordHash: '' }),
      ]),
    );
    await expectCounted(own);
    await Promise.all(made.slice(3, 6).map(({ id }) => own.users.forget(id, new Date())));
    await Promise.all(made.slice(0, 2).map(({ id }) => own.users.update(id, { verifiedAt: days[1] ?? null })));
    await expectCounted(own);
    expect((await allOf(own.userDirectory.all({}, { now: new Date(), isFree: false }))).length).toBe(5);
  });

  test('those who trade: each once a day, a month and a year, however many of their bots do at once', async () => {
    const { organization, user, bot, account } = await buildTenant(opened.database);
    const own = opened.database.forOrganization(organization.id);
    const second = await buildBot(opened.database, organization.id, { userId: user.id, exchangeAccountId: account.id, name: 'Second' });
    const other = await own.users.create({ email: `${newId()}@example.com`, passwordHash: '' });
    const { id: otherAccount } = await buildExchangeAccount(opened.database, {
      organizationId: organization.id,
      userId: other.id,
      exchangeId: account.exchangeId,
    });
    const third = await buildBot(opened.database, organization.id, { userId: other.id, exchangeAccountId: otherAccount });
    const trade = (botId: string, ...hours: number[]) =>
      own.journal.record({ botId, epoch: 0 }, { records: hours.map((at) => contractRecord({ createdAt: hour(at) })) });
    await Promise.all([trade(bot.id, 1, 30), trade(second.id, 2, 31, 60), trade(third.id, 3)]);
    await trade(bot.id, 0, 5, 61);
    const active = (scale: 'day' | 'month' | 'year', at: string) => own.userFigures.countActive(scale, at);
    expect([await active('day', '2026-01-30'), await active('day', '2026-01-31'), await active('day', '2026-02-01')]).toEqual([2, 1, 1]);
    expect([await active('month', '2026-01-01'), await active('month', '2026-02-01'), await active('year', '2026-01-01')]).toEqual([
      2, 1, 2,
    ]);
  });
});

test('whoever is killed before the end of a transaction has counted nothing, and another process goes on from there', async () => {
  const opened = await openTestDatabase('postgres');
  const { id } = await buildOrganization(opened.database);
  const act = async ({ payments, users }: OrganizationDatabase, key: string) => {
    await payments.record([newPayment({ key, at: hour(1) })]);
    await users.create({ email: `${key}@example.com`, passwordHash: '', verifiedAt: new Date() });
  };
  const killer = new pg.Client({ connectionString: 'databaseUrl' in opened.options ? opened.options.databaseUrl : '' });
  await killer.connect();
  const own = opened.database.forOrganization(id);
  await own.transaction((within) => act(within, 'sale-1'));
  const killed = own.transaction(async (within) => {
    await act(within, 'sale-2');
    const { rowCount } = await killer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
    );
    expect(rowCount).toBe(1);
  });
  await expect(killed).rejects.toThrow();
  await killer.end();
  const restarted = await openDatabase(opened.options);
  const again = restarted.forOrganization(id);
  expect([await again.payments.count(), await again.userDirectory.count({}, { now: new Date(), isFree: false })]).toEqual([1, 1]);
  await expectCounted(again);
  await act(again, 'sale-3');
  expect(await again.payments.count()).toBe(2);
  await expectCounted(again);
  await restarted.close();
  await opened.close();
});
