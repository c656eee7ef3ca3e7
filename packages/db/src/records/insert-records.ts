import type { ContractRecord } from '@tenbin/bots';
import { add } from '@tenbin/market';
import type { LockedBot, RecordTotals } from '../bots/write-bot.ts';
import { send } from '../database/send.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { newId } from '../ids.ts';
import { contractRecords } from '../schema/trading.ts';

/** A bot's new records, each with the totals up to it. */
export interface NumberedRecords {
  readonly rows: readonly (typeof contractRecords.$inferInsert)[];
  readonly totals: RecordTotals;
}

/** Puts records behind the bot's last one. The bot must be locked. */
export function numberRecords(
  { organizationId }: Pick<TenantContext, 'organizationId'>,
  bot: Pick<LockedBot, 'id' | 'totals'>,
  records: readonly ContractRecord[],
): NumberedRecords {
  let totals = bot.totals;
  const rows = records.map((record) => {
    totals = totalsWith(totals, record);
    return {
      organizationId,
      id: newId(),
      botId: bot.id,
      ...columnsOf(record),
      createdAt: totals.lastRecordAt ?? record.createdAt,
      number: totals.executionCount,
      basisPointTotal: totals.basisPoint,
      volumeTotal: totals.volume,
    };
  });
  return { rows, totals };
}

export async function insertRecords(tx: TenantContext, { rows }: NumberedRecords): Promise<void> {
  if (rows.length > 0) await send(tx, tx.sql.insert(contractRecords).values([...rows]));
}

function totalsWith(totals: RecordTotals, record: ContractRecord): RecordTotals {
  return {
    executionCount: totals.executionCount + 1,
    basisPoint: totals.basisPoint + record.basisPointChanged,
    volume: add(totals.volume, record.volume ?? '0'),
    annualRate: record.annualRate,
    lastRecordAt: totals.lastRecordAt !== null && totals.lastRecordAt > record.createdAt ? totals.lastRecordAt : record.createdAt,
  };
}

function columnsOf(record: ContractRecord) {
  const { clientOrderId, pair, side, price, amount, notional, fee, feeCurrency } = record;
  const { basisPointChanged, annualRate, delta, volume, balances, tradeIds } = record;
  const trade = { clientOrderId, pair, side, price, amount, notional, fee, feeCurrency };
  return { ...trade, basisPointChanged, annualRate, delta, volume, balances, tradeIds: [...tradeIds] };
}
