import type { StopScope } from '@tenbin/bots';
import { phaseOf, type StoredReceipt } from '../bots/stored-phase.ts';
import type { RunStatement } from '../database/connection.ts';
import { readMoment } from '../schema/columns.ts';
import type { ActiveStop, Stop, StoppedBot } from './stops.ts';

/**
 * A bot that is still stopping could not be reached when the newest line of its timeline that tells of the exchange is
 * one of trouble. A fill is no such line: the stream may tell of it while no call is answered. A line that repeats itself
 * is brought up to date every few minutes only: hence the three minutes.
 */
const trouble = `
  select case when t.kind in ('exchangeUnreachable', 'rateLimited') then coalesce(t.facts->>'reason', t.kind) end as reason
  from timeline_entries t
  where t.organization_id = s.organization_id and t.bot_id = s.bot_id and t.last_at > st.asked_at - interval '3 minutes'
    and t.kind in ('exchangeUnreachable', 'rateLimited', 'placed', 'cancelled', 'started', 'resumed', 'reconnected')
  order by t.number desc limit 1`;

const bots = `
  stops st left join stop_bots s on s.organization_id = st.organization_id and s.stop_id = st.id
    left join lateral (${trouble}) t on s.outcome is null
  where st.id = $1::uuid and ($2::uuid is null or st.organization_id = $2::uuid)`;

const summary = `
  select min(st.scope), min(st.subject_id::text), min(st.by), min(st.asked_at), count(s.bot_id)::int,
    count(*) filter (where s.outcome = 'confirmed')::int, count(*) filter (where s.outcome = 'unconfirmed')::int,
    count(*) filter (where s.outcome = 'forced')::int,
    count(*) filter (where s.bot_id is not null and t.reason is not null)::int,
    coalesce(max(s.ended_at), min(st.asked_at))
  from ${bots} having count(*) > 0`;

const ofBot = 's.organization_id, s.bot_id, b.name, x.name, b.user_id, s.outcome, s.ended_at, r.receipt, t.reason';
const itsReceipt = `
  join exchange_accounts a on a.organization_id = b.organization_id and a.id = b.exchange_account_id join exchanges x on x.id = a.exchange_id
  left join stop_receipts r on r.organization_id = s.organization_id and r.id = s.receipt_id
  left join lateral (${trouble}) t on s.outcome is null`;

const list = `
  select ${ofBot}
  from stops st join stop_bots s on s.organization_id = st.organization_id and s.stop_id = st.id
    join bots b on b.organization_id = s.organization_id and b.id = s.bot_id ${itsReceipt}
  where st.id = $1::uuid and ($2::uuid is null or st.organization_id = $2::uuid)
  order by s.outcome = 'confirmed' nulls first, s.organization_id, s.bot_id
  offset $3::bigint limit $4::bigint`;

/** Also of an administrator who was removed since. */
const isByAdministrator = `
  exists (select from administrators m where m.organization_id = st.organization_id and m.id::text = st.by)`;

/** The stop that is also the last request. */
const activeStops = `
  select st.scope, st.by, ${isByAdministrator}, st.asked_at, ${ofBot}
  from bots b join stops st on st.organization_id = b.organization_id and st.by = b.requested_by and st.asked_at = b.requested_at
    join stop_bots s on s.organization_id = st.organization_id and s.stop_id = st.id and s.bot_id = b.id ${itsReceipt}
  where b.organization_id = $1::uuid and b.user_id = $2::uuid and b.deleted_at is null and not b.active
  order by s.bot_id`;

type SummaryRow = [StopScope, string | null, string, string, number, number, number, number, number, string];
type BotRow = [string, string, string, string, string | null, StoppedBot['outcome'], string | null, StoredReceipt | null, string | null];

export async function readActiveStops(run: RunStatement, organizationId: string, userId: string): Promise<ActiveStop[]> {
  const rows = (await run(activeStops, [organizationId, userId], 'array')) as [StopScope, string, boolean, string, ...BotRow][];
  return rows.map(([scope, by, isByAdministrator, askedAt, ...bot]) => ({
    scope,
    by,
    isByAdministrator,
    askedAt: readMoment(askedAt),
    bot: toStoppedBot(bot),
  }));
}

/** @param organizationId - null: of all organizations */
export function readStops(run: RunStatement, organizationId: string | null) {
  return {
    async find(id: string): Promise<Stop | null> {
      const [row] = (await run(summary, [id, organizationId], 'array')) as [SummaryRow?];
      if (!row) return null;
      const [scope, subjectId, by, askedAt, botCount, confirmedCount, unconfirmedCount, forcedCount, unreachableCount, endedAt] = row;
      const counts = { botCount, confirmedCount, unconfirmedCount, forcedCount, unreachableCount };
      const confirmedAt = confirmedCount === botCount ? readMoment(endedAt) : null;
      return { id, scope, subjectId, by, askedAt: readMoment(askedAt), ...counts, confirmedAt };
    },
    async listBots(id: string, { offset, limit }: { readonly offset: number; readonly limit: number }): Promise<StoppedBot[]> {
      const rows = (await run(list, [id, organizationId, offset, limit], 'array')) as BotRow[];
      return rows.map(toStoppedBot);
    },
  };
}

function toStoppedBot([organizationId, botId, name, exchange, userId, outcome, endedAt, receipt, trouble]: BotRow): StoppedBot {
  const stopped = phaseOf({ kind: 'stopped', receipt });
  return {
    organizationId,
    botId,
    name,
    exchange,
    userId,
    outcome,
    endedAt: endedAt === null ? null : readMoment(endedAt),
    receipt: stopped.kind === 'stopped' ? stopped.receipt : null,
    trouble,
  };
}
