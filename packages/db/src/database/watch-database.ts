import type { Metrics } from '@tenbin/telemetry';
import type { Soundness } from './soundness.ts';

/** Nothing where it never was. */
const momentOf = (seconds: number | null) => (seconds === null ? [] : [{ labels: {}, value: seconds }]);

/** Shows how many connections are in use, what waits, and whether the books and their copy are sound. @returns stops showing it */
export function watchDatabase(soundness: Soundness, metrics: Metrics): () => void {
  const pools = () => Object.entries(soundness.connections());
  let asked: ReturnType<Soundness['jobs']> | null = null;
  /** Figures that are read together have one answer. */
  const jobs = () => {
    asked ??= soundness.jobs().finally(() => {
      asked = null;
    });
    return asked;
  };
  const stops = [
    metrics.watch('database_connections', () =>
      pools().flatMap(([pool, { inUse, idle }]) => [
        { labels: { pool, state: 'in_use' }, value: inUse },
        { labels: { pool, state: 'idle' }, value: idle },
      ]),
    ),
    metrics.watch('database_requests_waiting', () => pools().map(([pool, { waiting }]) => ({ labels: { pool }, value: waiting }))),
    metrics.watch('jobs_waiting', async () => (await jobs()).map(({ queue, due }) => ({ labels: { queue }, value: due }))),
    metrics.watch('job_oldest_age_seconds', async () =>
      (await jobs()).map(({ queue, oldestAgeSeconds }) => ({ labels: { queue }, value: oldestAgeSeconds })),
    ),
    metrics.watch('jobs_dead', async () => (await jobs()).map(({ queue, dead }) => ({ labels: { queue }, value: dead }))),
    metrics.watch('database_answer_seconds', async () => [{ labels: {}, value: (await soundness.answersInMs()) / 1000 }]),
    metrics.watch('ledger_overdrawn', async () => [{ labels: {}, value: await soundness.overdrawn() }]),
    metrics.watch('rest_overdrawn', async () => [{ labels: {}, value: await soundness.overdrawnRests() }]),
    metrics.watch('ledgers_unowned', async () => [{ labels: {}, value: await soundness.unownedLedgers() }]),
    metrics.watch('makers_stopped', async () =>
      (await soundness.stoppedMakers()).map(({ cause, count }) => ({ labels: { cause }, value: count })),
    ),
    metrics.watch('audit_days_broken', async () => [{ labels: {}, value: await soundness.brokenAuditDays() }]),
    metrics.watch('webhook_last_success_timestamp_seconds', async () => momentOf(await soundness.lastWebhookAt())),
    metrics.watch('backup_last_success_timestamp_seconds', async () => momentOf(await soundness.lastArchivedAt())),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
