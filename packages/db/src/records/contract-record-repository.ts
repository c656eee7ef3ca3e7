import { addBalances, type Balances, type Decimal, type Side, sum, tradeChange } from '@tenbin/market';
import { and, asc, desc, eq, sql as fragment, getTableColumns, gt, lte, type SQL } from 'drizzle-orm';
import { lazy } from '../database/lazy.ts';
import { pagesAfter } from '../database/pages-after.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { bots } from '../schema/bots.ts';
import { shortest } from '../schema/columns.ts';
import { contractRecords } from '../schema/trading.ts';
import type { ContractRecords, LedgerTrade, NamedRecord, Period, RecordFilter, RecordSums, StoredRecord } from './contract-records.ts';
import { botsOf, boundsOf, clamp, passing } from './record-filter.ts';

const {
  organizationId: _organization,
  place: _place,
  basisPointTotal: _points,
  volumeTotal: _volume,
  ...columns
} = getTableColumns(contractRecords);

/** The column of a bot's last record before a moment: one look-up in an index. */
const before = (column: string, moment: string, bot = 'bots.id') => `coalesce((
  select ${column} from contract_records
  where organization_id = $1 and bot_id = ${bot} and created_at < ${moment}::timestamptz
  order by created_at desc, place desc limit 1), 0)`;

const volumeOfUser = `select coalesce(sum(${before('volume_total', '$4')} - ${before('volume_total', '$3')}), 0)::text
  from bots where organization_id = $1 and user_id = $2`;
const volumeOfBot = `select (${before('volume_total', '$4', '$2::uuid')} - ${before('volume_total', '$3', '$2::uuid')})::text`;
/** From the first record on: one look-up less. */
const wholeVolumeOfBot = `select (${before('volume_total', '$3', '$2::uuid')})::text`;
const places = `select ${before('place', '$3')}, ${before('place', '$4')} from bots where organization_id = $1 and id = $2`;

const byCandle = `select floor(extract(epoch from created_at) * 1000 / $4::float8) * $4::float8, side,
    count(*)::int, sum(amount)::text, sum(notional)::text, min(price)::text, max(price)::text
  from contract_records
  where organization_id = $1 and bot_id = $2 and pair = $3 and created_at >= $5::timestamptz and created_at < $6::timestamptz
  group by 1, 2 order by 1, 2`;

/** Records of orders that were cut short are passed over: older ones have what others traded before they were made. */
const balancesAt = `select last.created_at, last.balances, since.trades
  from jsonb_array_elements_text($3::jsonb) with ordinality as asked (moment, number)
  left join lateral (
    select r.created_at, r.balances, (
        select max(f.number) from fills f
        where f.organization_id = $1 and f.client_order_id = r.client_order_id and f.trade_id = any(r.trade_ids)) as number
    from contract_records r
    left join order_intents o on o.organization_id = $1 and o.client_order_id = r.client_order_id
    where r.organization_id = $1 and r.bot_id = $2 and r.created_at <= asked.moment::timestamptz and coalesce(o.state, 'filled') = 'filled'
    order by r.created_at desc, r.place desc limit 1) last on true
  left join lateral (
    select jsonb_agg(jsonb_build_object('pair', f.pair, 'side', f.side, 'amount', f.amount::text, 'notional', f.notional::text,
      'fee', f.fee::text, 'feeCurrency', f.fee_currency) order by f.at, f.number) as trades
    from fills f
    where f.organization_id = $1 and f.bot_id = $2 and f.at <= asked.moment::timestamptz
      and f.at >= coalesce(last.created_at, $4::timestamptz)
      and (last.created_at is null or f.number > last.number)) since on true
  order by asked.number`;

