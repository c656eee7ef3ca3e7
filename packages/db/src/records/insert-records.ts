import type { ContractRecord } from '@tenbin/bots';
import { add } from '@tenbin/market';
import type { LockedBot, RecordTotals } from '../bots/write-bot.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { newId } from '../ids.ts';
import type { contractRecords } from '../schema/trading.ts';

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

/** As text: the query builder takes longer to make this statement than the rest of a step. */
const insert = `
  insert into contract_records (organization_id, id, bot_id, number, client_order_id, created_at, pair, side, price, amount, notional,
    fee, fee_currency, basis_point_changed, annual_rate, delta, volume, balances, trade_ids, basis_point_total, volume_total)
  select $1, id, "botId", number, "clientOrderId", "createdAt", pair, side, price, amount, notional,
    fee, "feeCurrency", "basisPointChanged", "annualRate", delta, volume, balances, "tradeIds", "basisPointTotal", "volumeTotal"
  from jsonb_to_recordset($2::jsonb) as given(id uuid, "botId" uuid, number int, "clientOrderId" text, "createdAt" timestamptz, pair text,
    side text, price numeric, amount numeric, notional numeric, fee numeric, "feeCurrency" text, "basisPointChanged" float8,
    "annualRate" float8, delta float8, volume numeric, balances jsonb, "tradeIds" text[], "basisPointTotal" float8, "volumeTotal" numeric)`;

export async function insertRecords({ organizationId, run }: TenantContext, { rows }: NumberedRecords): Promise<void> {
  if (rows.length > 0) await run(insert, [organizationId, JSON.stringify(rows)], 'array');
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
