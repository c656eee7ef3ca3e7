import { BrandFileError, loadBrands } from '@tenbin/brand/load';
import { DatabaseUnavailableError, DataFolderInUseError, loadMasterKeys, openDatabase, openVault, SealError, sayAudit } from '@tenbin/db';
import { CcxtExchanges } from '@tenbin/exchange-ccxt';
import { createSmtpSender } from '@tenbin/mail';
import { systemRuntime } from '@tenbin/runtime';
import { startFailureText } from '@tenbin/settings';
import { createLog, openMetrics } from '@tenbin/telemetry/process';
import { readWorkerConfig, type WorkerConfig } from './config.ts';
import { startWorker } from './start-worker.ts';

async function main(config: WorkerConfig): Promise<void> {
  const log = createLog(config.logLevel);
  const { databaseUrl, dataDir, masterKey, smtp, brand, publicUrl, isTrial, name, callsFrom, localAddress } = config;
  const runtime = systemRuntime();
  const shown = await openMetrics(config.metrics, log);
  const { metrics } = shown;
  const masterKeys = await loadMasterKeys(masterKey);
  const brands = await loadBrands(config.brandsDir);
  const db = await openDatabase({ runtime, ...(databaseUrl === null ? { dataDir } : { databaseUrl }), log, metrics, onAudit: sayAudit });
  const vault = await openVault(db, masterKeys);
  const exchanges = new CcxtExchanges(runtime, null, metrics);
  const worker = await startWorker({
    db,
    clock: runtime,
    openSeal: (sealed, identity) => vault.open(sealed, identity),
    connect: (settings) => exchanges.connect(settings, { localAddress }),
    log,
    metrics,
    mailSender: smtp ? createSmtpSender(smtp.url, smtp) : undefined,
    broadcasts: smtp ? { sender: createSmtpSender(smtp.url, smtp), perSecond: smtp.broadcastRate } : undefined,
    stopMails: { brands, defaultBrand: brand, publicUrl, isTrial, seal: vault.seal },
    name,
    callsFrom: callsFrom ?? undefined,
    auditMegabytes: config.auditMegabytes,
  });
  log.info({ name }, 'worker.started');

  const stop = async (signal: string): Promise<void> => {
    log.info({ signal }, 'worker.stop_requested');
    await worker.close();
    await db.close();
    await shown.close();
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
