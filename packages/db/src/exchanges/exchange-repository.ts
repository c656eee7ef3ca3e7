import type { Runtime } from '@tenbin/runtime';
import { and, asc, eq, sql as fragment, getTableColumns } from 'drizzle-orm';
import type { Sql } from '../database/drizzle-database.ts';
import { newId } from '../ids.ts';
import { exchanges, organizationExchanges, organizations } from '../schema/organizations.ts';
import type { Exchange, Exchanges } from './exchanges.ts';

export function exchangeRepository(sql: Sql, clock: Pick<Runtime, 'now'>): Exchanges {
  return {
    async find(id) {
      return (await sql.select().from(exchanges).where(eq(exchanges.id, id)))[0] ?? null;
    },
    list() {
      return sql.select().from(exchanges).orderBy(asc(exchanges.name));
    },
    async save({ name, ccxtId, baseUrl = null, timeScale = 1, requiresPassphrase = false, enabled = true }) {
      const settings = { ccxtId, baseUrl, timeScale, requiresPassphrase, enabled };
      const [saved] = await sql
        .insert(exchanges)
        .values({ id: newId(), name, ...settings, createdAt: clock.now() })
        .onConflictDoUpdate({ target: exchanges.name, set: settings })
        .returning();
      if (!saved) throw new Error('An upsert returned no row');
      return saved;
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

const isAllowed = (organizationId: string) => and(eq(organizationExchanges.organizationId, organizationId), fragment`${exchanges.enabled}`);

/** Of those that the platform lets it offer, the ones that an organization has chosen: all, where it has chosen none. */
const isChosen = fragment`(coalesce(${organizations.settings} -> 'exchanges', 'null') = 'null'
  or ${organizations.settings} -> 'exchanges' @> to_jsonb(${exchanges.id}::text))`;

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
