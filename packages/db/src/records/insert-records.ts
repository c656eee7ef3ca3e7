import type { ContractRecord } from '@tenbin/bots';
import { add } from '@tenbin/market';
import type { LockedBot, RecordTotals } from '../bots/write-bot.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { newId } from '../ids.ts';
import { contractRecords } from '../schema/trading.ts';
import { recordColumns } from './contract-record-repository.ts';
import type { StoredRecord } from './contract-records.ts';

/** Stores records behind the bot's last one, each with the totals up to it. The bot must be locked. */
export async function insertRecords(
  { organizationId, sql }: TenantContext,
  bot: Pick<LockedBot, 'id' | 'totals'>,
  records: readonly ContractRecord[],
): Promise<{ readonly records: StoredRecord[]; readonly totals: RecordTotals }> {
  let totals = bot.totals;
  if (records.length === 0) return { records: [], totals };
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
  const stored: StoredRecord[] = await sql.insert(contractRecords).values(rows).returning(recordColumns);
  return { records: stored, totals };
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
