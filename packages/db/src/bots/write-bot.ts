import { type Decimal, DomainError } from '@tenbin/market';
import { and, eq, sql as fragment, isNull } from 'drizzle-orm';
import { send } from '../database/send.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { newId } from '../ids.ts';
import { bots, stopBots, stopReceipts } from '../schema/bots.ts';
import { orderIntents } from '../schema/trading.ts';
import type { Progress } from './bot-journal.ts';
import { mostMessages } from './bot-row.ts';
import { type StoredMessage, storedMessage, storedPhase, storedReceipt } from './stored-phase.ts';

/** Totals over a bot's contract records. */
export interface RecordTotals {
  readonly executionCount: number;
  readonly basisPoint: number;
  readonly volume: Decimal;
  readonly annualRate: number | null;
  readonly lastRecordAt: Date | null;
}

export interface LockedBot {
  readonly id: string;
  readonly exchangeAccountId: string;
  readonly epoch: number;
  readonly totals: RecordTotals;
  readonly messages: readonly StoredMessage[];
  readonly active: boolean;
}

const lock = `
  select b.exchange_account_id, a.epoch, b.execution_count, b.basis_point, b.volume, b.annual_rate, b.last_record_at, b.messages, b.active
  from bots b join exchange_accounts a on a.organization_id = b.organization_id and a.id = b.exchange_account_id
  where b.organization_id = $1 and b.id = $2 and b.deleted_at is null
  for no key update of b for share of a`;

/** Nobody else writes this bot, and nobody claims its account, until the transaction ends. */
export async function lockBot({ organizationId, run }: TenantContext, id: string): Promise<LockedBot> {
  const [row] = (await run(lock, [organizationId, id], 'array')) as [
    [string, number | string, number, number, string, number | null, string | null, readonly StoredMessage[], boolean]?,
  ];
  if (!row) throw new DomainError('botNotFound', { id });
  const [exchangeAccountId, epoch, executionCount, basisPoint, volume, annualRate, lastRecordAt, messages, active] = row;
  return {
    id,
    exchangeAccountId,
    epoch: Number(epoch),
    totals: { executionCount, basisPoint, volume, annualRate, lastRecordAt: lastRecordAt === null ? null : new Date(lastRecordAt) },
    messages,
    active,
  };
}

/** The bot's own row, and its receipt where it stopped, which the stops that wait for it get as well. */
export async function writeBot(tx: TenantContext, bot: LockedBot, progress: Progress & { readonly totals: RecordTotals }): Promise<void> {
  const { organizationId, sql } = tx;
  const set = { ...totalsOf(bot, progress), ...phaseOf(progress), ...restOf(bot, progress), updatedAt: new Date() };
  const ofBot = and(eq(bots.organizationId, organizationId), eq(bots.id, bot.id));
  await send(tx, sql.update(bots).set(set).where(ofBot));
  if (progress.phase?.kind !== 'stopped') return;
  const { receipt } = progress.phase;
  const receiptId = receipt && newId();
  if (receiptId) {
    const row = { organizationId, id: receiptId, botId: bot.id, receipt: storedReceipt(receipt), confirmedAt: receipt.confirmedAt };
    await sql.insert(stopReceipts).values(row);
  }
  const ended = {
    outcome: receipt ? ('confirmed' as const) : ('unconfirmed' as const),
    endedAt: receipt?.confirmedAt ?? new Date(),
    receiptId,
  };
  const waiting = and(eq(stopBots.organizationId, organizationId), eq(stopBots.botId, bot.id), isNull(stopBots.outcome));
  await sql.update(stopBots).set(ended).where(waiting);
}

function totalsOf(bot: LockedBot, { orders = [], fills = [], totals }: Progress & { readonly totals: RecordTotals }) {
  const lastSequence = Math.max(0, ...orders.map((order) => order.sequence));
  const lastFillAt = new Date(Math.max(0, ...fills.map((fill) => fill.at.getTime())));
  const openOrders = fragment`(select count(*) from ${orderIntents}
    where ${orderIntents.organizationId} = ${bots.organizationId} and ${orderIntents.botId} = ${bot.id}::uuid and not ${orderIntents.settled} and ${orderIntents.state} = 'open')`;
  return {
    ...totals,
    ...(orders.length === 0 ? {} : { openOrderCount: openOrders, sequence: fragment`greatest(${bots.sequence}, ${lastSequence}::bigint)` }),
    ...(fills.length === 0 ? {} : { lastFillAt: fragment`greatest(${bots.lastFillAt}, ${lastFillAt.toISOString()}::timestamptz)` }),
  };
}

function phaseOf({ phase }: Progress) {
  if (phase === undefined) return {};
  const started =
    phase.kind === 'running'
      ? { firstStartedAt: fragment`coalesce(${bots.firstStartedAt}, ${phase.since.toISOString()}::timestamptz)` }
      : {};
  return { phase: storedPhase(phase), state: phase.kind, ...started };
}

function restOf(bot: LockedBot, { ledger, cursors, duringStop, active, rebalance, warnings, messages = [] }: Progress) {
  return {
    ...(rebalance && rebalance.status !== 'running' && { rebalanceId: null }),
    ...(ledger && { ledger }),
    ...(cursors && { cursors }),
    ...(duringStop && { duringStop }),
    ...(active === undefined ? {} : { active }),
    ...(warnings && { warnings }),
    ...(messages.length > 0 && { messages: [...bot.messages, ...messages.map(storedMessage)].slice(-mostMessages) }),
  };
}
