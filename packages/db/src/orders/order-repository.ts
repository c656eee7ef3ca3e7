import { and, asc, desc, eq, sql as fragment, getTableColumns, gt, lt, or, type SQL } from 'drizzle-orm';
import { pagesAfter } from '../database/pages-after.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { orderIntents } from '../schema/trading.ts';
import { fillRepository } from './fill-repository.ts';
import type { Orders, OrderWithTrades, StoredOrder } from './orders.ts';

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
  async function listToRememberOf(botIds: readonly string[], { settled }: { readonly settled: number }): Promise<OrderWithTrades[]> {
    const these = fragment`${fragment.param([...botIds])}::uuid[]`;
    const latest = fragment`(select late.id from unnest(${these}) as bot(id), lateral (
      select o.client_order_id as id from order_intents o where o.organization_id = ${organizationId} and o.bot_id = bot.id and o.settled
      order by o.sequence desc limit ${settled}) as late)`;
    const wanted = or(fragment`not ${orderIntents.settled}`, fragment`${orderIntents.clientOrderId} in ${latest}`);
    const orders = await sql
      .select(columns)
      .from(orderIntents)
      .where(own(and(fragment`${orderIntents.botId} = any(${these})`, wanted)))
      .orderBy(asc(orderIntents.botId), asc(orderIntents.sequence));
    const fills = await fillRepository(context).listOfOrders(orders.map((order) => order.clientOrderId));
    const byOrder = Map.groupBy(fills, (fill) => fill.clientOrderId);
    return orders.map((order) => ({ ...order, trades: byOrder.get(order.clientOrderId) ?? [] }));
  }
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
    listToRemember: (botId, options) => listToRememberOf([botId], options),
    listToRememberOf,
    ofBot: (botId, limit = 500) =>
      pagesAfter<StoredOrder>(limit, (last) =>
        sql
          .select(columns)
          .from(orderIntents)
          .where(ofBot(botId, last && gt(orderIntents.sequence, last.sequence)))
          .orderBy(asc(orderIntents.sequence))
          .limit(limit)
          .execute(),
      ),
    listOfBot(botId, { offset, limit }) {
      const newest = desc(orderIntents.sequence);
      return sql.select(columns).from(orderIntents).where(ofBot(botId)).orderBy(newest).offset(offset).limit(limit).execute();
    },
  };
}
