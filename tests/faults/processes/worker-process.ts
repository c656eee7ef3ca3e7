/** A worker as a process of its own. It is less patient than in life, so that a round is short; nothing else differs. */
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadBrands } from '@tenbin/brand/load';
import type { Mail } from '@tenbin/db';
import { createVault, openDatabase, parseMasterKeys } from '@tenbin/db';
import { latestArrivalMs } from '@tenbin/engine';
import { CcxtExchanges } from '@tenbin/exchange-ccxt';
import type { MailSender } from '@tenbin/mail';
import { systemRuntime } from '@tenbin/runtime';
import { testMasterKey } from '@tenbin/testkit';
import { type FleetDiagnostics, startWorker } from '@tenbin/worker';
import { pino } from 'pino';
import { noteEndedJobs } from './note-ended-jobs.ts';

/** What the parent asks: how everything stands here. */
export interface WorkerQuestion {
  readonly ask: string;
}

export interface WorkerAnswer {
  readonly to: string;
  readonly diagnostics: FleetDiagnostics;
}

/**
 * Calls end sooner, silent sockets and rules that are old are noticed sooner, and a firewall that does not say for how long
 * it refuses an address, as a socket's handshake cannot be told, is believed to last two seconds and not ten minutes.
 */
const deadlines = {
  orderDeadlineMs: 2_000,
  readDeadlineMs: 3_000,
  pingEveryMs: 1_000,
  marketsAtMostEveryMs: 3_000,
  maxHaltWithoutWordMs: 2_000,
};
/** Money that came from outside is booked after so many looks at the wallet that they last longer than trades are withheld. */
const walletsMs = 700;
/** Longer than an order may take to arrive, however slowly the machine goes. */
const unknownOrderPolicy = { neverPlacedAfterMs: latestArrivalMs + 1_000, definiteAnswers: 3, goneAfterMs: 6_000 };

/** Slow enough to be struck, and whom a process that was killed had in hand are soon somebody else's. */
const [broadcastsPerSecond, broadcastLeaseMs] = [50, 20_000];

const [databaseUrl = '', name = 'worker', takenMails = '', endedJobs = '', delivered = ''] = process.argv.slice(2);
const log = pino({ base: { name } }, pino.destination(2));
const vault = createVault(parseMasterKeys(testMasterKey));
const runtime = systemRuntime();
const db = await openDatabase({ runtime, databaseUrl, log });
const exchanges = new CcxtExchanges(runtime);
noteEndedJobs(db.jobs, endedJobs);
/** Takes every mail, and writes down which before it says so. */
const mailSender: MailSender = { send: async (mail) => appendFileSync(takenMails, `${(mail as Mail).id}\n`), close: () => undefined };
/** The same of mails to many, with whom each is to. */
const sender: MailSender = {
  send: async (mail) => appendFileSync(delivered, `${(mail as Mail).id} ${mail.to}\n`),
  close: () => undefined,
};
const brands = await loadBrands(fileURLToPath(new URL('../../../brands', import.meta.url)));
const worker = await startWorker({
  db,
  clock: runtime,
  openSeal: (sealed, identity) => vault.open(sealed, identity),
  connect: (settings) => exchanges.connect(settings, deadlines),
  log,
  name,
  unknownOrderPolicy,
  walletsMs,
  mailSender,
  broadcasts: { sender, perSecond: broadcastsPerSecond, leaseMs: broadcastLeaseMs },
  stopMails: { brands, defaultBrand: null, publicUrl: 'https://tenbin.example', isTrial: true, seal: (text) => text },
});
process.on('message', ({ ask }: WorkerQuestion) => {
  process.send?.({ to: ask, diagnostics: worker.diagnostics } satisfies WorkerAnswer);
});
process.once('disconnect', () => process.exit(0));
process.send?.({ ready: name });
