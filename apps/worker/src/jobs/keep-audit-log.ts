import type { PlatformDatabase } from '@tenbin/db';
import type { Clock } from '@tenbin/engine';
import type { Log } from '@tenbin/telemetry';

interface KeepOptions {
  readonly platform: Pick<PlatformDatabase, 'auditMonths'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** From where on the log says that it takes too much room. */
  readonly maxMegabytes: number;
}

/** Daily. */
export const auditTimes = '17 3 * * *';

/** Makes the months of the audit log to come, and says when all of it takes much room: removing is for a person to decide. */
export async function keepAuditLog({ platform, clock, log, maxMegabytes }: KeepOptions): Promise<void> {
  const megabytes = Math.round((await platform.auditMonths.bytes()) / 1_000_000);
  if (megabytes > maxMegabytes) log.warn({ megabytes, maxMegabytes, remedy: 'npm run audit -- drop' }, 'audit.limit_exceeded');
  await platform.auditMonths.makeAhead(clock.now());
}
