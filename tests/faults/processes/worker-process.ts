/** A worker as a process of its own. It is less patient than in life, so that a round is short; nothing else differs. */
import { createVault, openDatabase, parseMasterKey } from '@tenbin/db';
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

/** Calls end sooner, and silent sockets are noticed sooner. */
const deadlines = { orderDeadlineMs: 2_000, readDeadlineMs: 3_000, pingEveryMs: 1_000 };
/** Longer than an order can be on its way here: its deadline, and the longest delay that is injected. */
const patience = { neverPlacedAfterMs: 4_000, definiteAnswers: 3 };

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
