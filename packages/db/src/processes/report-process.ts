import type { Runtime } from '@tenbin/runtime';
import type { Log, Metrics, Reading } from '@tenbin/telemetry';
import type { Database } from '../database/database.ts';
import type { BotFacts, ExchangeFacts, ProcessFacts, ProcessKind } from './processes.ts';

interface Reporting {
  readonly database: Pick<Database, 'engine'> & { readonly platform: Pick<Database['platform'], 'processes'> };
  readonly metrics: Metrics;
  readonly clock: Pick<Runtime, 'now' | 'after'>;
  readonly log: Log;
  readonly kind: ProcessKind;
  /** Among several of its kind. */
  readonly name: string;
}

const everyMs = 5_000;
/** So long an operator sees that one ended without saying so. */
const forgottenAfterMs = 86_400_000;

/** Writes down every few seconds how this process stands, so that whoever asks any server learns of all. @returns ends it */
export async function reportProcess({ database, metrics, clock, log, kind, name }: Reporting): Promise<() => Promise<void>> {
  const { processes } = database.platform;
  const usage = metrics.followUsage();
  const read = factsReader({ metrics, clock, kind, usage });
  let id: string | null = null;
  let isEnded = false;
  let cancel = () => {};

  async function report(): Promise<void> {
    try {
      const facts = await read();
      if (id !== null && (await processes.report(id, facts))) return;
      // The embedded database serves one process only: whoever was there before is gone.
      await processes.removeSilent(kind, database.engine === 'pglite' ? 0 : forgottenAfterMs);
      id = await processes.register({ kind, name, facts });
    } catch (error) {
      log.warn({ err: error }, 'process.report_failed');
    }
  }

  let underWay = Promise.resolve();
  function goOn(): void {
    underWay = report().finally(() => {
      if (!isEnded) cancel = clock.after(everyMs, goOn, { unref: true });
    });
  }
  goOn();
  await underWay;
  return async () => {
    isEnded = true;
    cancel();
    await underWay;
    usage?.close();
    if (id !== null) await processes.leave(id).catch((error: unknown) => log.warn({ err: error }, 'process.report_failed'));
  };
}

type Usages = ReturnType<Metrics['followUsage']>;
type Reader<Facts> = () => Promise<Facts>;

function factsReader({
  metrics,
  clock,
  kind,
  usage,
}: Pick<Reporting, 'metrics' | 'clock' | 'kind'> & { readonly usage: Usages }): Reader<ProcessFacts> {
  const coresOf = rate(clock);
  const readBots = kind === 'worker' ? botReader(metrics, clock) : null;
  return async () => {
    const { memoryBytes = null, cpuSeconds = null, lagSeconds = null } = usage?.read() ?? {};
    return {
      memoryBytes,
      cores: cpuSeconds === null ? null : coresOf(cpuSeconds),
      lagSeconds,
      exchanges: await readExchanges(metrics),
      bots: (await readBots?.()) ?? null,
    };
  };
}

const total = (readings: readonly Pick<Reading<'accounts_owned'>, 'value'>[]): number =>
  readings.reduce((sum, { value }) => sum + value, 0);

const least = (readings: readonly { readonly value: number }[]): number | null =>
  readings.length === 0 ? null : Math.min(...readings.map(({ value }) => value));

function botReader(metrics: Metrics, clock: Pick<Runtime, 'now'>): Reader<BotFacts> {
  const perSecond = rate(clock);
  const unknownSince = since(clock);
  return async () => {
    const ordersUnknown = total(await metrics.read('orders_unknown'));
    const differences = await metrics.read('consistency_differences');
    return {
      accounts: total(await metrics.read('accounts_owned')),
      eventsWaiting: total(await metrics.read('bot_events_waiting')),
      eventsPerSecond: perSecond(total(await metrics.read('bot_events_total'))),
      takeOvers: total(await metrics.read('worker_takeovers_total')),
      ordersUnknown,
      unknownSince: unknownSince(ordersUnknown > 0),
      // Money that only came is nobody's loss.
      differing: total(differences.filter(({ labels: { kind } }) => kind !== 'walletMoved')),
      differingSince: least(await metrics.read('consistency_differing_since_timestamp_seconds')),
      reconciledAt: least(await metrics.read('reconcile_last_success_timestamp_seconds')),
      ledgersCheckedAt: least(await metrics.read('ledger_check_last_success_timestamp_seconds')),
    };
  };
}

async function readExchanges(metrics: Metrics): Promise<readonly ExchangeFacts[]> {
  const names = [
    'exchange_halted',
    'exchange_limit_used_ratio',
    'exchange_clock_offset_seconds',
    'exchange_last_answer_timestamp_seconds',
    'exchange_stream_last_message_timestamp_seconds',
  ] as const;
  const readings = await Promise.all(names.map((name) => metrics.read(name)));
  const exchanges = new Set(readings.flatMap((of) => of.map(({ labels }) => labels.exchange)));
  return [...exchanges].sort().map((exchange) => {
    const [halted, limitUsed, clockOffsetSeconds, answeredAt, streamedAt] = readings.map(
      (of) => of.find(({ labels }) => labels.exchange === exchange)?.value ?? null,
    ) as [number | null, number | null, number | null, number | null, number | null];
    return { exchange, isHalted: halted === 1, limitUsed, clockOffsetSeconds, answeredAt, streamedAt };
  });
}

/** How fast what only grows has grown since the reading before. */
function rate(clock: Pick<Runtime, 'now'>): (value: number) => number {
  let before = { at: clock.now().getTime(), value: 0 };
  return (value) => {
    const at = clock.now().getTime();
    const seconds = (at - before.at) / 1000;
    const grown = seconds > 0 ? Math.max(0, value - before.value) / seconds : 0;
    before = { at, value };
    return grown;
  };
}

/** Since when it has been so, in seconds since 1970. */
function since(clock: Pick<Runtime, 'now'>): (isSo: boolean) => number | null {
  let from: number | null = null;
  return (isSo) => {
    from = isSo ? (from ?? clock.now().getTime() / 1000) : null;
    return from;
  };
}
