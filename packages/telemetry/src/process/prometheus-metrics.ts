import { Counter, type CounterConfiguration, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Metric, type Metrics, metricTable } from '../metrics.ts';
import { followUsage } from './follow-usage.ts';

const prefix = 'tenbin_';

type Join = (one: number, other: number) => number;
const joins: Readonly<Record<NonNullable<Metric['joinedBy']> | 'sum', Join>> = {
  sum: (one, other) => one + other,
  max: Math.max,
  min: Math.min,
  farthest: (one, other) => (Math.abs(other) > Math.abs(one) ? other : one),
};

type Labels = Readonly<Record<string, string>>;
type Read = () => readonly AnyReading[] | Promise<readonly AnyReading[]>;

interface AnyReading {
  readonly labels: Labels;
  readonly value: number;
}

/** The figures of one process, in a registry of its own, with those of Node itself: memory, event loop, garbage collection. */
export class PrometheusMetrics implements Metrics {
  readonly #registry = new Registry();
  readonly #counters = new Map<string, Counter>();
  readonly #histograms = new Map<string, Histogram>();
  readonly #gauges = new Map<string, Gauge>();
  readonly #readers = new Map<string, Set<Read>>();
  #asked: Promise<string> | null = null;

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
    for (const [name, metric] of Object.entries<Metric>(metricTable)) {
      const settings = { name: prefix + name, help: metric.help, labelNames: [...metric.labels], registers: [this.#registry] };
      if (metric.kind === 'counter') this.#counters.set(name, counterOf(settings, metric));
      else if (metric.kind === 'histogram')
        this.#histograms.set(name, new Histogram({ ...settings, buckets: [...(metric.buckets ?? [])] }));
      else this.#readers.set(name, this.#readersOf(name, settings, joins[metric.joinedBy ?? 'sum']));
    }
  }

  readonly count: Metrics['count'] = (name, labels, by) => this.#counters.get(name)?.inc({ ...labels }, by);

  readonly observe: Metrics['observe'] = (name, labels, seconds) => this.#histograms.get(name)?.observe({ ...labels }, seconds);

  readonly watch: Metrics['watch'] = (name, read) => {
    const readers = this.#readers.get(name);
    readers?.add(read);
    return () => void readers?.delete(read);
  };

  readonly read: Metrics['read'] = async (name) => {
    const { values } = (await (this.#counters.get(name) ?? this.#gauges.get(name))?.get()) ?? { values: [] };
    return values as Awaited<ReturnType<Metrics['read']>> as never;
  };

  readonly followUsage = followUsage;

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** What is asked for meanwhile gets the same answer. */
  text(): Promise<string> {
    this.#asked ??= this.#registry.metrics().finally(() => {
      this.#asked = null;
    });
    return this.#asked;
  }

  #readersOf(
    name: string,
    settings: { readonly name: string; readonly help: string; readonly labelNames: string[]; readonly registers: Registry[] },
    join: Join,
  ): Set<Read> {
    const readers = new Set<Read>();
    const gauge = new Gauge({
      ...settings,
      async collect() {
        const read = await Promise.allSettled([...readers].map(async (one) => one()));
        this.reset();
        // Without labels it would stand at 0.
        this.remove({});
        const joined = new Map<string, AnyReading>();
        for (const { labels, value } of read.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))) {
          const key = JSON.stringify(labels);
          const before = joined.get(key)?.value;
          joined.set(key, { labels, value: before === undefined ? value : join(before, value) });
        }
        for (const { labels, value } of joined.values()) this.set({ ...labels }, value);
      },
    });
    this.#gauges.set(name, gauge);
    return readers;
  }
}

function counterOf(settings: CounterConfiguration<string>, { from = [] }: Metric): Counter {
  const counter = new Counter(settings);
  for (const labels of from) counter.inc({ ...labels }, 0);
  return counter;
}
