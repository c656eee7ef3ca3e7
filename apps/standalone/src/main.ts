import { BrandFileError } from '@tenbin/brand/load';
import { DatabaseUnavailableError, DataFolderInUseError, SealError } from '@tenbin/db';
import { DomainError } from '@tenbin/market';
import { startFailureText } from '@tenbin/settings';
import { createLog } from '@tenbin/telemetry/process';
import { banner } from './banner.ts';
import { readStandaloneConfig } from './config.ts';
import { startStandalone } from './start-standalone.ts';

const describe = (error: unknown): string =>
  startFailureText(error, [BrandFileError, DataFolderInUseError, DatabaseUnavailableError, DomainError, SealError]);

// Whoever read what is printed may be gone: a closed terminal, a pipe. That ends nothing.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

try {
  const config = readStandaloneConfig(process.env);
  const log = createLog(config.logLevel, { toStandardError: true });
  // Who tries it out at a terminal reads the addresses and passwords there: the audit log must not push them away.
  const saysAudit = !(config.isTrial && process.stdout.isTTY);
  const standalone = await startStandalone(config, log, { saysAudit });
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    process.stdout.write('Stopping …\n');
    try {
      await standalone.close();
      process.exit(0);
    } catch (error) {
      process.stderr.write(`${describe(error)}\n`);
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  process.stdout.write(`${banner(standalone, config)}\n`);
} catch (error) {
  process.stderr.write(`Tenbin could not start.\n${describe(error)}\n`);
  process.exit(1);
}
