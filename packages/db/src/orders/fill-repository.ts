import { and, asc, desc, eq, sql as fragment, getTableColumns, type SQL } from 'drizzle-orm';
import { pagesAfter } from '../database/pages-after.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import type { RecordFilter } from '../records/contract-records.ts';
import { botsOf, passing } from '../records/record-filter.ts';
import { bots } from '../schema/bots.ts';
import { exchangeAccounts } from '../schema/exchange-accounts.ts';
import { exchanges } from '../schema/organizations.ts';
import { fills, orderIntents } from '../schema/trading.ts';
import type { Fills, NamedFill } from './orders.ts';

const { organizationId: _organization, exchangeAccountId: _account, ...columns } = getTableColumns(fills);

export function fillRepository({ organizationId, sql }: TenantContext): Fills {
  const own = (condition: SQL | undefined) => and(eq(fills.organizationId, organizationId), condition);
  const ofPair = (accountId: string, pair: string, condition?: SQL) =>
    own(and(eq(fills.exchangeAccountId, accountId), eq(fills.pair, pair), condition));
  /** Each bot gives a page of its own by an index, of which the first ones over all bots are the next. */
  async function pageOfUser(userId: string, filter: RecordFilter, limit: number, last?: NamedFill): Promise<NamedFill[]> {
    const at = last?.at.toISOString();
    const next = sql
      .select({ ...columns, accountId: fills.exchangeAccountId })
      .from(fills)
      .where(
        and(
          passing(organizationId, fills, fills.at, filter),
          last &&
            fragment`${fills.at} >= ${at}::timestamptz and (${fills.at}, ${fills.number}) > (${at}::timestamptz, ${last.number}::bigint)`,
        ),
      )
      .orderBy(asc(fills.at), asc(fills.number))
      .limit(limit)
      .as('next');
    const { accountId, ...trade } = next._.selectedFields;
    return (
      sql
        .select({
          ...trade,
          botName: bots.name,
          exchangeName: exchanges.name,
          isOfRebalance: fragment<boolean>`${orderIntents.rebalanceId} is not null`,
        })
        .from(bots)
        .innerJoinLateral(next, fragment`true`)
        // The bot may be on another one now.
        .innerJoin(exchangeAccounts, and(eq(exchangeAccounts.organizationId, organizationId), eq(exchangeAccounts.id, accountId)))
        .innerJoin(exchanges, eq(exchanges.id, exchangeAccounts.exchangeId))
        .leftJoin(orderIntents, and(eq(orderIntents.organizationId, organizationId), eq(orderIntents.clientOrderId, next.clientOrderId)))
        .where(botsOf(organizationId, userId, filter))
        .orderBy(asc(next.at), asc(next.number))
        .limit(limit)
    );
  }
  return {
    ofUser: (userId, filter = {}, limit = 500) => pagesAfter<NamedFill>(limit, (last) => pageOfUser(userId, filter, limit, last)),
    async listOfOrders(clientOrderIds) {
      if (clientOrderIds.length === 0) return [];
      const those = own(fragment`${fills.clientOrderId} = any(${fragment.param([...clientOrderIds])}::text[])`);
      return sql.select(columns).from(fills).where(those).orderBy(asc(fills.number));
    },
    async findLatest(exchangeAccountId, pair) {
      const latest = sql.select(columns).from(fills).where(ofPair(exchangeAccountId, pair)).orderBy(desc(fills.number)).limit(1);
      return (await latest)[0] ?? null;
    },
    listOfBot(botId, { offset, limit }) {
      const newest = desc(fills.number);
      return sql
        .select(columns)
        .from(fills)
        .where(own(eq(fills.botId, botId)))
        .orderBy(newest)
        .offset(offset)
        .limit(limit)
        .execute();
    },
    async listKnown(exchangeAccountId, pair, tradeIds) {
      if (tradeIds.length === 0) return [];
      const those = fragment`${fills.tradeId} = any(${fragment.param([...tradeIds])}::text[])`;
      const known = await sql
        .select({ tradeId: fills.tradeId })
        .from(fills)
        .where(ofPair(exchangeAccountId, pair, those));
      return known.map(({ tradeId }) => tradeId);
    },
  };
}
