import type { TimelineEntry } from '@tenbin/bots';
import { buildTenant, openTestDatabase, type Tenant, type TestDatabase, testEngines } from '@tenbin/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrganizationDatabase } from '../database/database.ts';
import type { TimelineSearch } from './timeline.ts';

const minute = (count: number) => new Date(Date.UTC(2026, 0, 1, 12, count));
const order = { clientOrderId: 'T1x1', pair: 'BTC/USDT', side: 'sell', price: '60600', amount: '0.0005' } as const;

const day: readonly TimelineEntry[] = [
  { kind: 'started', at: minute(0), facts: { pairs: ['BTC/USDT', 'ETH/BTC'], delta: 0.01, balances: { BTC: '0.1' } } },
  { kind: 'placed', at: minute(1), facts: order },
  { kind: 'refused', at: minute(2), facts: { ...order, pair: 'ETH/BTC', side: 'buy', reason: 'insufficientFunds' } },
  { kind: 'cancelled', at: minute(3), facts: { ...order, because: 'repriced' } },
  { kind: 'failed', at: minute(4), facts: { reference: '100%_sure' } },
];

describe.each(testEngines)('searching a bot’s timeline on %s', (engine) => {
  let opened: TestDatabase;
  let tenant: Tenant;
  let own: OrganizationDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
    tenant = await buildTenant(opened.database);
    own = opened.database.forOrganization(tenant.organization.id);
    for (const entry of day) await own.timeline.append(tenant.bot.id, entry);
  });
  afterAll(() => opened.close());

  const cases: readonly (readonly [says: string, search: TimelineSearch, kinds: readonly string[]])[] = [
    ['everything, newest first', {}, ['failed', 'cancelled', 'refused', 'placed', 'started']],
    ['a pair, also among several', { pair: 'ETH/BTC' }, ['refused', 'started']],
    ['a price', { text: '60600' }, ['cancelled', 'refused', 'placed']],
    ['an order’s id in other letters', { text: 't1X1' }, ['cancelled', 'refused', 'placed']],
    ['a reason’s code', { text: 'insufficient' }, ['refused']],
    ['not the name of a fact', { text: 'clientOrderId' }, []],
    ['signs that mean something to the database, as they are', { text: '%_' }, ['failed']],
    [
      'words that mean a kind, a side or a reason',
      { text: '買い', also: ['buy', 'started', 'repriced'] },
      ['cancelled', 'refused', 'started'],
    ],
    ['nothing by such words alone', { also: ['buy'] }, ['failed', 'cancelled', 'refused', 'placed', 'started']],
    ['a period, its ends included', { start: minute(1), end: minute(2) }, ['refused', 'placed']],
    ['all of it together', { kind: 'placed', pair: 'BTC/USDT', text: '0.0005', start: minute(0), end: minute(9) }, ['placed']],
  ];
  test.each(cases)('finds %s', async (_, search, kinds) => {
    const found = await own.timeline.list(tenant.bot.id, { offset: 0, limit: 10, ...search });
    expect(found.map(({ kind }) => kind)).toEqual(kinds);
    expect(await own.timeline.count(tenant.bot.id, search)).toBe(kinds.length);
  });

  test.runIf(engine === 'postgres')('looks for a text in the newest ten thousand, and not for longer than three seconds', async () => {
    const client = new Client({ connectionString: opened.options.databaseUrl });
    await client.connect();
    const other = await buildTenant(opened.database);
    const { timeline } = opened.database.forOrganization(other.organization.id);
    await timeline.append(other.bot.id, { kind: 'failed', at: minute(0), facts: { reference: 'oldest' } });
    await client.query(
      `insert into timeline_entries (organization_id, id, bot_id, kind, facts, at, last_at, count)
       select organization_id, gen_random_uuid(), bot_id, kind, '{"reference":"newer"}', at, at, 1
       from timeline_entries, generate_series(1, 9999) where bot_id = $1`,
      [other.bot.id],
    );
    const found = async (text: string) => [
      await timeline.count(other.bot.id, { text }),
      (await timeline.list(other.bot.id, { text, offset: 0, limit: 1 })).length,
    ];
    expect([await found('oldest'), await found('newer')]).toEqual([
      [1, 1],
      [9_999, 1],
    ]);
    await timeline.append(other.bot.id, { kind: 'failed', at: minute(1), facts: { reference: 'newest' } });
    expect(await found('oldest')).toEqual([0, 0]);

    await client.query('begin; lock table timeline_entries in access exclusive mode');
    await expect(timeline.count(other.bot.id, { text: 'newer' })).rejects.toMatchObject({ code: 'searchTooBroad' });
    await client.query('rollback');
    await client.end();
    expect(await timeline.count(other.bot.id, {})).toBe(10_001);
  });

  describe('by lines', () => {
    const placed = (number: number): TimelineEntry => ({ kind: 'placed', at: minute(number), facts: { ...order, price: String(number) } });
    const repriced = (number: number): TimelineEntry => ({
      kind: 'cancelled',
      at: minute(number),
      facts: { ...order, because: 'repriced' },
    });
    const failed = (number: number): TimelineEntry => ({ kind: 'failed', at: minute(number), facts: { reference: String(number) } });
    const waiting = (number: number): TimelineEntry => ({
      kind: 'rateLimited',
      at: minute(number),
      facts: { retryAfterMs: 1, until: '2026-01-01T00:01:00.000Z' },
    });
    const minutesOf = (lines: readonly { readonly at: Date; readonly others: readonly { readonly at: Date }[] }[]) =>
      lines.map(({ at, others }) => [at, ...others.map((one) => one.at)].map((one) => one.getUTCMinutes()));

    test('a re-quote is one, however its entries came, and whatever else stands between ends it', async () => {
      const other = await buildTenant(opened.database);
      const { timeline } = opened.database.forOrganization(other.organization.id);
      expect([await timeline.lines(other.bot.id, { offset: 0, limit: 10 }), await timeline.countLines(other.bot.id)]).toEqual([[], 0]);
      for (const entry of [placed(1), placed(2), failed(3), repriced(4), placed(5), waiting(6), waiting(7), placed(8)])
        await timeline.append(other.bot.id, entry);
      expect(minutesOf(await timeline.lines(other.bot.id, { offset: 0, limit: 10 }))).toEqual([[8], [6], [5, 4], [3], [2, 1]]);
      expect(await timeline.countLines(other.bot.id)).toBe(5);
      expect(await timeline.count(other.bot.id, {})).toBe(7);
    });

    test('pages cut between lines, never through one', async () => {
      const other = await buildTenant(opened.database);
      const { timeline } = opened.database.forOrganization(other.organization.id);
      for (const entry of [placed(1), placed(2), placed(3), failed(4), placed(5), repriced(6)]) await timeline.append(other.bot.id, entry);
      const page = async (offset: number) => minutesOf(await timeline.lines(other.bot.id, { offset, limit: 1 }));
      expect([await page(0), await page(1), await page(2), await page(3)]).toEqual([[[6, 5]], [[4]], [[3, 2, 1]], []]);
    });

    test('what is written together is on lines as if it came one by one', async () => {
      const other = await buildTenant(opened.database);
      const { timeline } = opened.database.forOrganization(other.organization.id);
      for (const entry of [placed(1), placed(2)]) await timeline.append(other.bot.id, entry);
      await timeline.appendAll(other.bot.id, [placed(3), repriced(4), failed(5), placed(6), placed(7)]);
      await timeline.appendAll(other.bot.id, [placed(8), placed(9)]);
      expect(minutesOf(await timeline.lines(other.bot.id, { offset: 0, limit: 10 }))).toEqual([[9, 8, 7, 6], [5], [4, 3, 2, 1]]);
    });

    test('a line that goes on and on is told in several', async () => {
      const other = await buildTenant(opened.database);
      const { timeline } = opened.database.forOrganization(other.organization.id);
      await timeline.appendAll(
        other.bot.id,
        Array.from({ length: 150 }, () => placed(1)),
      );
      for (let times = 0; times < 60; times++) await timeline.append(other.bot.id, placed(2));
      const lines = await timeline.lines(other.bot.id, { offset: 0, limit: 10 });
      expect(lines.map(({ others }) => others.length + 1)).toEqual([10, 100, 100]);
    });
  });

  test('what went on for a while is found in each part of it', async () => {
    const other = await buildTenant(opened.database);
    const theirs = opened.database.forOrganization(other.organization.id);
    for (const at of [0, 30])
      await theirs.timeline.append(other.bot.id, {
        kind: 'rateLimited',
        at: minute(at),
        facts: { retryAfterMs: 1, until: '2026-01-01T00:01:00.000Z' },
      });
    expect(await theirs.timeline.count(other.bot.id, { start: minute(10), end: minute(20) })).toBe(1);
    expect(await theirs.timeline.count(other.bot.id, { start: minute(31) })).toBe(0);
  });
});
