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
import { CcxtExchanges } from '@tenbin/exchange-ccxt';
import { systemRuntime } from '@tenbin/runtime';
import { startFailureText } from '@tenbin/settings';
import { createLog, openMetrics } from '@tenbin/telemetry/process';
import { type ProcessConfig, readConfig } from './config.ts';
import type { Trial } from './context.ts';
import { connectAside } from './exchange-access/exchange-access.ts';
import { withdrawVirtualExchange } from './exchange-access/offered-exchanges.ts';
import { startServer } from './start-server.ts';

async function main(config: ProcessConfig): Promise<void> {
  // A worker on the same machine goes first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const log = createLog(config.logLevel);
  const { databaseUrl, dataDir, masterKey, isTrial } = config;
  const runtime = systemRuntime();
  const shown = await openMetrics(config.metrics, log);
  const { metrics } = shown;
  const masterKeys = await loadMasterKeys(masterKey);
  const database = await openDatabase({
    runtime,
    ...(databaseUrl === null ? { dataDir } : { databaseUrl }),
    log,
    metrics,
    onAudit: sayAudit,
  });
  const vault = await openVault(database, masterKeys);
  const trial = isTrial ? await trialOf(database) : null;
  if (!isTrial) await withdrawVirtualExchange(database);
  const server = await startServer(config.server, {
    database,
    vault,
    clock: runtime,
    connectExchange: connectAside(new CcxtExchanges(runtime, null, metrics), config.server.localAddress),
    log,
    metrics,
    trial,
  });

  const stop = async (signal: string): Promise<void> => {
    log.info({ signal }, 'server.stop_requested');
    await server.close();
    await database.close();
    await shown.close();
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
