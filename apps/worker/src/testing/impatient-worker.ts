/**
 * A worker as a process of its own, told by its environment as the real one is. It gives up sooner on orders of which an
 * exchange knows nothing; how long they may still arrive is bounded by what this machine is to itself.
 */
import { createVault, openDatabase, parseMasterKey } from '@tenbin/db';
import { pino } from 'pino';
import { readWorkerConfig } from '../config.ts';
import { startWorker } from '../start-worker.ts';
import { connectHeld } from './held-exchange.ts';
import { impatient } from './impatient.ts';

const { databaseUrl, dataDir, masterKey, name, logLevel } = readWorkerConfig(process.env);
if (!('text' in masterKey)) throw new Error('the key is given as text here');
const log = pino({ level: logLevel, base: null });
const vault = createVault([parseMasterKey(masterKey.text)]);
await startWorker({
  db: await openDatabase(databaseUrl === null ? { dataDir, log } : { databaseUrl, log }),
  openSeal: (sealed, identity) => vault.open(sealed, identity),
  connect: (settings) => connectHeld(settings, log),
  log,
  name,
  patience: impatient,
});
