import { channels, type DesiredStateSignal } from '@tenbin/bots';
import { type Database, reportProcess, SharedHalts } from '@tenbin/db';
import type { Clock, UnknownOrderPolicy } from '@tenbin/engine';
import type { MailSender } from '@tenbin/mail';
import type { StrategyOf } from '@tenbin/strategy';
import { type Log, type Metrics, noMetrics } from '@tenbin/telemetry';
import { type ClaimListener, Claims } from './accounts/claims.ts';
import { type Connect, ExchangePool } from './accounts/exchange-pool.ts';
import type { OpenSeal } from './accounts/open-credentials.ts';
import { WalletWatch } from './accounts/wallet-watch.ts';
import { Fleet, type FleetDiagnostics, tickMs } from './bots/fleet.ts';
import { NewsPublisher } from './bots/news-publisher.ts';
import { PricePublisher } from './bots/price-publisher.ts';
import { VolumeWatch } from './bots/volume-watch.ts';
import { broadcastTimes, sendBroadcasts } from './broadcasts/send-broadcasts.ts';
import type { SendingBroadcasts } from './broadcasts/send-some.ts';
import { every } from './every.ts';
import { auditDayTimes, checkAuditDays } from './jobs/check-audit-days.ts';
import { auditTimes, keepAuditLog } from './jobs/keep-audit-log.ts';
import { RightsWatch } from './jobs/rights-watch.ts';
import { entitlementTimes, stopUnentitled } from './jobs/stop-unentitled.ts';
import { sweepLeftovers, sweepTimes } from './jobs/sweep-leftovers.ts';
import { sendMails } from './mails/send-mails.ts';
import { type UserMailSettings, UserMails } from './mails/user-mails.ts';
import { sendPushes } from './pushes/send-pushes.ts';
import { watchWorker } from './watch-worker.ts';

export interface WorkerOptions {
  readonly db: Database;
  readonly openSeal: OpenSeal;
  readonly connect: Connect;
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
  /** Absent: mails wait, and a trial's inbox shows them. */
  readonly mailSender?: MailSender | undefined;
  /** Sends broadcasts over connections of its own, so that nobody's code waits for them; `perSecond` at most. Absent: they wait, or are put into a trial's inbox. `leaseMs`: whom one process has in hand is nobody else's for so long; as usual unless given. */
  readonly broadcasts?: { readonly sender: MailSender; readonly perSecond: number; readonly leaseMs?: number } | undefined;
  readonly clock: Clock;
  /** Among several workers; shown to the operator. */
  readonly name?: string | undefined;
  /**
   * Names the address from which exchanges are called. Workers that share it share what an exchange tells it to wait, and
   * the connections that it may open; absent: the same as every other worker's.
   */
  readonly callsFrom?: string | undefined;
  /** When an order that the exchange does not have is believed never to have arrived, and a pair that it lists no more to be gone. */
  readonly unknownOrderPolicy?: UnknownOrderPolicy | undefined;
  /** How often it looks which keys' rights are due to be checked. */
  readonly rightsMs?: number | undefined;
  /** How often the wallets of the platform's exchange accounts are held against what is booked. */
  readonly walletsMs?: number | undefined;
  /** Makes the bots' strategies of what is stored; as usual unless given. */
  readonly strategyOf?: StrategyOf | undefined;
  /** How much room the audit log may take before the log says so. */
  readonly auditMegabytes?: number | undefined;
  /** What mails about bots that stopped by themselves, and about rebalances, need; absent: none are written. */
  readonly stopMails?: UserMailSettings | undefined;
}

export interface Worker {
  /** How many bots it has in hand. */
  readonly botCount: number;
  /** How they stand, for whoever asks why one does not go on. */
  readonly diagnostics: FleetDiagnostics;
  /** Finishes what is in flight. Open orders stay open, and the bots go on with the next worker. */
  close(): Promise<void>;
}

const renewMs = 500;
const reconcileMs = 3_000;
const pricesMs = 1_000;
const forgottenAfterMs = 86_400_000;
const defaultRightsMs = 60_000;
const defaultWalletsMs = 15_000;
const defaultAuditMegabytes = 1_000;

