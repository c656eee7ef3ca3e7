import { channels, type WishSignal } from '@tenbin/bots';
import type { Reached } from '@tenbin/brand';
import { type Database, SharedHalts } from '@tenbin/db';
import { type Clock, type Log, type Patience, systemClock } from '@tenbin/engine';
import type { MailSender } from '@tenbin/mail';
import { type ClaimListener, Claims } from './accounts/claims.ts';
import { type Connect, ExchangePool } from './accounts/exchange-pool.ts';
import type { OpenSeal } from './accounts/open-credentials.ts';
import { Fleet, type FleetStanding, partOfRoundMs } from './bots/fleet.ts';
import { PricePublisher } from './bots/price-publisher.ts';
import { every } from './every.ts';
import { RightsWatch } from './jobs/rights-watch.ts';
import { sweepSignUps } from './jobs/sweep-sign-ups.ts';
import { Outbox } from './mails/outbox.ts';
import { UserMails } from './mails/user-mails.ts';

export interface WorkerOptions {
  readonly db: Database;
  readonly openSeal: OpenSeal;
  readonly connect: Connect;
  readonly log: Log;
  /** Absent: mails stay in the outbox, where a trial's inbox shows them. */
  readonly mailSender?: MailSender | undefined;
  readonly clock?: Clock | undefined;
  /** Among several workers; shown to the operator. */
  readonly name?: string | undefined;
  /**
   * Names the address from which exchanges are called. Workers that share it share what an exchange tells it to wait, and
   * the connections that it may open; absent: the same as every other worker's.
   */
  readonly callsFrom?: string | undefined;
  /** When an order that the exchange does not have is believed never to have arrived, and a pair that it lists no more to be gone. */
  readonly patience?: Patience | undefined;
  /** How often it looks which keys' rights are due to be checked. */
  readonly rightsMs?: number | undefined;
  /** What mails about bots that stopped by themselves, and about rebalances, need; absent: none are written. */
  readonly stopMails?: Reached | undefined;
}

export interface Worker {
  /** How many bots it has in hand. */
  readonly botCount: number;
  /** How they stand, for whoever asks why one does not go on. */
  readonly standing: FleetStanding;
  /** Finishes what is in flight. Open orders stay open, and the bots go on with the next worker. */
  close(): Promise<void>;
}

const renewMs = 500;
const lookMs = 3_000;
const pricesMs = 1_000;
const forgottenAfterMs = 86_400_000;
const mailsMs = 5_000;
const usualRightsMs = 60_000;
const sweepMs = 10 * 60_000;

/** Runs the bots that are wished to run: claims their exchange accounts, and starts, goes on with and stops them. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { db, log, connect, openSeal, clock = systemClock, name = 'worker', patience, mailSender } = options;
  const prices = new PricePublisher(db, log);
  const { callsFrom = 'default' } = options;
  const halts = new SharedHalts(db, { from: callsFrom, log });
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
    goneAfterMs: patience?.goneAfterMs,
  });
  const mails = options.stopMails ? new UserMails(options.stopMails, { clock, log }) : null;
  const fleet = new Fleet({ db, exchanges, openSeal, clock, log, patience, mails, onOwnershipLost: () => claims.doubt() });
  const presence = await db.holdPresence();
  const listener: ClaimListener = {
    onClaimed: (claimed) => fleet.own(claimed),
    onLost: () => void fleet.close(),
    onGivenBack: (given) => fleet.disown(given.map(({ exchangeAccountId }) => exchangeAccountId)),
  };
  const claims = new Claims(db.platform.workers, listener, { name, presence: presence.token, clock, log });
  const rights = new RightsWatch({ db, fleet, clock, log });
  const outbox = mailSender ? new Outbox(db.platform.mailQueue, mailSender, { clock, log }) : null;

  // The embedded database serves one process only: whoever was registered before is gone. Elsewhere each crash leaves a row.
  await db.platform.workers.removeDead(db.engine === 'pglite' ? 0 : forgottenAfterMs);
  const onWish = (payload: string) => {
    const signal = readWish(payload);
    if (signal) fleet.look(signal.exchangeAccountId);
    void renewing.now();
  };
  const renewing = every(renewMs, clock, () => claims.renew());
  const timers = [
    renewing,
    every(lookMs, clock, () => fleet.lookAtUnmet()),
    every(partOfRoundMs, clock, async () => fleet.passTime()),
    every(pricesMs, clock, () => prices.publish()),
    every(options.rightsMs ?? usualRightsMs, clock, () => rights.work()),
    every(sweepMs, clock, () => sweepSignUps({ platform: db.platform, clock, log })),
    ...(outbox ? [every(mailsMs, clock, () => outbox.work())] : []),
  ];
  const unlisten = [
    await db.listen(channels.botWishes, onWish, () => fleet.lookAtAll()),
    await db.listen(channels.mailsWaiting, () => void outbox?.work()),
  ];
  await renewing.now();

  return {
    get botCount() {
      return fleet.size;
    },
    get standing() {
      return fleet.standing;
    },
    async close() {
      for (const stop of unlisten) await stop();
      await Promise.all(timers.map((timer) => timer.stop()));
      await fleet.close();
      await halts.close();
      await exchanges.close();
      await outbox?.close();
      await claims.leave();
      await presence.release();
    },
  };
}

/** A signal that cannot be read is passed over: the next look finds what it was about. */
function readWish(payload: string): WishSignal | null {
  try {
    const signal: Partial<WishSignal> = JSON.parse(payload);
    return typeof signal.exchangeAccountId === 'string' ? (signal as WishSignal) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
