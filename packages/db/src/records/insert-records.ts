import type { ContractRecord } from '@tenbin/bots';
import { add } from '@tenbin/market';
import type { LockedBot, RecordTotals } from '../bots/write-bot.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import type { contractRecords } from '../schema/trading.ts';

/** A bot's new records, each with the totals up to it. */
export interface NumberedRecords {
  /** Those whose time is before that of stored ones: their places and totals are found when they are written. */
  readonly late: readonly RecordRow[];
  readonly rows: readonly RecordRow[];
  readonly totals: RecordTotals;
}

type RecordRow = typeof contractRecords.$inferInsert;

/** Puts records behind the bot's last one, or where they belong by their time. The bot must be locked. */
export function numberRecords(
  { organizationId, clock }: Pick<TenantContext, 'organizationId' | 'clock'>,
  bot: Pick<LockedBot, 'id' | 'totals'>,
  records: readonly ContractRecord[],
): NumberedRecords {
  const { lastRecordAt } = bot.totals;
  let totals = bot.totals;
  const rows = records
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((record) => {
      totals = totalsWith(totals, record);
      return {
        organizationId,
        id: clock.newId(),
        botId: bot.id,
        ...columnsOf(record),
        createdAt: record.createdAt,
        number: totals.executionCount,
        place: totals.executionCount,
        basisPointTotal: totals.basisPoint,
        volumeTotal: totals.volume,
      };
    });
  const isLate = ({ createdAt }: RecordRow) => lastRecordAt !== null && createdAt < lastRecordAt;
  return { late: rows.filter(isLate), rows: rows.filter((row) => !isLate(row)), totals };
}

/** As text: the query builder takes longer to make this statement than the rest of a step. */
const insert = `
  insert into contract_records (organization_id, id, bot_id, number, place, client_order_id, created_at, pair, side, price, amount, notional,
    fee, fee_currency, basis_point_changed, annual_rate, facts, volume, earned, balances, trade_ids, basis_point_total, volume_total)
  select $1, id, "botId", number, place, "clientOrderId", "createdAt", pair, side, price, amount, notional,
    fee, "feeCurrency", "basisPointChanged", "annualRate", facts, volume, earned, balances, "tradeIds", "basisPointTotal", "volumeTotal"
  from jsonb_to_recordset($2::jsonb) as given(id uuid, "botId" uuid, number int, place int, "clientOrderId" text, "createdAt" timestamptz, pair text,
    side text, price numeric, amount numeric, notional numeric, fee numeric, "feeCurrency" text, "basisPointChanged" float8,
    "annualRate" float8, facts jsonb, volume numeric, earned numeric, balances jsonb, "tradeIds" text[], "basisPointTotal" float8, "volumeTotal" numeric)`;

/** What stands in time before a record that comes late. */
const lastUntil = `
  select place, basis_point_total, volume_total from contract_records
  where organization_id = $1 and bot_id = $2 and created_at <= $3::timestamptz
  order by created_at desc, place desc limit 1`;

const moveOn = `
  update contract_records set place = place + 1, basis_point_total = basis_point_total + $4::float8, volume_total = volume_total + $5::numeric
  where organization_id = $1 and bot_id = $2 and created_at > $3::timestamptz`;

export async function insertRecords(tx: TenantContext, { late, rows }: NumberedRecords): Promise<void> {
  for (const row of late) await insertLate(tx, row);
  if (rows.length > 0) await insertRows(tx, rows);
}

async function insertLate(tx: TenantContext, row: RecordRow): Promise<void> {
  const where = [tx.organizationId, row.botId, row.createdAt.toISOString()];
  const [found] = (await tx.run(lastUntil, where, 'array')) as [number, number, string][];
  const [place, basisPoint, volume] = found ?? [0, 0, '0'];
  await tx.run(moveOn, [...where, row.basisPointChanged, row.volume ?? '0'], 'array');
  const basisPointTotal = basisPoint + row.basisPointChanged;
  await insertRows(tx, [{ ...row, place: place + 1, basisPointTotal, volumeTotal: add(volume, row.volume ?? '0') }]);
}

const insertRows = ({ organizationId, run }: TenantContext, rows: readonly RecordRow[]) =>
  run(insert, [organizationId, JSON.stringify(rows)], 'array');

function totalsWith(totals: RecordTotals, record: ContractRecord): RecordTotals {
  return {
    executionCount: totals.executionCount + 1,
    basisPoint: totals.basisPoint + record.basisPointChanged,
    volume: add(totals.volume, record.volume ?? '0'),
    lastRecordAt: totals.lastRecordAt !== null && totals.lastRecordAt > record.createdAt ? totals.lastRecordAt : record.createdAt,
  };
}

function columnsOf(record: ContractRecord) {
  const { clientOrderId, pair, side, price, amount, notional, fee, feeCurrency } = record;
  const { basisPointChanged, annualRate, facts, volume, earned, balances, tradeIds } = record;
  const trade = { clientOrderId, pair, side, price, amount, notional, fee, feeCurrency };
  return { ...trade, basisPointChanged, annualRate, facts, volume, earned, balances, tradeIds: [...tradeIds] };
}
