import { type BotSort, stopAskers } from '@tenbin/bots';
import { and, asc, desc, eq, sql as fragment, gt, gte, inArray, isNotNull, isNull, lt, ne, notInArray, type SQL } from 'drizzle-orm';
import type { Sql } from '../database/sql.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { bots } from '../schema/bots.ts';
import { exchangeAccounts } from '../schema/exchange-accounts.ts';
import { exchanges } from '../schema/organizations.ts';
import { users } from '../schema/users.ts';
import { virtualAccounts } from '../schema/virtual-accounts.ts';
import type { AnyListedBot, BotList, BotQuery } from './bot-list.ts';
import { botSelection, toBotRow } from './bot-row.ts';
import { isRunning, standing } from './lifecycle-in-sql.ts';

const everPage = 500;

/** Every order ends with the id, so that pages neither repeat nor leave out a bot. Who never had a fill waits longest. */
const orders: Readonly<Record<BotSort, readonly SQL[]>> = {
  newest: [desc(bots.id)],
  oldest: [asc(bots.id)],
  name: [asc(bots.name), asc(bots.id)],
  nameDown: [desc(bots.name), desc(bots.id)],
  lastFill: [fragment`${bots.lastFillAt} desc nulls last`, desc(bots.id)],
  lastFillUp: [fragment`${bots.lastFillAt} asc nulls first`, asc(bots.id)],
  stopped: [fragment`${bots.stoppedAt} desc nulls last`, desc(bots.id)],
  stoppedUp: [fragment`${bots.stoppedAt} asc nulls last`, asc(bots.id)],
};

export const botListRepository = ({ organizationId, sql }: TenantContext): BotList => botListOver(sql, organizationId) as BotList;

/** @param organizationId - null: of all organizations and the platform, which only that may read; else users' only */
export function botListOver(sql: Sql, organizationId: string | null): BotList<AnyListedBot> {
  const account = and(eq(exchangeAccounts.organizationId, bots.organizationId), eq(exchangeAccounts.id, bots.exchangeAccountId));

  async function whole(ids: readonly string[]): Promise<AnyListedBot[]> {
    if (ids.length === 0) return [];
    const rows = await sql
      .select({
        ...botSelection,
        organizationId: bots.organizationId,
        stopCause: bots.stopCause,
        stoppedAt: bots.stoppedAt,
        keyEndsAt: exchangeAccounts.keyEndsAt,
        email: users.email,
        virtualAccountName: virtualAccounts.name,
      })
      .from(bots)
      .innerJoin(exchangeAccounts, account)
      .innerJoin(exchanges, eq(exchanges.id, exchangeAccounts.exchangeId))
      .leftJoin(users, and(eq(users.organizationId, bots.organizationId), eq(users.id, bots.userId)))
      .leftJoin(virtualAccounts, and(eq(virtualAccounts.organizationId, bots.organizationId), eq(virtualAccounts.id, bots.subAccountId)))
      .where(and(ofOwner(organizationId), isNull(bots.deletedAt), inArray(bots.id, [...ids])));
    const found = new Map(rows.map((row) => [row.id, toBotRow(row) as AnyListedBot]));
    return ids.flatMap((id) => found.get(id) ?? []);
  }
  const matching = (query: BotQuery): SQL | undefined => botPredicate(organizationId, query);

  return {
    async list(query, { sort = 'newest', offset, limit }) {
      const page = await sql
        .select({ id: bots.id })
        .from(bots)
        .where(matching(query))
        .orderBy(...orders[sort])
        .offset(offset)
        .limit(limit);
      return whole(page.map(({ id }) => id));
    },
    count: async (query) => sql.$count(bots, matching(query)),
    async *all(query, limit = everPage) {
      for (let last: string | null = null; ; ) {
        const after: SQL | undefined = last === null ? undefined : gt(bots.id, last);
        const page: { readonly id: string }[] = await sql
          .select({ id: bots.id })
          .from(bots)
          .where(and(matching(query), after))
          .orderBy(asc(bots.id))
          .limit(limit);
        if (page.length > 0) yield await whole(page.map(({ id }) => id));
        if (page.length < limit) return;
        last = page.at(-1)?.id ?? null;
      }
    },
    async find(id) {
      return (await whole([id]))[0] ?? null;
    },
    countByStanding: () =>
      sql
        .select({ standing, cause: bots.stopCause, count: fragment<number>`count(*)::int` })
        .from(bots)
        .where(matching({}))
        .groupBy(fragment`1`, bots.stopCause)
        .execute(),
  };
}

