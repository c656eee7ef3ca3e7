import { DataFolderInUseError } from '@tenbin/db';
import { DomainError } from '@tenbin/market';
import { systemRuntime } from '@tenbin/runtime';
import { startFailureText } from '@tenbin/settings';
import { createLog, openMetrics } from '@tenbin/telemetry/process';
import { readVenueConfig } from './config.ts';
import { openExchange } from './open-exchange.ts';
import { startVenue } from './start-venue.ts';

const log = createLog('info');

try {
  const config = readVenueConfig(process.env);
  const { metrics, close: closeMetrics } = await openMetrics(config.metrics, log);
  const exchange = await openExchange(config, { runtime: systemRuntime(), log });
  const venue = await startVenue({
    exchange,
    host: config.host,
    port: config.port,
    trial: config.trial,
    onFault: (error) => log.error({ err: error }, 'venue.failed'),
  });
  metrics.watch('venue_accounts', () => [{ labels: {}, value: exchange.accounts.size }]);
  const stop = (signal: string) => {
    log.info({ signal }, 'venue.stop_requested');
    Promise.all([venue.close(), closeMetrics()]).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'venue.stop_failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  log.info({ url: venue.url, feed: exchange.feed.name, speed: exchange.feed.speed }, 'venue.started');
} catch (error) {
  process.stderr.write(`${startFailureText(error, [DataFolderInUseError, DomainError])}\n`);
  process.exit(1);
}
