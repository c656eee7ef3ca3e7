import type { Metrics } from '@tenbin/telemetry';
import type { PgBossJobs } from '../jobs/pg-boss-jobs.ts';
import type { Engine } from './engine.ts';

const countOverdrawn = `select count(*)::float8 from sub_accounts s
  where exists (select from jsonb_each_text(s.balances) held where held.value::numeric < 0)`;
const countBrokenDays = 'select count(*)::float8 from audit_days where not is_sound';
const lastWebhook = 'select extract(epoch from max(received_at))::float8 from webhook_events';
const lastArchived = 'select extract(epoch from last_archived_time)::float8 from pg_stat_archiver';

/** Nothing where it never was. */
const momentOf = (seconds: number | null) => (seconds === null ? [] : [{ labels: {}, value: Number(seconds) }]);

/** Shows how many connections are in use, what waits, and whether the books and their copy are sound. @returns stops showing it */
export function watchDatabase(
  engine: Pick<Engine, 'name' | 'platform' | 'figures'>,
  { jobs, metrics }: { readonly jobs: Pick<PgBossJobs, 'countDue'>; readonly metrics: Metrics },
): () => void {
  const numberOf = async (query: string): Promise<number | null> => {
    const rows = (await engine.platform.query('platform', query, [], 'array')) as [number | null][];
    return rows[0]?.[0] ?? null;
  };
  const pools = () => Object.entries(engine.figures());
  const stops = [
    metrics.watch('database_connections', () =>
      pools().flatMap(([pool, { inUse, idle }]) => [
        { labels: { pool, state: 'in_use' }, value: inUse },
        { labels: { pool, state: 'idle' }, value: idle },
      ]),
    ),
    metrics.watch('database_requests_waiting', () => pools().map(([pool, { waiting }]) => ({ labels: { pool }, value: waiting }))),
    metrics.watch('jobs_waiting', async () => (await jobs.countDue()).map(({ queue, due }) => ({ labels: { queue }, value: due }))),
    metrics.watch('job_oldest_age_seconds', async () =>
      (await jobs.countDue()).map(({ queue, oldestAgeSeconds }) => ({ labels: { queue }, value: oldestAgeSeconds })),
    ),
    metrics.watch('ledger_overdrawn', async () => [{ labels: {}, value: Number(await numberOf(countOverdrawn)) }]),
    metrics.watch('audit_days_broken', async () => [{ labels: {}, value: Number(await numberOf(countBrokenDays)) }]),
    metrics.watch('webhook_last_success_timestamp_seconds', async () => momentOf(await numberOf(lastWebhook))),
    metrics.watch('backup_last_success_timestamp_seconds', async () =>
      momentOf(engine.name === 'postgres' ? await numberOf(lastArchived) : null),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
