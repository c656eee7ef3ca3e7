import { ledgerStateOf, stopAskers, type VirtualLedger } from '@tenbin/bots';
import type { Runtime } from '@tenbin/runtime';
import type { PgBossJobs } from '../jobs/pg-boss-jobs.ts';
import { platformOrganizationId } from '../schema/tenancy.ts';
import type { Engine } from './engine.ts';
import type { Soundness } from './soundness.ts';

/** Those that the rule can find overdrawn: it needs something below zero, or orders that hold more than there is. */
const ledgersToJudge = `select s.balances, coalesce(v.holds, '{}'), v.closed_at is not null from sub_accounts s
  left join virtual_accounts v on v.organization_id = s.organization_id and v.id = s.id
  where (v.id is null or v.name is not null)
    and (v.holds <> '{}' or exists (select from jsonb_each_text(s.balances) held where held.value::numeric < 0))`;
/** A hundred of the smallest units that most exchanges keep: what rounding leaves over, as the worker judges it of a wallet. */
const roundedRest = '0.000001';
const countOverdrawnRests = `select count(*)::float8 from virtual_accounts v
  join sub_accounts s on s.organization_id = v.organization_id and s.id = v.id
  where v.name is null and exists (select from jsonb_each_text(s.balances) held where held.value::numeric < -${roundedRest})`;
/** A worker beats every second or so: one that has not for so long runs nothing, whatever it still owns. */
const countUnownedLedgers = `select count(*)::float8 from exchange_accounts a
  where exists (select from virtual_accounts v where v.organization_id = a.organization_id and v.exchange_account_id = a.id
      and v.name is not null and v.closed_at is null)
    and not exists (select from workers w where w.id = a.owner_worker_id and w.heartbeat_at > now() - interval '30 seconds')`;
/**
 * A start takes the cause away, and a stop that somebody asks for later leaves it: whoever does that knows of it. A start that
 * failed at once was asked for before it, though by another machine's clock.
 */
const stoppedMakers = `select stop_cause, count(*)::float8 from bots
  where organization_id = '${platformOrganizationId}' and user_id is null and deleted_at is null and stop_cause <> all($1::text[])
    and (requested_at is null or stopped_at is null or requested_at <= stopped_at + interval '10 seconds')
  group by 1 order by 1`;
const countBrokenDays = 'select count(*)::float8 from audit_days where not is_sound';
const lastWebhook = 'select extract(epoch from max(received_at))::float8 from webhook_events';
const lastArchived = 'select extract(epoch from last_archived_time)::float8 from pg_stat_archiver';
const size = 'select pg_database_size(current_database())::float8';
const waitingMails = `select count(*)::float8, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from mails where status = 'waiting'`;
const lostMails = `select count(*)::float8 from mails where status in ('failed', 'refused') and created_at > now() - interval '1 day'`;

export function soundnessOf(
  engine: Pick<Engine, 'name' | 'platform' | 'figures'>,
  { jobs, clock }: { readonly jobs: Pick<PgBossJobs, 'countDue'>; readonly clock: Pick<Runtime, 'elapsedMs'> },
): Soundness {
  const numbersOf = async (query: string): Promise<readonly (number | null)[]> => {
    const rows = (await engine.platform.query('platform', query, [], 'array')) as (number | null)[][];
    return (rows[0] ?? []).map((value) => (value === null ? null : Number(value)));
  };
  const numberOf = async (query: string): Promise<number | null> => (await numbersOf(query))[0] ?? null;
  const countOf = async (query: string): Promise<number> => (await numberOf(query)) ?? 0;
  return {
    connections: () => engine.figures(),
    async answersInMs() {
      const askedAt = clock.elapsedMs();
      await engine.platform.query('platform', 'select 1', [], 'array');
      return clock.elapsedMs() - askedAt;
    },
    jobs: () => jobs.countDue(),
    async mails() {
      const [waiting, oldestAgeSeconds] = await numbersOf(waitingMails);
      return { waiting: waiting ?? 0, oldestAgeSeconds: Math.max(0, oldestAgeSeconds ?? 0), givenUp: await countOf(lostMails) };
    },
    async overdrawn() {
      const rows = (await engine.platform.query('platform', ledgersToJudge, [], 'array')) as [
        VirtualLedger['balances'],
        VirtualLedger['holds'],
        boolean,
      ][];
      return rows.filter(([balances, holds, isClosed]) => ledgerStateOf({ balances, holds, isClosed, isFrozen: false }) === 'overdrawn')
        .length;
    },
    overdrawnRests: () => countOf(countOverdrawnRests),
    unownedLedgers: () => countOf(countUnownedLedgers),
    async stoppedMakers() {
      const rows = (await engine.platform.query('platform', stoppedMakers, [[...stopAskers]], 'array')) as [string, number][];
      return rows.map(([cause, count]) => ({ cause, count }));
    },
    brokenAuditDays: () => countOf(countBrokenDays),
    lastWebhookAt: () => numberOf(lastWebhook),
    lastArchivedAt: async () => (engine.name === 'postgres' ? numberOf(lastArchived) : null),
    bytes: () => countOf(size),
  };
}
