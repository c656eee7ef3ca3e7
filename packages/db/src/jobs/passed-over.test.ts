import { noMetrics } from '@tenbin/telemetry';
import { expect, test } from 'vitest';
import { passedOver } from './passed-over.ts';

test('what a job passes over is logged as it is, and counted by its queue', () => {
  const lines: unknown[] = [];
  const counted: unknown[] = [];
  const write = (level: string) => (fields: object, event: string) => void lines.push([level, event, fields]);
  const log = { info: write('info'), warn: write('warn'), error: write('error') };
  const metrics = { ...noMetrics, count: (name: string, labels: object) => void counted.push([name, labels]) };
  const err = new Error('broken');
  passedOver('payments', { log, metrics }).warn({ organizationId: 'o1', err }, 'events.fetch_failed');
  passedOver('bulkActs', { log, metrics }).error({ organizationId: 'o1', actId: 'a1', err }, 'bulk_act.failed');
  expect(lines).toEqual([
    ['warn', 'events.fetch_failed', { organizationId: 'o1', err }],
    ['error', 'bulk_act.failed', { organizationId: 'o1', actId: 'a1', err }],
  ]);
  expect(counted).toEqual([
    ['job_parts_failed_total', { queue: 'payments' }],
    ['job_parts_failed_total', { queue: 'bulkActs' }],
  ]);
});
