import type { BookedFill, OrderNews } from '@tenbin/bots';
import { sum } from '@tenbin/market';
import type { TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';

interface Owner {
  readonly id: string;
  readonly exchangeAccountId: string;
}

/** As text, since nothing is written more often. An id that comes with other terms is a second use of it. */
const upsert = `
  insert into order_intents as stored (organization_id, bot_id, exchange_account_id, client_order_id, sequence, pair, side, level, price, amount,
    sent_at, rebalance_id, market_price, is_evening, fee_on_top, state, exchange_order_id, reported_filled, cancel_asked_at, recorded_trades, balances_after, traded, trade_count,
    updated_at)
  select $1, $2, $3, "clientOrderId", sequence, pair, side, level, price, amount,
    "sentAt", "rebalanceId", "marketPrice", "isEvening", "feeOnTop", state, "exchangeOrderId", "reportedFilled", "cancelAskedAt", "recordedTrades", "balancesAfter", 0, 0, $5
  from jsonb_to_recordset($4::jsonb) as given("clientOrderId" text, sequence bigint, pair text, side text, level int, price numeric, amount numeric,
    "sentAt" timestamptz, "rebalanceId" uuid, "marketPrice" numeric, "isEvening" boolean, "feeOnTop" numeric, state text, "exchangeOrderId" text, "reportedFilled" numeric, "cancelAskedAt" timestamptz,
    "recordedTrades" int, "balancesAfter" jsonb)
  on conflict (organization_id, client_order_id) do update set
    state = case when stored.rank < excluded.rank then excluded.state else stored.state end,
    exchange_order_id = coalesce(stored.exchange_order_id, excluded.exchange_order_id),
    reported_filled = greatest(stored.reported_filled, excluded.reported_filled),
    cancel_asked_at = excluded.cancel_asked_at,
    recorded_trades = greatest(stored.recorded_trades, excluded.recorded_trades),
    balances_after = excluded.balances_after,
    updated_at = excluded.updated_at
  where stored.bot_id = excluded.bot_id and stored.sequence = excluded.sequence and stored.pair = excluded.pair
    and stored.side = excluded.side and stored.price = excluded.price and stored.amount = excluded.amount
  returning client_order_id`;

/**
 * Adds new orders and brings stored ones forward, in one statement: a state of a lower or equal rank, a smaller filled
 * amount and an older count change nothing.
 *
 * @throws {DomainError} `clientOrderIdUsed` when an id belongs to an order of another bot, or with other terms
 */
export async function writeOrders({ organizationId, run, clock }: TenantContext, bot: Owner, orders: readonly OrderNews[]): Promise<void> {
  if (orders.length === 0) return;
  const values = [organizationId, bot.id, bot.exchangeAccountId, JSON.stringify(orders.map(columnsOf)), clock.now().toISOString()];
  const written = (await run(upsert, values, 'array')) as [string][];
  if (written.length === orders.length) return;
  const stored = new Set(written.map(([clientOrderId]) => clientOrderId));
  throw new DbError('clientOrderIdUsed', {
    clientOrderIds: orders.map((order) => order.clientOrderId).filter((clientOrderId) => !stored.has(clientOrderId)),
  });
}

function columnsOf(order: OrderNews) {
  const { clientOrderId, sequence, pair, side, level, price, amount, state } = order;
  const { exchangeOrderId, reportedFilled, sentAt, cancelAskedAt, recordedTrades, balancesAfter = null } = order;
  const { rebalanceId = null, marketPrice = null, isEvening = false, feeOnTop = null } = order;
  const terms = { clientOrderId, sequence, pair, side, level, price, amount, sentAt, rebalanceId, marketPrice, isEvening, feeOnTop };
  return { ...terms, state, exchangeOrderId, reportedFilled, cancelAskedAt, recordedTrades, balancesAfter };
}

/** As text, like the orders. */
const insert = `
  insert into fills (organization_id, bot_id, exchange_account_id, pair, trade_id, client_order_id, exchange_order_id, side, price, amount,
    notional, fee, fee_currency, is_maker, growth, volume, earned, at)
  select $1, $2, $3, pair, "tradeId", "clientOrderId", "exchangeOrderId", side, price, amount,
    notional, fee, "feeCurrency", "isMaker", growth, volume, earned, at
  from jsonb_to_recordset($4::jsonb) as given(pair text, "tradeId" text, "clientOrderId" text, "exchangeOrderId" text, side text,
    price numeric, amount numeric, notional numeric, fee numeric, "feeCurrency" text, "isMaker" boolean, growth float8,
    volume numeric, earned numeric, at timestamptz)
  on conflict do nothing
  returning pair, trade_id, exchange_order_id`;

const addTraded = `
  update order_intents set traded = traded + $3::numeric, trade_count = trade_count + $4::int
  where organization_id = $1 and client_order_id = $2`;

/**
 * Stores trades, and adds them to their orders.
 *
 * @throws {DomainError} `tradeKnown`: one of them was stored before
 */
export async function insertFills({ organizationId, run }: TenantContext, bot: Owner, trades: readonly BookedFill[]): Promise<void> {
  if (trades.length === 0) return;
  const values = [organizationId, bot.id, bot.exchangeAccountId, JSON.stringify(trades.map(fillColumnsOf))];
  const byOrder = Map.groupBy(trades, (fill) => fill.clientOrderId);
  const [stored] = await Promise.all([
    run(insert, values, 'array') as Promise<[string, string, string][]>,
    ...[...byOrder].map(([clientOrderId, ones]) => {
      if (clientOrderId === null) return null;
      return run(addTraded, [organizationId, clientOrderId, sum(ones.map((fill) => fill.amount)), ones.length], 'array');
    }),
  ]);
  if (stored.length === trades.length) return;
  const isNew = new Set(stored.map((parts) => parts.join(' ')));
  const known = trades.filter(({ pair, tradeId, exchangeOrderId }) => !isNew.has(`${pair} ${tradeId} ${exchangeOrderId}`));
  throw new DbError('tradeKnown', { pair: known[0]?.pair ?? null, tradeIds: known.map(({ tradeId }) => tradeId) });
}

function fillColumnsOf(fill: BookedFill) {
  const { tradeId, exchangeOrderId, clientOrderId, pair, side, price, amount, notional, fee, feeCurrency, isMaker, at } = fill;
  const { growth, volume, earned } = fill;
  const trade = { tradeId, exchangeOrderId, clientOrderId, pair, side, price, amount, notional, fee, feeCurrency, isMaker, at };
  return { ...trade, growth, volume, earned };
}
