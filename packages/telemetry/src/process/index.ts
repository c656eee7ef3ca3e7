export { createLog, errorForLog } from './create-log.ts';
export { openMetrics, type ProcessMetrics } from './open-metrics.ts';
