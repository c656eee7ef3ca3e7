import { readFileSync } from 'node:fs';
import { metricTable } from '@tenbin/telemetry';
import { expect, test } from 'vitest';

interface Metric {
  readonly kind: string;
  readonly labels: readonly string[];
}

const declared = new Map<string, Metric>(Object.entries(metricTable).map(([name, metric]) => [`tenbin_${name}`, metric]));
/** Of Prometheus itself, and of Node. */
const others: ReadonlySet<string> = new Set(['up', 'nodejs_eventloop_lag_p99_seconds']);
const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** What an expression says is about these, and a histogram's parts have a label besides. */
function expectToBeDeclared(expression: string): readonly string[] {
  const names: string[] = [];
  const known = new Set(['instance']);
  for (const [, series = '', matchers = ''] of expression.matchAll(/\b(tenbin_\w+)(?:\{([^}]*)\})?/g)) {
    const isPart = !declared.has(series) && /_(?:bucket|sum|count)$/.test(series);
    const name = isPart ? series.replace(/_(?:bucket|sum|count)$/, '') : series;
    const metric = declared.get(name);
    expect(metric, `${series} in ${expression}`).toBeDefined();
    expect(metric?.kind === 'histogram', `${series} in ${expression}`).toBe(isPart);
    const labels = [...(metric?.labels ?? []), ...(isPart ? ['le'] : [])];
    for (const [, label = ''] of matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)) expect(labels, expression).toContain(label);
    for (const label of labels) known.add(label);
    names.push(name);
  }
  for (const [, list = ''] of expression.matchAll(/\bby\s*\(([^)]*)\)/g))
    for (const label of list.split(',')) expect([...known], expression).toContain(label.trim());
  return names;
}

const alerts = read('monitoring/alerts.yaml');
const expressions = [...alerts.matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression);
const dashboard = JSON.parse(read('monitoring/grafana-dashboard.json')) as {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
};
const targets = dashboard.panels.flatMap((panel) => panel.targets);

test('every alert is about figures and labels that there are, and says what to do', () => {
  const rules = alerts.split(/^ +- alert: /m).slice(1);
  expect(rules.length).toBeGreaterThan(10);
  expect(expressions).toHaveLength(rules.length);
  for (const expression of expressions) {
    const foreign = (expression.match(/\b[a-z]\w*/g) ?? []).filter((word) => others.has(word));
    expect(expectToBeDeclared(expression).length + foreign.length, expression).toBeGreaterThan(0);
  }
  for (const rule of rules) {
    expect(rule).toMatch(/labels: \{ severity: (?:page|look) \}/);
    expect(rule).toMatch(/\n +summary: .+\n +action: .+\n/);
  }
});

test('what an alert names in its words is a label that its expression keeps', () => {
  for (const rule of alerts.split(/^ +- alert: /m).slice(1)) {
    const kept = [...rule.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
    for (const [, label = ''] of rule.matchAll(/\$labels\.(\w+)/g)) expect(kept, rule).toContain(label);
  }
});

test('every panel is about figures and labels that there are', () => {
  for (const { expr, legendFormat } of targets) {
    expectToBeDeclared(expr);
    const kept = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
    for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect([...kept, 'instance'], expr).toContain(label);
  }
});

test('the dashboard has every figure, and so has the reference', () => {
  const shown = new Set(targets.flatMap(({ expr }) => expectToBeDeclared(expr)));
  expect([...declared.keys()].filter((name) => !shown.has(name))).toEqual([]);
  const reference = read('docs/reference/metrics.md');
  expect([...declared.keys()].filter((name) => !reference.includes(`| \`${name}\` |`))).toEqual([]);
});
