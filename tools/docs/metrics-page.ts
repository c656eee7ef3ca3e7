import { metricTable } from '@tenbin/telemetry';

/** Every figure that a process shows. */
export function metricsPage(): string {
  const rows = Object.entries(metricTable).map(
    ([name, { kind, labels, help }]) => `| \`tenbin_${name}\` | ${kind} | ${labels.map((label) => `\`${label}\``).join(' ')} | ${help} |`,
  );
  return [
    '# Metrics',
    '',
    '*Made from `packages/telemetry` by `npm run docs`; a test holds the two together.*',
    '',
    'With `METRICS_PORT` a server, a worker, the virtual exchange or all of them in one (`npm start`) shows its figures at `http://127.0.0.1:<port>/metrics`, as the text that Prometheus and an OpenTelemetry collector read. Nobody is asked for a key there: the port is for those who watch, and only on this machine unless `METRICS_HOST` says otherwise. Without it they are not served; what the health page of the operators shows of a process does not need it.',
    '',
    'Figures are in base units, ratios go from 0 to 1, and labels have few values: no users, organizations, bots or pairs. `exchange` is its name, or the address of one that is reached elsewhere, like the virtual exchange. What a process has nothing to say about has no line; Node’s own figures (`process_resident_memory_bytes`, `nodejs_eventloop_lag_seconds`, `nodejs_gc_duration_seconds`, …) are there as well.',
    '',
    '| name | kind | labels | what it says |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    'Worth an alarm: `tenbin_orders_unknown` above 0 for half a minute; a stream that told nothing for two minutes (`time() - tenbin_exchange_stream_last_message_timestamp_seconds > 120`); `tenbin_exchange_limit_used_ratio` above 0.8; `tenbin_exchange_halted` at 1; bots that stop by a fault of ours (`increase(tenbin_bots_stopped_total{cause="internal"}[5m]) > 0`); `tenbin_job_oldest_age_seconds` above 300; somebody who waits for a connection for a minute (`tenbin_database_requests_waiting`); mails that are given up; `tenbin_consistency_differences` or `tenbin_ledger_overdrawn` above 0 for a minute; bots that nobody compared with their exchange for five minutes (`time() - tenbin_reconcile_last_success_timestamp_seconds > 300`); a clock that is more than a second off (`abs(tenbin_exchange_clock_offset_seconds) > 1.5`); a log that was not archived for a day where it is archived; an audit log that could not be checked (`increase(tenbin_audit_checks_failed_total[25h]) > 0`); and figures that do not come at all.',
    '',
  ].join('\n');
}
