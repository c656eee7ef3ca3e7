import type { Alarm, Health } from '@tenbin/contract';
import type { ProcessReport } from '@tenbin/db';

/**
 * From when on something is wrong; the rules of `monitoring/` say the same. Only the rule for waiting connections begins at the
 * first one, since it sees how long that lasts.
 */
const limits = {
  lagSeconds: 0.5,
  /** Two looks running have seen it by then: a trade on its way is over. */
  differingSeconds: 30,
  ledgersSeconds: 120,
  unknownSeconds: 30,
  reconciledSeconds: 300,
  limitUsed: 0.8,
  clockSeconds: 1.5,
  jobSeconds: 300,
  mailSeconds: 300,
  answerMs: 1_000,
  connectionsWaitedFor: 10,
  backupSeconds: 26 * 3_600,
} as const;

/** What is wrong in what was found, the gravest first. Pure. */
export function alarmsOf(
  found: Omit<Health, 'alarms'>,
  {
    reports,
    overdrawn,
    overdrawnRests,
    unownedLedgers,
    stoppedMakers,
    brokenDays,
  }: {
    readonly reports: readonly ProcessReport[];
    readonly overdrawn: number;
    readonly overdrawnRests: number;
    readonly unownedLedgers: number;
    readonly stoppedMakers: number;
    readonly brokenDays: number;
  },
): Alarm[] {
  const now = Date.parse(found.at) / 1000;
  const alarms: Alarm[] = [];
  const alarm = (isSo: boolean, code: Alarm['code'], about: { readonly of?: string; readonly figure?: number } = {}): void => {
    if (isSo) alarms.push({ code, of: about.of ?? null, figure: about.figure ?? null });
  };
  const since = (at: string | null): number => (at === null ? 0 : now - Date.parse(at) / 1000);
  const living = reports.filter(({ id }) => found.processes.some((one) => one._id === id && !one.isSilent));
  const longAgo = (of: (bots: NonNullable<ProcessReport['facts']['bots']>) => number | null, seconds: number): boolean =>
    living.some(({ facts }) => {
      const at = facts.bots && of(facts.bots);
      return at !== null && now - at >= seconds;
    });
  const { mails, database, exchanges, jobs } = found;

  alarm(!living.some(({ kind }) => kind === 'worker'), 'noWorker');
  alarm(overdrawn > 0, 'ledgerOverdrawn', { figure: overdrawn });
  alarm(overdrawnRests > 0, 'restOverdrawn', { figure: overdrawnRests });
  alarm(stoppedMakers > 0, 'makerStopped', { figure: stoppedMakers });
  alarm(
    longAgo(({ differingSince }) => differingSince, limits.differingSeconds),
    'booksDiffer',
    { figure: living.reduce((sum, { facts }) => sum + (facts.bots?.differing ?? 0), 0) },
  );
  alarm(
    longAgo(({ unknownSince }) => unknownSince, limits.unknownSeconds),
    'ordersUnknown',
    { figure: found.ordersUnknown },
  );
  alarm(since(found.reconciledAt) > limits.reconciledSeconds, 'reconciliationOld', { figure: Math.round(since(found.reconciledAt)) });
  const ledgersAge = Math.max(0, ...living.map(({ facts }) => now - (facts.bots?.ledgersCheckedAt ?? now)));
  alarm(ledgersAge > limits.ledgersSeconds, 'ledgersUnchecked', { figure: Math.round(ledgersAge) });
  alarm(unownedLedgers > 0, 'ledgersUnowned', { figure: unownedLedgers });
  for (const { kind, name, isSilent } of found.processes) alarm(isSilent, 'processSilent', { of: `${name} (${kind})` });
  for (const { name, enabled, isReachable, isHalted, limitUsed, clockOffsetSeconds } of exchanges) {
    alarm(enabled && isReachable === false, 'exchangeSilent', { of: name });
    alarm(isHalted, 'exchangeHalted', { of: name });
    alarm((limitUsed ?? 0) > limits.limitUsed, 'limitNearlyUsed', { of: name, figure: Math.round(100 * (limitUsed ?? 0)) });
    const offset = clockOffsetSeconds ?? 0;
    alarm(Math.abs(offset) > limits.clockSeconds, 'clockOff', { of: name, figure: Math.round(offset * 10) / 10 });
  }
  alarm(brokenDays > 0, 'auditBroken', { figure: brokenDays });
  alarm(database.answersInMs > limits.answerMs, 'databaseSlow', { figure: Math.round(database.answersInMs) });
  alarm(database.connections.waiting > limits.connectionsWaitedFor, 'connectionsWaitedFor', { figure: database.connections.waiting });
  for (const { kind, name, isSilent, lagSeconds } of found.processes)
    alarm(!isSilent && (lagSeconds ?? 0) > limits.lagSeconds, 'eventLoopLate', {
      of: `${name} (${kind})`,
      figure: Math.round(1000 * (lagSeconds ?? 0)),
    });
  // Mails have words of their own.
  for (const { queue, oldestAgeSeconds, dead } of jobs.filter((one) => one.queue !== 'mail')) {
    alarm(oldestAgeSeconds > limits.jobSeconds, 'jobsLate', { of: queue, figure: Math.round(oldestAgeSeconds) });
    alarm(dead > 0, 'jobsDead', { of: queue, figure: dead });
  }
  alarm(!mails.isInbox && mails.oldestAgeSeconds > limits.mailSeconds, 'mailsLate', { figure: mails.waiting });
  alarm(mails.givenUp > 0, 'mailsGivenUp', { figure: mails.givenUp });
  alarm(since(found.backedUpAt) > limits.backupSeconds, 'backupOld', { figure: Math.round(since(found.backedUpAt) / 3600) });
  return alarms;
}
