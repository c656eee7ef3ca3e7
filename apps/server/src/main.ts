import { constants, setPriority } from 'node:os';
import { BrandFileError } from '@tenbin/brand/load';
import {
  type Database,
  DatabaseUnavailableError,
  DataFolderInUseError,
  loadMasterKeys,
  openDatabase,
  openVault,
  SealError,
  sayAudit,
} from '@tenbin/db';
import { startFailureText } from '@tenbin/settings';
import { pino } from 'pino';
import { type ProcessConfig, readConfig } from './config.ts';
import type { Trial } from './context.ts';
import { connectAside } from './exchange-access/connect-aside.ts';
import { withdrawVirtualExchange } from './exchange-access/offered-exchanges.ts';
import { startServer } from './start-server.ts';

async function main(config: ProcessConfig): Promise<void> {
  // A worker on the same machine goes first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const log = pino({ level: config.logLevel, base: null });
  const { databaseUrl, dataDir, masterKey, isTrial } = config;
  const masterKeys = await loadMasterKeys(masterKey);
  const database = await openDatabase({ ...(databaseUrl === null ? { dataDir } : { databaseUrl }), log, onAudit: sayAudit });
  const vault = await openVault(database, masterKeys);
  const trial = isTrial ? await trialOf(database) : null;
  if (!isTrial) await withdrawVirtualExchange(database);
  const server = await startServer(config.server, {
    database,
    vault,
    connectExchange: connectAside(config.server.localAddress),
    log,
    trial,
  });

  const stop = async (signal: string): Promise<void> => {
    log.info({ signal }, 'server.stopping');
    await server.close();
    await database.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(signal));
}

/** The virtual exchange runs elsewhere; how fast its market goes stands with it. */
async function trialOf(database: Database): Promise<Trial> {
  const exchanges = await database.platform.exchanges.list();
  return { timeScale: Math.max(1, ...exchanges.map(({ timeScale }) => timeScale)), venue: null };
}

try {
  await main(readConfig(process.env));
} catch (error) {
  process.stderr.write(`${startFailureText(error, [BrandFileError, DatabaseUnavailableError, DataFolderInUseError, SealError])}\n`);
  process.exit(1);
}
