import type { Log, Metrics } from '@tenbin/telemetry';
import type { QueueName } from './queues.ts';

/**
 * The log of what a job passes over: what fails for one of many, while the job goes on and ends as if nothing had been. Each
 * line of it is counted, so that somebody hears of it.
 */
export function passedOver(
  queue: QueueName,
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics },
): Pick<Log, 'warn' | 'error'> {
  const count = () => metrics.count('job_parts_failed_total', { queue });
  return {
    warn(fields, event) {
      count();
      log.warn(fields, event);
    },
    error(fields, event) {
      count();
      log.error(fields, event);
    },
  };
}
