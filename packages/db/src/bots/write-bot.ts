import { endOfStop, type VirtualLedger } from '@tenbin/bots';
import type { Balances, Decimal } from '@tenbin/market';
import type { StrategySettings } from '@tenbin/strategy';
import { and, eq, isNull } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { stopBots, stopReceipts } from '../schema/bots.ts';
import type { Progress } from './bot-journal.ts';
import { maxMessages } from './bot-row.ts';
import { type StoredMessage, storedMessage, storedReceipt } from './stored-phase.ts';

/** Totals over a bot's contract records. */
export interface RecordTotals {
  readonly executionCount: number;
  readonly basisPoint: number;
  readonly volume: Decimal;
  readonly lastRecordAt: Date | null;
}

export interface LockedBot {
  readonly id: string;
  readonly exchangeAccountId: string;
  readonly epoch: number;
  readonly totals: RecordTotals;
  readonly messages: readonly StoredMessage[];
  readonly active: boolean;
  readonly lastStep: string | null;
  readonly subAccount: { readonly id: string; readonly balances: Balances };
  /** What is held on the virtual account on whose money it trades, by order; null: it trades on none. */
  readonly holds: VirtualLedger['holds'] | null;
  readonly strategy: StrategySettings;
}

const lock = `
  select b.exchange_account_id, a.epoch, b.execution_count, b.basis_point, b.volume, b.last_record_at, b.messages, b.active,
    b.last_step, s.id, s.balances, b.strategy,
    (select v.holds from virtual_accounts v where v.organization_id = b.organization_id and v.id = b.sub_account_id)
  from bots b join exchange_accounts a on a.organization_id = b.organization_id and a.id = b.exchange_account_id
    join sub_accounts s on s.organization_id = b.organization_id and s.id = b.sub_account_id
  where b.organization_id = $1 and b.id = $2 and b.deleted_at is null
  for no key update of b for share of a`;

/** Nobody else writes this bot, and nobody claims its account, until the transaction ends. */
export async function lockBot({ organizationId, run }: TenantContext, id: string): Promise<LockedBot> {
  const [row] = (await run(lock, [organizationId, id], 'array')) as [
    [
      string,
      number | string,
      number,
      number,
      string,
      string | null,
      readonly StoredMessage[],
      boolean,
      string | null,
      string,
      Balances,
      StrategySettings,
      VirtualLedger['holds'] | null,
    ]?,
  ];
  if (!row) throw new DbError('botNotFound', { id });
  const [
    exchangeAccountId,
    epoch,
    executionCount,
    basisPoint,
    volume,
    lastRecordAt,
    messages,
    active,
    lastStep,
    subAccountId,
    balances,
    strategy,
    holds,
  ] = row;
  return {
    id,
    exchangeAccountId,
    epoch: Number(epoch),
    totals: { executionCount, basisPoint, volume, lastRecordAt: lastRecordAt === null ? null : new Date(lastRecordAt) },
    messages,
    active,
    lastStep,
    subAccount: { id: subAccountId, balances },
    holds,
    strategy,
  };
}

/** As text, like the orders: both are written with every step. */
const update = `
  update bots set updated_at = $3,
    execution_count = $4, basis_point = $5, volume = $6, last_record_at = $7,
    sequence = greatest(sequence, $8::bigint),
    open_order_count = case when $8::bigint is null then open_order_count else (
      select count(*) from order_intents o
      where o.organization_id = bots.organization_id and o.bot_id = bots.id and not o.settled and o.state = 'open') end,
    last_fill_at = greatest(last_fill_at, $9::timestamptz),
    phase = coalesce($10::jsonb, phase), state = coalesce($10::jsonb ->> 'kind', state),
    first_started_at = coalesce(first_started_at, $11::timestamptz),
    ledger = coalesce($12::jsonb, ledger), cursors = coalesce($13::jsonb, cursors), during_stop = coalesce($14::jsonb, during_stop),
    warnings = coalesce($15::jsonb, warnings), messages = coalesce($16::jsonb, messages),
    active = coalesce($17::boolean, active), rebalance_id = case when $18::boolean then null else rebalance_id end,
    last_step = coalesce($19::uuid, last_step),
    recover_since = case when $20::boolean then null else recover_since end,
    forced_by = case when $10::jsonb ->> 'kind' = 'stopped' then null else forced_by end,
    forced_at = case when $10::jsonb ->> 'kind' = 'stopped' then null else forced_at end
  where organization_id = $1 and id = $2`;

/** The bot's own row, and its receipt where it stopped, which the stops that wait for it get as well. */
export async function writeBot(tx: TenantContext, bot: LockedBot, progress: Progress & { readonly totals: RecordTotals }): Promise<void> {
  const { organizationId, sql, clock } = tx;
  await tx.run(update, valuesOf(tx, bot, progress), 'array');
  if (progress.phase?.kind !== 'stopped') return;
  const { receipt } = progress.phase;
  const receiptId = receipt && clock.newId();
  if (receiptId) {
    const row = { organizationId, id: receiptId, botId: bot.id, receipt: storedReceipt(receipt), confirmedAt: endOfStop(receipt) };
    await sql.insert(stopReceipts).values(row);
  }
  const ended = {
    outcome: receipt ? (receipt.forced ? ('forced' as const) : ('confirmed' as const)) : ('unconfirmed' as const),
    endedAt: receipt ? endOfStop(receipt) : clock.now(),
    receiptId,
  };
  const waiting = and(eq(stopBots.organizationId, organizationId), eq(stopBots.botId, bot.id), isNull(stopBots.outcome));
  await sql.update(stopBots).set(ended).where(waiting);
}

/** What is null stays as it is, but for the totals. */
function valuesOf(
  { organizationId, clock }: TenantContext,
  bot: LockedBot,
  progress: Progress & { readonly totals: RecordTotals },
): unknown[] {
  const { orders = [], fills = [], phase, ledger, cursors, duringStop, active, warnings, messages = [], rebalance, step = null } = progress;
  const { executionCount, basisPoint, volume, lastRecordAt } = progress.totals;
  return [
    organizationId,
    bot.id,
    clock.now().toISOString(),
    ...[executionCount, basisPoint, volume, lastRecordAt?.toISOString() ?? null],
    orders.length === 0 ? null : Math.max(...orders.map((order) => order.sequence)),
    fills.length === 0 ? null : new Date(Math.max(...fills.map((fill) => fill.at.getTime()))).toISOString(),
    phase === undefined ? null : JSON.stringify(phase),
    phase?.kind === 'running' ? phase.since.toISOString() : null,
    ...[ledger, cursors, duringStop, warnings].map((value) => (value ? JSON.stringify(value) : null)),
    messages.length === 0 ? null : JSON.stringify([...bot.messages, ...messages.map(storedMessage)].slice(-maxMessages)),
    active ?? null,
    rebalance !== undefined && rebalance.status !== 'running',
    step,
    progress.recovered ?? false,
  ];
}
