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
    'What is worth an alarm stands as rules for Prometheus in [`monitoring/alerts.yaml`](../../monitoring/alerts.yaml), beside a dashboard for Grafana: [how to use them](../how-to/watch-it.md).',
    '',
  ].join('\n');
}