/** No organization ever sees a bot of the platform's: neither by its id, nor where somebody asks in its name. */
const ofOwner = (organizationId: string | null): SQL | undefined =>
  organizationId === null ? undefined : and(eq(bots.organizationId, organizationId), isNotNull(bots.userId));

/** The one predicate of a list of bots, its count and its file. */
function botPredicate(organizationId: string | null, query: BotQuery): SQL | undefined {
  const { state, exchange, pair, filledBefore, filledFrom, stoppedFrom, isOfPlatform, userId, name } = query;
  return and(
    ofOwner(organizationId),
    amongAll(query),
    isNull(bots.deletedAt),
    isOfPlatform === undefined ? undefined : isOfPlatform ? isNull(bots.userId) : isNotNull(bots.userId),
    state === undefined ? undefined : eq(bots.state, state),
    query.standing === undefined ? undefined : eq(standing, query.standing),
    ofCause(query),
    exchange === undefined
      ? undefined
      : fragment`${bots.exchangeAccountId} in (select id from exchange_accounts e where e.organization_id = ${bots.organizationId} and exchange_id = ${exchange}::uuid)`,
    pair === undefined ? undefined : fragment`${bots.strategy} -> 'pairs' ? ${pair}`,
    filledBefore && fragment`(${bots.lastFillAt} is null or ${bots.lastFillAt} < ${filledBefore.toISOString()}::timestamptz)`,
    filledFrom && gte(bots.lastFillAt, filledFrom),
    stoppedFrom && gte(bots.stoppedAt, stoppedFrom),
    query.createdFrom && gte(bots.createdAt, query.createdFrom),
    query.createdBefore && lt(bots.createdAt, query.createdBefore),
    ofKey(query),
    query.isRunning === undefined ? undefined : query.isRunning ? isRunning : fragment`not ${isRunning}`,
    userId === undefined ? undefined : eq(bots.userId, userId),
    name === undefined || name === '' ? undefined : fragment`${bots.name} ilike ${`%${name.replace(/[\\%_]/g, '\\$&')}%`}`,
  );
}

/** Of all organizations' bots, those that are meant. */
const amongAll = ({ organizationId, exceptOrganizationId, from, hasLedger }: BotQuery): SQL | undefined =>
  and(
    organizationId === undefined ? undefined : eq(bots.organizationId, organizationId),
    exceptOrganizationId === undefined ? undefined : ne(bots.organizationId, exceptOrganizationId),
    from === undefined ? undefined : gte(bots.id, from),
    hasLedger === undefined ? undefined : isNotNull(bots.ledger),
  );

function ofKey({ keyEndsFrom, keyEndsBefore }: BotQuery): SQL | undefined {
  if (!keyEndsFrom && !keyEndsBefore) return undefined;
  return fragment`exists (select from exchange_accounts e where e.organization_id = ${bots.organizationId} and e.id = ${bots.exchangeAccountId}
    and ${and(
      keyEndsFrom && fragment`e.key_ends_at >= ${keyEndsFrom.toISOString()}::timestamptz`,
      keyEndsBefore && fragment`e.key_ends_at < ${keyEndsBefore.toISOString()}::timestamptz`,
    )})`;
}

function ofCause({ cause }: BotQuery): SQL | undefined {
  if (cause === undefined) return undefined;
  if (cause === 'none') return isNull(bots.stopCause);
  return cause === 'fault' ? and(isNotNull(bots.stopCause), notInArray(bots.stopCause, [...stopAskers])) : eq(bots.stopCause, cause);
}
