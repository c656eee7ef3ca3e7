import { DataFolderInUseError } from '@tenbin/db';
import { DomainError } from '@tenbin/market';
import { startFailureText } from '@tenbin/settings';
import { pino } from 'pino';
import { readVenueConfig } from './config.ts';
import { openExchange } from './open-exchange.ts';
import { startVenue } from './start-venue.ts';

const log = pino({ name: 'venue' });

try {
  const config = readVenueConfig(process.env);
  const exchange = await openExchange(config, log);
  const venue = await startVenue({
    exchange,
    host: config.host,
    port: config.port,
    trial: config.trial,
    onFault: (error) => log.error({ err: error }, 'venue.fault'),
  });
  const stop = (signal: string) => {
    log.info({ signal }, 'venue.stopping');
    venue.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'venue.notStopped');
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
