import type { Runtime } from '@tenbin/runtime';
import { and, asc, count, eq, sql as fragment, getTableColumns, isNull } from 'drizzle-orm';
import { isBusy } from '../bots/lifecycle-in-sql.ts';
import { brokenUnique } from '../database/database-error.ts';
import type { Sql } from '../database/sql.ts';
import { bots } from '../schema/bots.ts';
import { exchangeAccounts } from '../schema/exchange-accounts.ts';
import { exchanges, organizationExchanges, organizations } from '../schema/organizations.ts';
import type { Exchange, Exchanges } from './exchanges.ts';

export function exchangeRepository(sql: Sql, clock: Pick<Runtime, 'now' | 'newId'>): Exchanges {
  return {
    async find(id) {
      return (await sql.select().from(exchanges).where(eq(exchanges.id, id)))[0] ?? null;
    },
    list: () => listAll(sql),
    async save({ name, ccxtId, baseUrl = null, timeScale = 1, requiresPassphrase = false, enabled = true, omitPairs }) {
      const settings = { ccxtId, baseUrl, timeScale, requiresPassphrase, enabled, ...(omitPairs && { omitPairs: [...omitPairs] }) };
      const [saved] = await sql
        .insert(exchanges)
        .values({ id: clock.newId(), name, ...settings, createdAt: clock.now() })
        .onConflictDoUpdate({ target: exchanges.name, set: settings })
        .returning();
      if (!saved) throw new Error('An upsert returned no row');
      return saved;
    },
    async add({ baseUrl = null, timeScale = 1, requiresPassphrase = false, enabled = true, omitPairs = [], ...named }) {
      const settings = { baseUrl, timeScale, requiresPassphrase, enabled, omitPairs: [...omitPairs] };
      const [added] = await sql
        .insert(exchanges)
        .values({ id: clock.newId(), ...named, ...settings, createdAt: clock.now() })
        .onConflictDoNothing({ target: exchanges.name })
        .returning();
      return added ?? null;
    },
    async lock(id) {
      return (await sql.select().from(exchanges).where(eq(exchanges.id, id)).for('update'))[0] ?? null;
    },
    async change(id, { omitPairs, ...changes }) {
      const set = { ...changes, ...(omitPairs && { omitPairs: [...omitPairs] }) };
      const its = eq(exchanges.id, id);
      if (Object.keys(set).length === 0) return (await sql.select().from(exchanges).where(its))[0] ?? null;
      const update = sql.update(exchanges).set(set).where(its).returning();
      const rows = await update.execute().catch((error: unknown) => {
        if (brokenUnique(error) === nameOfName) return [];
        throw error;
      });
      return rows[0] ?? null;
    },
    async remove(id) {
      await sql.delete(organizationExchanges).where(eq(organizationExchanges.exchangeId, id));
      await sql.delete(exchanges).where(eq(exchanges.id, id));
    },
    async use() {
      const countOf = (table: typeof organizationExchanges | typeof exchangeAccounts) =>
        sql.select({ id: table.exchangeId, count: count() }).from(table).groupBy(table.exchangeId);
      const itsBots = sql
        .select({ id: exchangeAccounts.exchangeId, bots: count(), busyBots: fragment<number>`count(*) filter (where ${isBusy})::int` })
        .from(bots)
        .innerJoin(
          exchangeAccounts,
          and(eq(exchangeAccounts.organizationId, bots.organizationId), eq(exchangeAccounts.id, bots.exchangeAccountId)),
        )
        .where(isNull(bots.deletedAt))
        .groupBy(exchangeAccounts.exchangeId);
      const [offering, keys, machines] = await Promise.all([countOf(organizationExchanges), countOf(exchangeAccounts), itsBots]);
      const ids = new Set([...offering, ...keys, ...machines].map(({ id }) => id));
      const of = <Row extends { readonly id: string }>(rows: readonly Row[], id: string) => rows.find((row) => row.id === id);
      return new Map(
        [...ids].map((id) => {
          const { bots: all = 0, busyBots = 0 } = of(machines, id) ?? {};
          return [id, { organizations: of(offering, id)?.count ?? 0, accounts: of(keys, id)?.count ?? 0, bots: all, busyBots }];
        }),
      );
    },
    async offer(organizationId, exchangeId) {
      await sql.insert(organizationExchanges).values({ organizationId, exchangeId }).onConflictDoNothing();
    },
    async withdraw(organizationId, exchangeId) {
      await sql
        .delete(organizationExchanges)
        .where(and(eq(organizationExchanges.organizationId, organizationId), eq(organizationExchanges.exchangeId, exchangeId)));
    },
    listOffered(organizationId) {
      return listOffered(sql, organizationId);
    },
    listAllowed(organizationId) {
      return listAllowed(sql, organizationId);
    },
    async listAllowedByAll() {
      const rows = await sql
        .select({ organizationId: organizationExchanges.organizationId, exchange: getTableColumns(exchanges) })
        .from(organizationExchanges)
        .innerJoin(exchanges, eq(exchanges.id, organizationExchanges.exchangeId))
        .where(eq(exchanges.enabled, true))
        .orderBy(asc(exchanges.name));
      const byOrganization = Map.groupBy(rows, (row) => row.organizationId);
      return new Map([...byOrganization].map(([id, allowed]) => [id, allowed.map(({ exchange }) => exchange)]));
    },
    async listOfferedByAll() {
      const offered = await sql
        .select({ organizationId: organizationExchanges.organizationId, exchange: getTableColumns(exchanges) })
        .from(organizationExchanges)
        .innerJoin(exchanges, eq(exchanges.id, organizationExchanges.exchangeId))
        .innerJoin(organizations, eq(organizations.id, organizationExchanges.organizationId))
        .where(and(eq(exchanges.enabled, true), isChosen))
        .orderBy(asc(exchanges.name));
      const byOrganization = Map.groupBy(offered, (row) => row.organizationId);
      return new Map([...byOrganization].map(([id, rows]) => [id, rows.map(({ exchange }) => exchange)]));
    },
  };
}

/** Of the constraint that names differ. */
const nameOfName = 'exchanges_name_unique';

const isAllowed = (organizationId: string) => and(eq(organizationExchanges.organizationId, organizationId), fragment`${exchanges.enabled}`);

/** Of those that the platform lets it offer, the ones that an organization has chosen: all, where it has chosen none. */
const isChosen = fragment`(coalesce(${organizations.settings} -> 'exchanges', 'null') = 'null'
  or ${organizations.settings} -> 'exchanges' @> to_jsonb(${exchanges.id}::text))`;

/** By name. */
export const listAll = (sql: Sql): Promise<Exchange[]> => sql.select().from(exchanges).orderBy(asc(exchanges.name)).execute();

/** The enabled exchanges that an organization offers, by name. */
export const listOffered = (sql: Sql, organizationId: string): Promise<Exchange[]> =>
  sql
    .select(getTableColumns(exchanges))
    .from(organizationExchanges)
    .innerJoin(exchanges, eq(exchanges.id, organizationExchanges.exchangeId))
    .innerJoin(organizations, eq(organizations.id, organizationExchanges.organizationId))
    .where(and(isAllowed(organizationId), isChosen))
    .orderBy(asc(exchanges.name))
    .execute();

const listAllowed = (sql: Sql, organizationId: string): Promise<Exchange[]> =>
  sql
    .select(getTableColumns(exchanges))
    .from(organizationExchanges)
    .innerJoin(exchanges, eq(exchanges.id, organizationExchanges.exchangeId))
    .where(isAllowed(organizationId))
    .orderBy(asc(exchanges.name))
    .execute();
