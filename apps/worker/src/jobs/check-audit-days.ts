import type { PlatformDatabase } from '@tenbin/db';
import type { Clock } from '@tenbin/engine';
import type { Log, Metrics } from '@tenbin/telemetry';

interface CheckOptions {
  readonly platform: Pick<PlatformDatabase, 'auditDays' | 'organizations'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Of each log, so that a run has an end; the next one goes on from there. */
  readonly maxEntries?: number | undefined;
}

/** Daily. */
export const auditDayTimes = '47 3 * * *';

/** What was written on the last millisecond of a day is committed by then. */
const settledAfterMs = 3_600_000;
const defaultMaxEntries = 1_000_000;

/** Seals the days of every audit log that are over, and reads those before again: a day that is another by now is an alarm. */
export async function checkAuditDays(
  { platform: { auditDays, organizations }, clock, log, metrics, maxEntries: entries = defaultMaxEntries }: CheckOptions,
  signal: AbortSignal,
): Promise<void> {
  const ids = [null, ...(await organizations.list()).map(({ id }) => id)];
  for (const organizationId of ids) {
    if (signal.aborted) return;
    const at = clock.now();
    try {
      const days = await auditDays.check(organizationId, { entries, at });
      if (days.length > 0) log.error({ organizationId, days }, 'audit.broken');
      for (const sealed of await auditDays.seal(organizationId, { before: new Date(at.getTime() - settledAfterMs), at }))
        log.info({ organizationId, ...sealed }, 'audit.sealed');
    } catch (error) {
      // One that cannot be read keeps none of the others from being sealed.
      log.error({ organizationId, err: error }, 'audit.check_failed');
      metrics.count('audit_checks_failed_total', {});
    }
  }
}
