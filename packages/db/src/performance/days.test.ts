import { newLedger } from '@tenbin/bots';
import { type Activity, type DayEntry, noActivity } from '@tenbin/strategy';
import { buildTenant, openTestDatabase, type Tenant, type TestDatabase, testEngines } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrganizationDatabase } from '../database/database.ts';

const since = new Date('2026-01-01T10:00:00Z');
const usd = { BTC: 60_000, ETH: 3_000, USDT: 1 };
const start = { balances: { BTC: '0.1', ETH: '2', USDT: '6000' }, usd };
const traded = (trades: number, growth: number): Activity => ({ ...noActivity, trades, growth, change: { USDT: String(trades) } });

describe.each(testEngines)('the days of a bot on %s', (engine) => {
  let opened: TestDatabase;
  let tenant: Tenant;
  let own: OrganizationDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  beforeEach(async () => {
    tenant = await buildTenant(opened.database);
    own = opened.database.forOrganization(tenant.organization.id);
  });
  afterAll(() => opened.close());

  const write = (...days: DayEntry[]) => own.journal.record({ botId: tenant.bot.id, epoch: 0 }, { days });
  const ended = (day: string, activity: Activity): DayEntry => ({
    since,
    start,
    day,
    activity,
    ending: { at: new Date(`${day}T23:59:59Z`), usd },
  });

  test('come back in their order, with their prices', async () => {
    await write(ended('2026-01-02', traded(2, 0.2)));
    await write(ended('2026-01-01', traded(1, 0.1)));
    expect(await own.days.list(tenant.bot.id, since.getTime())).toEqual([
      { day: '2026-01-01', activity: traded(1, 0.1), endedAt: new Date('2026-01-01T23:59:59Z'), usd },
      { day: '2026-01-02', activity: traded(2, 0.2), endedAt: new Date('2026-01-02T23:59:59Z'), usd },
    ]);
  });

  test('get what comes late added, and keep their prices', async () => {
    await write(ended('2026-01-01', traded(1, 0.25)));
    const late = { since, start, day: '2026-01-01', ending: null };
    await write({ ...late, activity: traded(2, 0.5) }, { ...late, activity: traded(4, 1) });
    const [day] = await own.days.list(tenant.bot.id, since.getTime());
    expect(day).toMatchObject({ activity: { trades: 7, growth: 1.75, change: { USDT: '7' } }, usd });
  });

  test('without a look at prices have none', async () => {
    await write({ since, start, day: '2026-01-01', activity: traded(1, 0.1), ending: null });
    expect(await own.days.list(tenant.bot.id, since.getTime())).toMatchObject([{ usd: null, endedAt: null }]);
  });

  test('of another beginning are not among them', async () => {
    await write(ended('2026-01-01', traded(1, 0.1)));
    expect(await own.days.list(tenant.bot.id, since.getTime() + 1)).toEqual([]);
  });

  test('are kept of every beginning, with what it was measured from, and the day under way', async () => {
    const { bot, user } = tenant;
    await write(ended('2026-01-01', traded(1, 0.1)), ended('2026-01-02', traded(2, 0.1)));
    const [later, startLater] = [
      new Date('2026-01-03T00:00:00Z'),
      { balances: { BTC: '1', USDT: '60000' }, usd: { BTC: 60_000, USDT: 1 } },
    ];
    await write({ since: later, start: startLater, day: '2026-01-03', activity: traded(4, 0.1), ending: null });
    const performance = { since: later.getTime(), start: startLater, closed: noActivity, day: 20_456, today: traded(8, 0.1) };
    await own.journal.record({ botId: bot.id, epoch: 0 }, { ledger: { ...newLedger(startLater.balances), performance } });
    await own.bots.delete(user.id, bot.id);
    expect(await own.days.keptOfUser(user.id)).toEqual([
      {
        id: bot.id,
        name: bot.name,
        deletedAt: expect.any(Date),
        kept: [
          {
            since: since.getTime(),
            start,
            days: [
              { day: '2026-01-01', activity: traded(1, 0.1), endedAt: expect.any(Date), usd },
              { day: '2026-01-02', activity: traded(2, 0.1), endedAt: expect.any(Date), usd },
            ],
          },
          {
            since: later.getTime(),
            start: startLater,
            days: [
              { day: '2026-01-03', activity: expect.objectContaining({ trades: 12, change: { USDT: '12' } }), endedAt: null, usd: null },
            ],
          },
        ],
      },
    ]);
  });
});
