import { BrandFileError, loadBrands } from '@tenbin/brand/load';
import { DatabaseUnavailableError, DataFolderInUseError, loadMasterKeys, openDatabase, openVault, SealError, sayAudit } from '@tenbin/db';
import { connectExchange } from '@tenbin/exchange-ccxt';
import { createSmtpSender } from '@tenbin/mail';
import { startFailureText } from '@tenbin/settings';
import { pino } from 'pino';
import { readWorkerConfig, type WorkerConfig } from './config.ts';
import { startWorker } from './start-worker.ts';

async function main(config: WorkerConfig): Promise<void> {
  const log = pino({ level: config.logLevel, base: null });
  const { databaseUrl, dataDir, masterKey, smtp, brand, publicUrl, name, callsFrom, localAddress } = config;
  const masterKeys = await loadMasterKeys(masterKey);
  const brands = await loadBrands(config.brandsDir);
  const db = await openDatabase({ ...(databaseUrl === null ? { dataDir } : { databaseUrl }), log, onAudit: sayAudit });
  const vault = await openVault(db, masterKeys);
  const worker = await startWorker({
    db,
    openSeal: (sealed, identity) => vault.open(sealed, identity),
    connect: (settings) => connectExchange(settings, { localAddress }),
    log,
    mailSender: smtp ? createSmtpSender(smtp.url, smtp) : undefined,
    stopMails: { brands, usualBrand: brand, publicUrl, isTrial: false },
    name,
    callsFrom: callsFrom ?? undefined,
  });
  log.info({ name }, 'worker.started');

  const stop = async (signal: string): Promise<void> => {
    log.info({ signal }, 'worker.stopping');
    await worker.close();
    await db.close();
    log.info({}, 'worker.stopped');
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(signal));
}

try {
  await main(readWorkerConfig(process.env));
} catch (error) {
  process.stderr.write(`${startFailureText(error, [BrandFileError, DatabaseUnavailableError, DataFolderInUseError, SealError])}\n`);
  process.exit(1);
}