export function contractRecordRepository({ organizationId, sql, run }: TenantContext): ContractRecords {
  const { place, annualRate, basisPointTotal, createdAt } = contractRecords;
  const { placeholder } = fragment;
  const ofBot = (condition: SQL | undefined) =>
    and(eq(contractRecords.organizationId, organizationId), eq(contractRecords.botId, placeholder('botId')), condition);
  /** The place of the bot's last record before a moment. */
  const placeBefore = (moment: 'start' | 'end') => fragment`coalesce((
    select r.place from contract_records r
    where r.organization_id = ${organizationId} and r.bot_id = ${placeholder('botId')} and r.created_at < ${placeholder(moment)}::timestamptz
    order by r.created_at desc, r.place desc limit 1), 0)`;

  const page = lazy(() =>
    sql
      .select(columns)
      .from(contractRecords)
      .where(ofBot(and(gt(place, placeBefore('start')), lte(place, fragment`${placeBefore('end')} - ${placeholder('offset')}::int`))))
      .orderBy(desc(place))
      .limit(placeholder('limit'))
      .prepare('contractRecords'),
  );
  const lastUntil = lazy(() =>
    sql
      .select({ executionCount: place, annualRate, basisPoint: basisPointTotal })
      .from(contractRecords)
      .where(ofBot(lte(createdAt, placeholder('until'))))
      .orderBy(desc(createdAt), desc(place))
      .limit(1)
      .prepare('performance'),
  );

  /** The records of a period are those with places above `from`, up to `to`. */
  async function placesOf(botId: string, period: Period): Promise<{ readonly from: number; readonly to: number }> {
    const rows = (await run(places, [organizationId, botId, ...boundsOf(period)], 'array')) as [number, number][];
    const [[from, to] = [0, 0]] = rows;
    return { from, to };
  }
  async function volume(statement: string, id: string, moments: readonly string[]): Promise<Decimal> {
    const [[total] = ['0']] = (await run(statement, [organizationId, id, ...moments], 'array')) as [string][];
    return shortest(total);
  }

  const passingOf = (filter: RecordFilter) => passing(organizationId, contractRecords, createdAt, filter);

  /** Each bot gives a page of its own by an index, of which the first ones over all bots are the next. */
  async function pageOfUser(userId: string, filter: RecordFilter, limit: number, last?: NamedRecord): Promise<NamedRecord[]> {
    const at = last?.createdAt.toISOString();
    const next = sql
      .select(columns)
      .from(contractRecords)
      .where(
        and(
          passingOf(filter),
          last &&
            fragment`${createdAt} >= ${at}::timestamptz and (${createdAt}, ${contractRecords.id}) > (${at}::timestamptz, ${last.id}::uuid)`,
        ),
      )
      .orderBy(asc(createdAt), asc(contractRecords.id))
      .limit(limit)
      .as('next');
    return sql
      .select({ ...next._.selectedFields, botName: bots.name })
      .from(bots)
      .innerJoinLateral(next, fragment`true`)
      .where(botsOf(organizationId, userId, filter))
      .orderBy(asc(next.createdAt), asc(next.id))
      .limit(limit);
  }

  /** The same from the newest on; each bot gives all that may stand before the end of the page. */
  async function listOfUser(userId: string, { offset, limit, ...filter }: PageOfRecords): Promise<StoredRecord[]> {
    const newest = sql
      .select({ id: contractRecords.id, createdAt })
      .from(contractRecords)
      .where(passingOf(filter))
      .orderBy(desc(createdAt), desc(contractRecords.id))
      .limit(offset + limit)
      .as('newest');
    const found = sql
      .select({ foundId: newest.id })
      .from(bots)
      .innerJoinLateral(newest, fragment`true`)
      .where(botsOf(organizationId, userId, filter))
      .orderBy(desc(newest.createdAt), desc(newest.id))
      .offset(offset)
      .limit(limit)
      .as('found');
    return sql
      .select(columns)
      .from(found)
      .innerJoin(contractRecords, and(eq(contractRecords.organizationId, organizationId), eq(contractRecords.id, found.foundId)))
      .orderBy(desc(createdAt), desc(contractRecords.id));
  }

  /** The few sums by pair, side and coin come from the database; what they make together is added up here, exactly as well. */
  async function totalsOfUser(userId: string, filter: RecordFilter): Promise<RecordSums> {
    const { pair, side, feeCurrency } = contractRecords;
    const rows = await sql
      .select({
        ...{ pair, side, feeCurrency },
        count: fragment<number>`count(*)::int`,
        amount: fragment<string>`sum(${contractRecords.amount})::text`,
        notional: fragment<string>`sum(${contractRecords.notional})::text`,
        fee: fragment<string>`sum(${contractRecords.fee})::text`,
        volume: fragment<string>`coalesce(sum(${contractRecords.volume}), 0)::text`,
        earned: fragment<string>`coalesce(sum(${contractRecords.earned}), 0)::text`,
        // As decimals their sum is the same in whatever order they come.
        basisPoint: fragment<string>`sum(${contractRecords.basisPointChanged}::numeric)::text`,
      })
      .from(bots)
      .innerJoin(contractRecords, passingOf(filter))
      .where(botsOf(organizationId, userId, filter))
      .groupBy(pair, side, feeCurrency);
    return {
      count: rows.reduce((total, { count }) => total + count, 0),
      volume: sum(rows.map(({ volume }) => volume)),
      earned: sum(rows.map(({ earned }) => earned)),
      basisPoint: Number(sum(rows.map(({ basisPoint }) => basisPoint))),
      fees: present(rows.reduce((fees, { feeCurrency, fee }) => addBalances(fees, { [feeCurrency]: fee }), {})),
      changes: present(rows.reduce((changes, row) => addBalances(changes, tradeChange(row)), {})),
    };
  }

  return {
    ofUser: (userId, filter = {}, limit = 500) => pagesAfter<NamedRecord>(limit, (last) => pageOfUser(userId, filter, limit, last)),
    listOfUser,
    totalsOfUser: (userId, filter = {}) => totalsOfUser(userId, filter),
    list(botId, { offset, limit, ...period }) {
      const [start, end] = boundsOf(period);
      return page().execute({ botId, start, end, offset, limit });
    },
    async count(botId, period = {}) {
      const { from, to } = await placesOf(botId, period);
      return to - from;
    },
    async performance(botId, until) {
      const [last] = await lastUntil().execute({ botId, until: clamp(until) });
      return last ?? { executionCount: 0, annualRate: null, basisPoint: 0 };
    },
    volume(botId, period = {}) {
      const bounds = boundsOf(period);
      return period.start === undefined ? volume(wholeVolumeOfBot, botId, bounds.slice(1)) : volume(volumeOfBot, botId, bounds);
    },
    volumeOfUser: (userId, period = {}) => volume(volumeOfUser, userId, boundsOf(period)),
    async byCandle(botId, { pair, intervalMs, ...period }) {
      const rows = await run(byCandle, [organizationId, botId, pair, intervalMs, ...boundsOf(period)], 'array');
      return (rows as [number, Side, number, string, string, string, string][]).map(
        ([at, side, count, amount, notional, lowest, highest]) => ({
          at: new Date(at),
          side,
          count,
          amount: shortest(amount),
          notional: shortest(notional),
          lowest: shortest(lowest),
          highest: shortest(highest),
        }),
      );
    },
    async balancesAt(botId, moments, { since }) {
      const texts = moments.map((moment) => clamp(moment).toISOString());
      const given = [organizationId, botId, JSON.stringify(texts), clamp(since).toISOString()];
      const rows = (await run(balancesAt, given, 'array')) as [string | null, Balances | null, LedgerTrade[] | null][];
      return rows.map(([createdAt, balances, trades]) => ({
        whole: createdAt && balances ? { createdAt: new Date(createdAt), balances } : null,
        trades: trades ?? [],
      }));
    },
  };
}

type PageOfRecords = Parameters<ContractRecords['listOfUser']>[1];

/** Nothing of a currency is left out. */
const present = (amounts: Balances): Balances => Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== '0'));
