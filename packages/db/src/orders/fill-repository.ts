import { and, asc, desc, eq, sql as fragment, getTableColumns, type SQL } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { fills } from '../schema/trading.ts';
import type { Fills } from './orders.ts';

const { organizationId: _organization, exchangeAccountId: _account, ...columns } = getTableColumns(fills);

export function fillRepository({ organizationId, sql }: TenantContext): Fills {
  const own = (condition: SQL | undefined) => and(eq(fills.organizationId, organizationId), condition);
  const ofPair = (accountId: string, pair: string, condition?: SQL) =>
    own(and(eq(fills.exchangeAccountId, accountId), eq(fills.pair, pair), condition));
  return {
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
