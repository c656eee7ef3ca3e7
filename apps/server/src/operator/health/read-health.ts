import type { Health, HealthOfProcess } from '@tenbin/contract';
import type { Exchange, ExchangeFacts, ProcessReport } from '@tenbin/db';
import { exchangeLabel } from '@tenbin/exchange';
import type { ServerContext } from '../../context.ts';
import { alarmsOf } from './alarms-of.ts';

/** A process reports every five seconds. */
const silentAfterSeconds = 20;
/** Without a word of it for so long an exchange counts as not reachable where somebody listens. */
const unreachableAfterSeconds = 120;

/** How everything stands: what every process has written down of itself, and what the database knows. */
export async function readHealth({ database, clock, trial }: Pick<ServerContext, 'database' | 'clock' | 'trial'>): Promise<Health> {
  const { platform, soundness } = database;
  const answersInMs = await soundness.answersInMs();
  const [reports, exchanges, jobs, mails, overdrawn, overdrawnRests, unownedLedgers, makers, brokenDays, bytes, backedUpAt] =
    await Promise.all([
      platform.processes.list(),
      platform.exchanges.list(),
      soundness.jobs(),
      soundness.mails(),
      soundness.overdrawn(),
      soundness.overdrawnRests(),
      soundness.unownedLedgers(),
      soundness.stoppedMakers(),
      soundness.brokenAuditDays(),
      soundness.bytes(),
      soundness.lastArchivedAt(),
    ]);
  const now = clock.now();
  const living = reports.filter(({ silentSeconds }) => silentSeconds <= silentAfterSeconds);
  const workers = living.flatMap(({ facts }) => facts.bots ?? []);
  const total = (of: (bots: (typeof workers)[number]) => number): number => workers.reduce((sum, bots) => sum + of(bots), 0);
  const found: Omit<Health, 'alarms'> = {
    at: now.toISOString(),
    processes: reports.map(processReply),
    database: { engine: database.engine, answersInMs, bytes, connections: connectionsOf(soundness.connections()) },
    jobs: jobs.map((queue) => ({ ...queue, oldestAgeSeconds: Math.max(0, queue.oldestAgeSeconds) })),
    mails: { ...mails, isInbox: trial !== null },
    exchanges: exchanges.map((exchange) => exchangeReply(exchange, living, now.getTime() / 1000)),
    ordersUnknown: total(({ ordersUnknown }) => ordersUnknown),
    eventsPerSecond: total(({ eventsPerSecond }) => eventsPerSecond),
    reconciledAt: timeOf(least(workers.map(({ reconciledAt }) => reconciledAt))),
    backedUpAt: timeOf(backedUpAt),
  };
  const stoppedMakers = makers.reduce((sum, { count }) => sum + count, 0);
  return { ...found, alarms: alarmsOf(found, { reports, overdrawn, overdrawnRests, unownedLedgers, brokenDays, stoppedMakers }) };
}

const timeOf = (seconds: number | null): string | null => (seconds === null ? null : new Date(seconds * 1000).toISOString());
const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);
const least = (values: readonly (number | null)[]): number | null => (known(values).length === 0 ? null : Math.min(...known(values)));
const greatest = (values: readonly (number | null)[]): number | null => (known(values).length === 0 ? null : Math.max(...known(values)));
const farthest = (values: readonly (number | null)[]): number | null => known(values).sort((a, b) => Math.abs(b) - Math.abs(a))[0] ?? null;

function processReply({ id, kind, name, startedAt, reportedAt, silentSeconds, facts }: ProcessReport): HealthOfProcess {
  const { memoryBytes, cores, lagSeconds, bots } = facts;
  return {
    _id: id,
    kind,
    name,
    startedAt: startedAt.toISOString(),
    reportedAt: reportedAt.toISOString(),
    isSilent: silentSeconds > silentAfterSeconds,
    memoryBytes,
    cores,
    lagSeconds,
    bots: bots && {
      accounts: bots.accounts,
      eventsWaiting: bots.eventsWaiting,
      eventsPerSecond: bots.eventsPerSecond,
      takeOvers: bots.takeOvers,
      ordersUnknown: bots.ordersUnknown,
      differing: bots.differing,
      reconciledAt: timeOf(bots.reconciledAt),
    },
  };
}

function exchangeReply(
  { id, name, ccxtId, baseUrl, enabled }: Exchange,
  living: readonly ProcessReport[],
  now: number,
): Health['exchanges'][number] {
  const label = exchangeLabel(baseUrl ?? ccxtId);
  const seen = living.flatMap(({ facts }) => facts.exchanges.filter(({ exchange }) => exchange === label));
  const of = (read: (facts: ExchangeFacts) => number | null) => seen.map(read);
  const answeredAt = greatest(of((facts) => facts.answeredAt));
  const streamedAt = greatest(of((facts) => facts.streamedAt));
  const isHeard = now - Math.max(answeredAt ?? 0, streamedAt ?? 0) < unreachableAfterSeconds;
  return {
    _id: id,
    name,
    enabled,
    // Who follows its prices hears of it all the time; without that its silence says nothing.
    isReachable: isHeard ? true : streamedAt === null ? null : false,
    isHalted: seen.some(({ isHalted }) => isHalted),
    limitUsed: greatest(of(({ limitUsed }) => limitUsed)),
    clockOffsetSeconds: farthest(of(({ clockOffsetSeconds }) => clockOffsetSeconds)),
    answeredAt: timeOf(answeredAt),
    streamedAt: timeOf(streamedAt),
  };
}

function connectionsOf(pools: Readonly<Record<string, { readonly inUse: number; readonly idle: number; readonly waiting: number }>>) {
  const total = { inUse: 0, idle: 0, waiting: 0 };
  for (const { inUse, idle, waiting } of Object.values(pools)) {
    total.inUse += inUse;
    total.idle += idle;
    total.waiting += waiting;
  }
  return total;
}
