import type { Decimal } from '@tenbin/market';
import { and, asc, desc, eq, sql as fragment, getTableColumns, gt, lte, type SQL } from 'drizzle-orm';
import { lazy } from '../database/lazy.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { shortest } from '../schema/columns.ts';
import { contractRecords } from '../schema/trading.ts';
import type { ContractRecords, Period } from './contract-records.ts';

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

  return {
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
    async sample(botId, { points, ...period }) {
      const { from, to } = await placesOf(botId, period);
      const taken = Math.min(points, to - from);
      if (taken <= 0) return [];
      const sampled = Array.from({ length: taken }, (_, index) => from + Math.ceil(((index + 1) * (to - from)) / taken));
      const those = ofBot(fragment`${place} = any(${fragment.param(sampled)}::int[])`);
      return sql.select(columns).from(contractRecords).where(those).orderBy(asc(place)).prepare('sample').execute({ botId });
    },
  };
}

const earliest = new Date(0);
const latest = new Date('9999-12-31T00:00:00Z');

/** A caller's moment may lie outside of what PostgreSQL can hold. */
function clamp(moment: Date): Date {
  if (!(moment > earliest)) return earliest;
  return moment < latest ? moment : latest;
}

/** A period that ends before it starts is empty. */
function boundsOf({ start = earliest, end = latest }: Period): [string, string] {
  const from = clamp(start);
  const to = clamp(end);
  return [from.toISOString(), (to < from ? from : to).toISOString()];
}
