import type { BookedFill } from '@tenbin/bots';
import { DomainError, sum } from '@tenbin/market';
import { and, eq, sql as fragment, type SQL } from 'drizzle-orm';
import { send } from '../database/send.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { fills, orderIntents } from '../schema/trading.ts';
import type { OrderWrite } from './orders.ts';

interface Owner {
  readonly id: string;
  readonly exchangeAccountId: string;
}

/** What the row would have been, had it been new. */
const proposed = (column: string): SQL => fragment.raw(`excluded.${column}`);

/** The same order: an id that comes with other terms is a second use of it. */
const sameTerms = fragment.join(
  ['bot_id', 'sequence', 'pair', 'side', 'price', 'amount'].map(
    (column) => fragment`${orderIntents}.${fragment.identifier(column)} = ${proposed(column)}`,
  ),
  fragment` and `,
);

/**
 * Adds new orders and brings stored ones forward, in one statement: a state of a lower or equal rank, a smaller filled
 * amount and an older count change nothing.
 *
 * @throws {DomainError} `clientOrderIdUsed` when an id belongs to an order of another bot, or with other terms
 */
export async function writeOrders(tx: TenantContext, bot: Owner, orders: readonly OrderWrite[]): Promise<void> {
  if (orders.length === 0) return;
  const { organizationId, sql } = tx;
  const updatedAt = new Date();
  const rows = orders.map((order) => ({
    organizationId,
    botId: bot.id,
    exchangeAccountId: bot.exchangeAccountId,
    ...columnsOf(order),
    traded: '0',
    tradeCount: 0,
    updatedAt,
  }));
  const statement = sql
    .insert(orderIntents)
    .values(rows)
    .onConflictDoUpdate({
      target: [orderIntents.organizationId, orderIntents.clientOrderId],
      set: {
        state: fragment`case when ${orderIntents.rank} < ${proposed('rank')} then ${proposed('state')} else ${orderIntents.state} end`,
        exchangeOrderId: fragment`coalesce(${orderIntents.exchangeOrderId}, ${proposed('exchange_order_id')})`,
        reportedFilled: fragment`greatest(${orderIntents.reportedFilled}, ${proposed('reported_filled')})`,
        cancelAskedAt: proposed('cancel_asked_at'),
        recordedTrades: fragment`greatest(${orderIntents.recordedTrades}, ${proposed('recorded_trades')})`,
        updatedAt,
      },
      setWhere: sameTerms,
    })
    .returning({ clientOrderId: orderIntents.clientOrderId });
  const written = (await send(tx, statement)) as [string][];
  if (written.length === orders.length) return;
  const stored = new Set(written.map(([clientOrderId]) => clientOrderId));
  throw new DomainError('clientOrderIdUsed', {
    clientOrderIds: orders.map((order) => order.clientOrderId).filter((clientOrderId) => !stored.has(clientOrderId)),
  });
}

function columnsOf(order: OrderWrite) {
  const { clientOrderId, sequence, pair, side, price, amount, state } = order;
  const { exchangeOrderId, reportedFilled, sentAt, cancelAskedAt, recordedTrades, rebalanceId = null } = order;
  const terms = { clientOrderId, sequence, pair, side, price, amount, sentAt, rebalanceId };
  return { ...terms, state, exchangeOrderId, reportedFilled, cancelAskedAt, recordedTrades };
}

/**
 * Stores trades, and adds them to their orders.
 *
 * @throws {DomainError} `tradeKnown`: one of them was stored before
 */
export async function insertFills(tx: TenantContext, bot: Owner, trades: readonly BookedFill[]): Promise<void> {
  if (trades.length === 0) return;
  const { organizationId, sql } = tx;
  const rows = trades.map((fill) => ({ organizationId, botId: bot.id, exchangeAccountId: bot.exchangeAccountId, ...fillColumnsOf(fill) }));
  const statement = sql.insert(fills).values(rows).onConflictDoNothing().returning({ pair: fills.pair, tradeId: fills.tradeId });
  const byOrder = Map.groupBy(trades, (fill) => fill.clientOrderId);
  const [stored] = await Promise.all([
    send(tx, statement) as Promise<[string, string][]>,
    ...[...byOrder].map(([clientOrderId, ones]) => clientOrderId !== null && addToOrder(tx, clientOrderId, ones)),
  ]);
  if (stored.length < trades.length) {
    const isNew = new Set(stored.map(([pair, tradeId]) => `${pair} ${tradeId}`));
    const known = trades.filter(({ pair, tradeId }) => !isNew.has(`${pair} ${tradeId}`));
    throw new DomainError('tradeKnown', { pair: known[0]?.pair ?? null, tradeIds: known.map(({ tradeId }) => tradeId) });
  }
}

function addToOrder(tx: TenantContext, clientOrderId: string, trades: readonly BookedFill[]): Promise<unknown> {
  const { organizationId, sql } = tx;
  const traded = sum(trades.map((fill) => fill.amount));
  const statement = sql
    .update(orderIntents)
    .set({
      traded: fragment`${orderIntents.traded} + ${traded}::numeric`,
      tradeCount: fragment`${orderIntents.tradeCount} + ${trades.length}::int`,
    })
    .where(and(eq(orderIntents.organizationId, organizationId), eq(orderIntents.clientOrderId, clientOrderId)));
  return send(tx, statement);
}

function fillColumnsOf(fill: BookedFill) {
  const { tradeId, exchangeOrderId, clientOrderId, pair, side, price, amount, fee, feeCurrency, isMaker, at, growth, volume } = fill;
  return { tradeId, exchangeOrderId, clientOrderId, pair, side, price, amount, fee, feeCurrency, isMaker, at, growth, volume };
}
