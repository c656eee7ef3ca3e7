import { and, asc, desc, eq, sql as fragment, getTableColumns, lt, or, type SQL } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { orderIntents } from '../schema/trading.ts';
import { fillRepository } from './fill-repository.ts';
import type { Orders } from './orders.ts';

const {
  organizationId: _organization,
  rank: _rank,
  settled: _settled,
  traded: _traded,
  tradeCount: _count,
  ...columns
} = getTableColumns(orderIntents);

export function orderRepository(context: TenantContext): Orders {
  const { organizationId, sql } = context;
  const own = (condition: SQL | undefined) => and(eq(orderIntents.organizationId, organizationId), condition);
  const ofBot = (botId: string, condition?: SQL) => own(and(eq(orderIntents.botId, botId), condition));
  return {
    async find(clientOrderId) {
      return (
        (
          await sql
            .select(columns)
            .from(orderIntents)
            .where(own(eq(orderIntents.clientOrderId, clientOrderId)))
        )[0] ?? null
      );
    },
    listOpen(botId) {
      const open = and(fragment`not ${orderIntents.settled}`, lt(orderIntents.rank, 3));
      return sql.select(columns).from(orderIntents).where(ofBot(botId, open)).orderBy(asc(orderIntents.sequence)).execute();
    },
    async listToRemember(botId, { settled }) {
      const latest = sql
        .select({ id: orderIntents.clientOrderId })
        .from(orderIntents)
        .where(ofBot(botId, fragment`${orderIntents.settled}`))
        .orderBy(desc(orderIntents.sequence))
        .limit(settled);
      const wanted = or(fragment`not ${orderIntents.settled}`, fragment`${orderIntents.clientOrderId} in ${latest}`);
      const orders = await sql.select(columns).from(orderIntents).where(ofBot(botId, wanted)).orderBy(asc(orderIntents.sequence));
      const fills = await fillRepository(context).listOfOrders(orders.map((order) => order.clientOrderId));
      const byOrder = Map.groupBy(fills, (fill) => fill.clientOrderId);
      return orders.map((order) => ({ ...order, trades: byOrder.get(order.clientOrderId) ?? [] }));
    },
    listOfBot(botId, { offset, limit }) {
      const newest = desc(orderIntents.sequence);
      return sql.select(columns).from(orderIntents).where(ofBot(botId)).orderBy(newest).offset(offset).limit(limit).execute();
    },
  };
}
