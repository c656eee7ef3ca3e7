export { type EventRule, type Level, type Log, type LogEvent, logEvents, logWith, silentLog } from './log.ts';
export { type Metrics, metricTable, noMetrics, type Reading, type Usage } from './metrics.ts';
