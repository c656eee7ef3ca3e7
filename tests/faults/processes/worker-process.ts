/** A worker as a process of its own. It is less patient than in life, so that a round is short; nothing else differs. */
import { createVault, openDatabase, parseMasterKey } from '@tenbin/db';
import { latestArrivalMs } from '@tenbin/engine';
import { connectExchange } from '@tenbin/exchange-ccxt';
import { testMasterKey } from '@tenbin/testkit';
import { type FleetStanding, startWorker } from '@tenbin/worker';
import { pino } from 'pino';

/** What the parent asks: how everything stands here. */
export interface WorkerQuestion {
  readonly ask: string;
}

export interface WorkerAnswer {
  readonly to: string;
  readonly standing: FleetStanding;
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
  longestHaltWithoutWordMs: 2_000,
};
/** Longer than an order may take to arrive, however slowly the machine goes. */
const patience = { neverPlacedAfterMs: latestArrivalMs + 1_000, definiteAnswers: 3, goneAfterMs: 6_000 };

const [databaseUrl = '', name = 'worker'] = process.argv.slice(2);
const log = pino({ base: { name } }, pino.destination(2));
const vault = createVault([parseMasterKey(testMasterKey)]);
const db = await openDatabase({ databaseUrl, log });
const worker = await startWorker({
  db,
  openSeal: (sealed, identity) => vault.open(sealed, identity),
  connect: (settings) => connectExchange(settings, deadlines),
  log,
  name,
  patience,
});
process.on('message', ({ ask }: WorkerQuestion) => {
  process.send?.({ to: ask, standing: worker.standing } satisfies WorkerAnswer);
});
process.once('disconnect', () => process.exit(0));
process.send?.({ ready: name });
