import { mailTopics, testOrganizationId } from '@tenbin/accounts';
import { and, count, eq, sql as fragment, isNull } from 'drizzle-orm';
import { isBusy } from '../bots/lifecycle-in-sql.ts';
import { organizationDatabase } from '../database/organization-database.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { botCourses, bots, stopBots, stopReceipts, stops } from '../schema/bots.ts';
import { exchangeAccounts } from '../schema/exchange-accounts.ts';
import { movements, subAccounts } from '../schema/ledger.ts';
import { organizationExchanges, organizations } from '../schema/organizations.ts';
import { mails } from '../schema/platform.ts';
import { rebalances } from '../schema/rebalances.ts';
import { activityCounts, userActivity, userDays, userStandings } from '../schema/standings.ts';
import { botDays, contractRecords, fills, orderIntents, timelineEntries } from '../schema/trading.ts';
import { users } from '../schema/users.ts';
import { notStoppedSince } from '../stops/not-stopped-since.ts';
import type { TestBots } from './test-bots.ts';

const email = 'test-bots@tenbin.invalid';

/** What may be stored of a test bot and of whose it is; what refers to another table comes before it. */
const tables = [
  stopBots,
  stopReceipts,
  stops,
  botDays,
  contractRecords,
  fills,
  orderIntents,
  timelineEntries,
  rebalances,
  bots,
  movements,
  subAccounts,
  exchangeAccounts,
  mails,
  userActivity,
  activityCounts,
  userStandings,
  users,
  userDays,
  botCourses,
  organizationExchanges,
] as const;

/** @param context - of the platform, in a transaction where something changes */
export function testBotRepository(context: TenantContext): TestBots {
  const { sql, clock } = context;
  const its = eq(bots.organizationId, testOrganizationId);
  const there = and(its, isNull(bots.deletedAt));
  const lock = async (): Promise<void> => {
    await sql.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, testOrganizationId)).for('update');
  };
  return {
    lock,
    async lockOwner(passwordHash) {
      const organizationId = testOrganizationId;
      await sql
        .insert(organizations)
        .values({
          id: organizationId,
          slug: 'platform-test-bots',
          name: 'Test bots',
          isFree: true,
          plan: 'FREE',
          settings: {},
          helpPages: {},
          // Nobody signs up there.
          limits: { users: 0 },
          createdAt: clock.now(),
        })
        .onConflictDoNothing();
      await lock();
      const own = organizationDatabase({ ...context, organizationId });
      const known = await own.users.findByEmail(email);
      if (known) return { organizationId, userId: known.id };
      const { id: userId } = await own.users.create({ email, passwordHash, verifiedAt: clock.now() });
      for (const topic of mailTopics) await own.users.setMailWanted(userId, topic, false);
      return { organizationId, userId };
    },
    async figures() {
      const rows = await sql
        .select({ state: bots.state, count: count(), busy: fragment<number>`count(*) filter (where ${isBusy})::int` })
        .from(bots)
        .where(there)
        .groupBy(bots.state);
      const sum = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((all, row) => all + of(row), 0);
      return {
        total: sum((row) => row.count),
        busy: sum(({ busy }) => busy),
        byState: rows.map(({ state, count: of }) => ({ state, count: of })),
      };
    },
    async startAll(by, at) {
      const started = await sql
        .update(bots)
        .set({ active: true, requestedBy: by, requestedAt: at, updatedAt: clock.now() })
        .where(and(there, eq(bots.active, false), notStoppedSince(at)))
        .returning({ id: bots.id });
      return started.length;
    },
    async remove() {
      for (const table of tables) await sql.delete(table).where(eq(table.organizationId, testOrganizationId));
      await sql.delete(organizations).where(eq(organizations.id, testOrganizationId));
    },
  };
}
