import { readFileSync } from 'node:fs';
import type { Alarm, Health } from '@tenbin/contract';
import type { BotFacts, ProcessReport } from '@tenbin/db';
import { expect, test } from 'vitest';
import { alarmsOf } from './alarms-of.ts';

const at = new Date('2026-03-01T12:00:00Z');
const nowSeconds = at.getTime() / 1000;
const ago = (seconds: number): number => nowSeconds - seconds;
const timeOf = (seconds: number): string => new Date(1000 * ago(seconds)).toISOString();

const quietBots: BotFacts = {
  accounts: 1,
  eventsWaiting: 0,
  eventsPerSecond: 0,
  takeOvers: 0,
  ordersUnknown: 0,
  unknownSince: null,
  differing: 0,
  differingSince: null,
  reconciledAt: nowSeconds,
  ledgersCheckedAt: nowSeconds,
};
const process: Health['processes'][number] = {
  _id: 'w1',
  kind: 'worker',
  name: 'w',
  startedAt: timeOf(60),
  reportedAt: timeOf(0),
  isSilent: false,
  memoryBytes: 1,
  cores: 0,
  lagSeconds: 0,
  bots: null,
};
const exchange: Health['exchanges'][number] = {
  _id: 'e1',
  name: 'Binance',
  enabled: true,
  isReachable: true,
  isHalted: false,
  limitUsed: 0,
  clockOffsetSeconds: 0,
  answeredAt: timeOf(0),
  streamedAt: timeOf(0),
};
const counts = { overdrawn: 0, overdrawnRests: 0, unownedLedgers: 0, stoppedMakers: 0, brokenDays: 0 };
const mails = { waiting: 0, oldestAgeSeconds: 0, givenUp: 0, isInbox: false };
const connections = { inUse: 1, idle: 1, waiting: 0 };
const database: Health['database'] = { engine: 'postgres', answersInMs: 1, bytes: 1, connections };

/** What differs from a quiet day. */
interface Found extends Partial<typeof counts> {
  readonly bots?: Partial<BotFacts>;
  readonly processes?: readonly Partial<typeof process>[];
  readonly exchange?: Partial<typeof exchange>;
  readonly jobs?: Partial<Health['jobs'][number]>;
  readonly mails?: Partial<typeof mails>;
  readonly answersInMs?: number;
  readonly waiting?: number;
  readonly health?: Partial<Health>;
}

function alarmsWhere({ bots, processes = [{}], health, answersInMs = 1, waiting = 0, ...found }: Found): readonly Alarm[] {
  const shown = processes.map((one) => ({ ...process, ...one }));
  const reports = shown.map(
    ({ _id: id, kind, name }): ProcessReport => ({
      id,
      kind,
      name,
      startedAt: at,
      reportedAt: at,
      silentSeconds: 0,
      facts: { memoryBytes: 1, cores: 0, lagSeconds: 0, exchanges: [], bots: { ...quietBots, ...bots } },
    }),
  );
  const quiet: Omit<Health, 'alarms'> = {
    at: at.toISOString(),
    processes: shown,
    database: { ...database, answersInMs, connections: { ...connections, waiting } },
    jobs: [{ queue: 'payments', due: 0, oldestAgeSeconds: 0, dead: 0, ...found.jobs }],
    mails: { ...mails, ...found.mails },
    exchanges: [{ ...exchange, ...found.exchange }],
    ordersUnknown: bots?.ordersUnknown ?? 0,
    eventsPerSecond: 0,
    reconciledAt: timeOf(0),
    backedUpAt: timeOf(0),
  };
  return alarmsOf({ ...quiet, ...health }, { reports, ...counts, ...found });
}

interface Row {
  /** The rule of `monitoring/` that says the same, and from when on. */
  readonly rule: readonly [alert: string, limit: string];
  /** The most that is no alarm yet. */
  readonly quiet: Found;
  /** The least that is one. */
  readonly raised: Found;
  readonly of?: string;
  readonly figure?: number;
}