/** Runs the bots that are requested to run: claims their exchange accounts, and starts, goes on with and stops them. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { db, log, connect, openSeal, clock, name = 'worker', unknownOrderPolicy, mailSender, metrics = noMetrics } = options;
  const prices = new PricePublisher(db, log);
  const news = new NewsPublisher({ db, clock, log });
  const { callsFrom = 'default' } = options;
  const halts = new SharedHalts(db, { clock, from: callsFrom, log });
  await halts.open();
  const exchanges = new ExchangePool({
    exchanges: db.platform.exchanges,
    connect,
    log,
    clock,
    halts,
    turns: db.platform.exchangeTurns,
    callsFrom,
    onPrice: (exchangeId, tick) => prices.take(exchangeId, tick),
    goneAfterMs: unknownOrderPolicy?.goneAfterMs,
  });
  const mails = options.stopMails ? new UserMails(options.stopMails, { clock, log }) : null;
  const volumes = new VolumeWatch({ db, clock, log, metrics, mails });
  const fleet = new Fleet({
    strategyOf: options.strategyOf,
    db,
    exchanges,
    openSeal,
    clock,
    log,
    unknownOrderPolicy,
    mails,
    onNews: (batch) => {
      news.take(batch);
      if (batch.changed.includes('record')) volumes.take(batch);
    },
    onOpened: (owner) => volumes.take(owner),
    metrics,
    onOwnershipLost: () => claims.markStale(),
  });
  const presence = await db.holdPresence();
  const listener: ClaimListener = {
    onClaimed: (claimed) => fleet.claim(claimed),
    onLost: () => void fleet.close(),
    onGivenBack: (given) => fleet.release(given.map(({ exchangeAccountId }) => exchangeAccountId)),
  };
  const claims = new Claims(db.platform.workers, listener, { name, presence: presence.token, clock, log, metrics });
  const rights = new RightsWatch({ db, fleet, clock, log });
  const wallets = new WalletWatch({
    db,
    fleet,
    rulesAt: async (exchangeId) => (await exchanges.require(exchangeId)).hub.rules,
    clock,
    log,
  });

  // The embedded database serves one process only: whoever was registered before is gone. Elsewhere each crash leaves a row.
  await db.platform.workers.removeDead(db.engine === 'pglite' ? 0 : forgottenAfterMs);
  const onDesiredState = (payload: string) => {
    const signal = readSignal(payload);
    if (signal) fleet.reconcile(signal.exchangeAccountId);
    void renewing.now();
  };
  const renewing = every(renewMs, clock, () => claims.renew());
  const timers = [
    renewing,
    every(reconcileMs, clock, () => fleet.reconcileUnmet()),
    every(tickMs, clock, async () => fleet.tick()),
    every(pricesMs, clock, () => prices.publish()),
    every(options.rightsMs ?? defaultRightsMs, clock, () => rights.work()),
    // Nobody waits for accounts whose exchange is slow.
    every(options.walletsMs ?? defaultWalletsMs, clock, async () => void wallets.work()),
  ];
  const unlisten = await db.listen(channels.desiredStates, onDesiredState, () => fleet.reconcileAll());
  await renewing.now();
  const { mailQueue } = db.platform;
  const stopJobs = [
    await db.jobs.repeat('leftovers', sweepTimes, () => sweepLeftovers({ db, clock, log })),
    await db.jobs.repeat('audit', auditTimes, () =>
      keepAuditLog({ platform: db.platform, clock, log, maxMegabytes: options.auditMegabytes ?? defaultAuditMegabytes }),
    ),
    await db.jobs.repeat('auditDays', auditDayTimes, (signal) => checkAuditDays({ platform: db.platform, clock, log, metrics }, signal)),
    await db.jobs.repeat('entitlements', entitlementTimes, (signal) => stopUnentitled({ db, clock, log, metrics, mails }, signal)),
    ...(await sendingBroadcasts(options)),
    ...(options.stopMails ? [await sendPushes(db.jobs, { ...options.stopMails, db, openSeal, clock, log })] : []),
    ...(mailSender ? [await sendMails(db.jobs, { mailQueue, sender: mailSender, clock, log, metrics })] : []),
  ];

  const stopWatching = watchWorker({ db, fleet, wallets, exchanges, metrics });
  const stopReporting = await reportProcess({ database: db, metrics, clock, log, kind: 'worker', name });

  return {
    get botCount() {
      return fleet.size;
    },
    get diagnostics() {
      return fleet.diagnostics;
    },
    async close() {
      await stopReporting();
      stopWatching();
      await unlisten();
      await Promise.all(timers.map((timer) => timer.stop()));
      await wallets.close();
      await fleet.close();
      await news.close();
      await volumes.close();
      await halts.close();
      await exchanges.close();
      await Promise.all(stopJobs.map((stop) => stop()));
      await claims.leave();
      await presence.release();
    },
  };
}

/** In a trial without a mail server they are put where all mails wait, so that its inbox shows them. */
async function sendingBroadcasts({ db, broadcasts, stopMails, clock, log, metrics = noMetrics }: WorkerOptions) {
  if (!stopMails || !(broadcasts || stopMails.isTrial)) return [];
  const deliver: SendingBroadcasts['deliver'] = broadcasts
    ? (mail) => broadcasts.sender.send(mail)
    : async ({ id: _, createdAt: at, ...mail }, organizationId) =>
        void (await db.forOrganization(organizationId).mails.put({ ...mail, at }));
  const { perSecond = 1_000, leaseMs } = broadcasts ?? {};
  const given = { db, deliver, settings: stopMails, perSecond, leaseMs, clock, log, metrics };
  const stop = await db.jobs.repeat('broadcasts', broadcastTimes, (signal) => sendBroadcasts(given, signal));
  return [
    async () => {
      await stop();
      broadcasts?.sender.close();
    },
  ];
}

/** A signal that cannot be read is passed over: the next look finds what it was about. */
function readSignal(payload: string): DesiredStateSignal | null {
  try {
    const signal: Partial<DesiredStateSignal> = JSON.parse(payload);
    return typeof signal.exchangeAccountId === 'string' ? (signal as DesiredStateSignal) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
