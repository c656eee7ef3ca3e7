import { BrandFileError } from '@tenbin/brand/load';
import { DatabaseUnavailableError, DataFolderInUseError, SealError } from '@tenbin/db';
import { DomainError } from '@tenbin/market';
import { SettingsError } from '@tenbin/settings';
import { pino } from 'pino';
import { banner } from './banner.ts';
import { readStandaloneConfig } from './config.ts';
import { startStandalone } from './start-standalone.ts';

/** Mistakes of whoever starts it: their words are enough, a stack would hide them. */
const isExpected = (error: unknown): error is Error =>
  error instanceof SettingsError ||
  error instanceof BrandFileError ||
  error instanceof DataFolderInUseError ||
  error instanceof SealError ||
  error instanceof DatabaseUnavailableError ||
  error instanceof DomainError ||
  ['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES', 'ENOTFOUND'].includes((error as NodeJS.ErrnoException)?.code ?? '');

function describe(error: unknown): string {
  if (isExpected(error)) return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  const config = readStandaloneConfig(process.env);
  const log = pino({ level: config.logLevel, base: null }, pino.destination({ dest: 2, sync: true }));
  const standalone = await startStandalone(config, log);
  process.stdout.write(`${banner(standalone, config)}\n`);

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
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
} catch (error) {
  process.stderr.write(`Tenbin could not start.\n${describe(error)}\n`);
  process.exit(1);
}
