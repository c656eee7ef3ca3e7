import { buildOrganization, newId, newPayment, openTestDatabase, type TestDatabase, testEngines } from '@tenbin/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrganizationDatabase } from '../database/database.ts';
import type { FoundPayment, PaymentFilter } from './payments.ts';

const at = (day: number): Date => new Date(Date.UTC(2026, 0, 1 + day));

async function allOf(own: OrganizationDatabase, filter: PaymentFilter = {}): Promise<FoundPayment[]> {
  const all: FoundPayment[] = [];
  for await (const page of own.payments.pages(filter)) all.push(...page);
  return all;
}

/** List, count and file find the payments whose payer's address says so, as it reads now. */
async function expectFound(own: OrganizationDatabase, parts: readonly string[]): Promise<void> {
  const all = await allOf(own);
  for (const email of parts)
    for (const { result, start = at(-1000), end = at(1000) } of [{}, { result: 'FAILED' as const }, { start: at(3), end: at(8) }]) {
      const filter: PaymentFilter = { email, ...(result && { result }), ...(start > at(0) && { start, end }) };
      const what = JSON.stringify(filter);
      const wanted = all
        .filter((one) => one.email?.toLowerCase().includes(email.toLowerCase()))
        .filter((one) => (!result || one.result === result) && one.at >= start && one.at < end)
        .map(({ key }) => key);
      const keys = (found: readonly FoundPayment[]) => found.map(({ key }) => key).sort();
      expect(keys(await own.payments.search({ ...filter, offset: 0, limit: 10_000 })), what).toEqual(wanted.sort());
      expect(keys(await allOf(own, filter)), what).toEqual(wanted);
      expect(await own.payments.count(filter), what).toBe(wanted.length);
    }
}

describe.each(testEngines)('payments by their payer’s address, on %s', (engine) => {
  let opened: TestDatabase;
  let own: OrganizationDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
    own = opened.database.forOrganization((await buildOrganization(opened.database)).id);
  });
  afterAll(() => opened.close());

  const come = async (name: string): Promise<string> => (await own.users.create({ email: `${name}@example.com`, passwordHash: '' })).id;
  const pay = (userId: string | null, key: string, day: number, result: 'COMPLETED' | 'FAILED' = 'COMPLETED') =>
    own.payments.record([newPayment({ userId, key, at: at(day), result })]);
  const parts = ['MINA', 'moved', 'example', 'deleted', 'nobody', '%'];

  test('follow them when they move, and end with them', async () => {
    const [mina, kenji] = [await come('mina'), await come('kenji')];
    await pay(mina, 'a', 1);
    await pay(mina, 'b', 4, 'FAILED');
    await pay(kenji, 'c', 5);
    await pay(null, 'd', 6);
    await expectFound(own, parts);
    await own.users.update(mina, { email: 'moved@example.com' });
    await pay(mina, 'e', 7);
    await pay(mina, 'b', 4);
    await expectFound(own, parts);
    expect(await own.payments.count({ email: 'moved' })).toBe(3);
    await own.users.forget(mina, at(9));
    await pay(mina, 'f', 9);
    await expectFound(own, ['mina', 'moved', 'kenji', 'example']);
    expect(await own.payments.count({ email: 'deleted' })).toBe(0);
    expect(await own.payments.search({ email: 'deleted', offset: 0, limit: 9 })).toEqual([]);
  });

  test('that was of nobody first, and whose is known later', async () => {
    const user = await come('later');
    await pay(null, 'unknown', 1, 'FAILED');
    await pay(user, 'unknown', 2);
    await expectFound(own, ['later']);
    expect(await own.payments.count({ email: 'later' })).toBe(1);
  });

  test('at once with their move', async () => {
    const user = await come('quick');
    const moves = Array.from({ length: 6 }, (_, turn) => own.users.update(user, { email: `quick${turn}@example.com` }));
    await Promise.all([...moves, ...Array.from({ length: 6 }, (_, turn) => pay(user, `quick-${turn}`, turn))]);
    const { email } = await own.users.require(user);
    expect(await own.payments.count({ email })).toBe(6);
    expect(await own.payments.search({ email, offset: 0, limit: 10 })).toHaveLength(6);
    await expectFound(own, ['quick']);
  });

  test('of more users than are looked up one by one', async () => {
    const many = await Promise.all(Array.from({ length: 1003 }, (_, n) => come(`crowd${n}-${newId()}`)));
    await own.payments.record(many.slice(0, 50).map((userId, n) => newPayment({ userId, key: `crowd-${n}`, at: at(n % 10) })));
    expect(await own.payments.count({ email: 'crowd' })).toBe(50);
    await expectFound(own, ['crowd', 'crowd1', 'example']);
    const [moving = '', leaving = ''] = many;
    await own.users.update(moving, { email: 'elsewhere@example.com' });
    await own.users.forget(leaving, at(9));
    await pay(leaving, 'crowd-late', 9);
    await pay(moving, 'moved-late', 9);
    await expectFound(own, ['crowd', 'example']);
    expect([await own.payments.count({ email: 'crowd' }), await own.payments.count({ email: 'elsewhere' })]).toEqual([48, 2]);
    const inOrder = await own.payments.search({ email: 'crowd', offset: 0, limit: 60 });
    const paged = [0, 20, 40].map((offset) => own.payments.search({ email: 'crowd', offset, limit: 20 }));
    expect((await Promise.all(paged)).flat().map(({ key }) => key)).toEqual(inOrder.map(({ key }) => key));
    expect(inOrder.map((one) => one.at.getTime())).toEqual(inOrder.map((one) => one.at.getTime()).sort((a, b) => b - a));
  });
});

test('what goes back of a payer and what they pay at once wait for each other in no circle', async () => {
  const { database, options, close } = await openTestDatabase('postgres');
  const own = database.forOrganization((await buildOrganization(database)).id);
  const { id: userId } = await own.users.create({ email: 'mina@example.com', passwordHash: '' });
  const paid = newPayment({ userId, key: 'paid', at: at(1) });
  await own.payments.record([paid]);
  const client = new Client({ connectionString: options.databaseUrl });
  await client.connect();
  const waiting = async () =>
    (
      await client.query(`select from pg_locks w where not granted and exists (
    select from pg_locks h join pg_database d on d.oid = h.database where h.pid = w.pid and d.datname = current_database())`)
    ).rowCount;
  // Somebody else counts a day for long.
  await client.query('begin');
  await client.query("select pg_advisory_xact_lock(hashtextextended('payment_days ' || $1, 0))", [own.organizationId]);
  const refund = own.transaction(async (within) => {
    await within.payments.record([{ ...paid, result: 'REFUNDED' }]);
    await within.payments.record([newPayment({ userId, key: 'refund', at: at(2), type: 'REFUND', refundOf: 'paid' })]);
  });
  await expect.poll(waiting).toBe(1);
  const next = own.payments.record([newPayment({ userId, key: 'next', at: at(3) })]);
  await expect.poll(waiting).toBe(2);
  await client.query('commit');
  await Promise.all([refund, next]);
  expect(await own.payments.count({ email: 'mina' })).toBe(3);
  await client.end();
  await close();
});