const rows: Readonly<Record<Alarm['code'], Row>> = {
  noWorker: { rule: ['TenbinAbsent', 'absent(tenbin_accounts_owned)'], quiet: {}, raised: { processes: [{ kind: 'server' }] } },
  processSilent: {
    rule: ['TenbinProcessSilent', 'for: 20s'],
    quiet: { processes: [{}, { _id: 'w2', isSilent: false }] },
    raised: { processes: [{}, { _id: 'w2', name: 'x', isSilent: true }] },
    of: 'x (worker)',
  },
  eventLoopLate: {
    rule: ['TenbinEventLoopLate', '> 0.5'],
    quiet: { processes: [{ lagSeconds: 0.5 }] },
    raised: { processes: [{ lagSeconds: 0.501 }] },
    of: 'w (worker)',
    figure: 501,
  },
  booksDiffer: {
    rule: ['TenbinBooksDiffer', '> 30'],
    quiet: { bots: { differing: 2, differingSince: ago(29) } },
    raised: { bots: { differing: 2, differingSince: ago(30) } },
    figure: 2,
  },
  ledgerOverdrawn: { rule: ['TenbinLedgerOverdrawn', '> 0'], quiet: { overdrawn: 0 }, raised: { overdrawn: 1 }, figure: 1 },
  restOverdrawn: { rule: ['TenbinRestOverdrawn', '> 0'], quiet: { overdrawnRests: 0 }, raised: { overdrawnRests: 1 }, figure: 1 },
  makerStopped: { rule: ['TenbinMakerStopped', '> 0'], quiet: { stoppedMakers: 0 }, raised: { stoppedMakers: 1 }, figure: 1 },
  ordersUnknown: {
    rule: ['TenbinOrderUnknown', 'for: 30s'],
    quiet: { bots: { ordersUnknown: 3, unknownSince: ago(29) } },
    raised: { bots: { ordersUnknown: 3, unknownSince: ago(30) } },
    figure: 3,
  },
  reconciliationOld: {
    rule: ['TenbinReconciliationOld', '> 300'],
    quiet: { health: { reconciledAt: timeOf(300) } },
    raised: { health: { reconciledAt: timeOf(301) } },
    figure: 301,
  },
  ledgersUnchecked: {
    rule: ['TenbinLedgersUnchecked', '> 120'],
    quiet: { bots: { ledgersCheckedAt: ago(120) } },
    raised: { bots: { ledgersCheckedAt: ago(121) } },
    figure: 121,
  },
  ledgersUnowned: { rule: ['TenbinLedgersUnowned', '> 0'], quiet: { unownedLedgers: 0 }, raised: { unownedLedgers: 1 }, figure: 1 },
  exchangeHalted: {
    rule: ['TenbinExchangeHalted', '== 1'],
    quiet: { exchange: { isHalted: false } },
    raised: { exchange: { isHalted: true } },
    of: 'Binance',
  },
  exchangeSilent: {
    rule: ['TenbinStreamSilent', '> 120'],
    quiet: { exchange: { isReachable: null } },
    raised: { exchange: { isReachable: false } },
    of: 'Binance',
  },
  limitNearlyUsed: {
    rule: ['TenbinLimitNearlyUsed', '> 0.8'],
    quiet: { exchange: { limitUsed: 0.8 } },
    raised: { exchange: { limitUsed: 0.81 } },
    of: 'Binance',
    figure: 81,
  },
  clockOff: {
    rule: ['TenbinClockOff', '> 1.5'],
    quiet: { exchange: { clockOffsetSeconds: -1.5 } },
    raised: { exchange: { clockOffsetSeconds: -1.6 } },
    of: 'Binance',
    figure: -1.6,
  },
  jobsLate: {
    rule: ['TenbinJobLate', '> 300'],
    quiet: { jobs: { oldestAgeSeconds: 300 } },
    raised: { jobs: { oldestAgeSeconds: 301 } },
    of: 'payments',
    figure: 301,
  },
  jobsDead: { rule: ['TenbinJobDead', '> 0'], quiet: { jobs: { dead: 0 } }, raised: { jobs: { dead: 1 } }, of: 'payments', figure: 1 },
  mailsLate: {
    rule: ['TenbinJobLate', '> 300'],
    quiet: { mails: { waiting: 4, oldestAgeSeconds: 300 } },
    raised: { mails: { waiting: 4, oldestAgeSeconds: 301 } },
    figure: 4,
  },
  mailsGivenUp: { rule: ['TenbinMailGivenUp', '> 0'], quiet: { mails: { givenUp: 0 } }, raised: { mails: { givenUp: 1 } }, figure: 1 },
  databaseSlow: { rule: ['TenbinDatabaseSlow', '> 1'], quiet: { answersInMs: 1_000 }, raised: { answersInMs: 1_001 }, figure: 1_001 },
  connectionsWaitedFor: { rule: ['TenbinDatabaseBusy', '> 0'], quiet: { waiting: 10 }, raised: { waiting: 11 }, figure: 11 },
  backupOld: {
    rule: ['TenbinBackupOld', '> 26 * 3600'],
    quiet: { health: { backedUpAt: timeOf(26 * 3_600) } },
    raised: { health: { backedUpAt: timeOf(26 * 3_600 + 1) } },
    figure: 26,
  },
  auditBroken: { rule: ['TenbinAuditBroken', '> 0'], quiet: { brokenDays: 0 }, raised: { brokenDays: 1 }, figure: 1 },
};
const cases = Object.entries(rows) as [Alarm['code'], Row][];

test.each(cases)('%s is an alarm from its limit on, alone, and not before it', (code, { quiet, raised, of = null, figure = null }) => {
  expect(alarmsWhere(quiet)).toEqual([]);
  expect(alarmsWhere(raised)).toEqual([{ code, of, figure }]);
});

const alerts = readFileSync(new URL('../../../../../monitoring/alerts.yaml', import.meta.url), 'utf8').split(/^ +- alert: /m);

test.each(cases)('%s is a rule of Prometheus too', (_, { rule: [alert, limit] }) => {
  const rule = alerts.find((one) => one.startsWith(`${alert}\n`)) ?? '';
  const lines = rule.split('\n').map((line) => line.trim());
  const says = limit.startsWith('for:')
    ? (line: string) => line === limit
    : (line: string) => line.startsWith('expr: ') && line.endsWith(limit);
  expect(lines.filter(says), alert).toHaveLength(1);
});

test('jobs of mails are no alarm of their own, nor is what waits where mails are read in the product', () => {
  expect(alarmsWhere({ jobs: { queue: 'mail', oldestAgeSeconds: 301, dead: 1 } })).toEqual([]);
  expect(alarmsWhere({ mails: { waiting: 4, oldestAgeSeconds: 301, isInbox: true } })).toEqual([]);
});

test('what is not known, and what nobody uses, is no alarm', () => {
  expect(alarmsWhere({ exchange: { isReachable: false, enabled: false } })).toEqual([]);
  expect(alarmsWhere({ health: { reconciledAt: null, backedUpAt: null }, processes: [{ lagSeconds: null }] })).toEqual([]);
});
