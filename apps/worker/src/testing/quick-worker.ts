/**
 * A worker as a process of its own, told by its environment as the real one is. It gives up sooner on orders of which an
 * exchange knows nothing; how long they may still arrive is bounded by what this machine is to itself.
 */

import { createVault, openDatabase, parseMasterKeys } from '@tenbin/db';
import { systemRuntime } from '@tenbin/runtime';
import { createLog } from '@tenbin/telemetry/process';
import { readWorkerConfig } from '../config.ts';
import { startWorker } from '../start-worker.ts';
import { connectHeld } from './held-exchange.ts';
import { quickPolicy } from './quick-policy.ts';

const { databaseUrl, dataDir, masterKey, name, logLevel } = readWorkerConfig(process.env);
if (!('text' in masterKey)) throw new Error('the key is given as text here');
const log = createLog(logLevel);
const vault = createVault(parseMasterKeys(masterKey.text));
await startWorker({
  db: await openDatabase({ runtime: systemRuntime(), log, ...(databaseUrl === null ? { dataDir } : { databaseUrl }) }),
  clock: systemRuntime(),
  openSeal: (sealed, identity) => vault.open(sealed, identity),
  connect: connectHeld,
  log,
  name,
  unknownOrderPolicy: quickPolicy,
});
