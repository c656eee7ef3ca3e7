import { join } from 'node:path';
import { createVirtualExchange, openFileStore } from '@tenbin/exchange-virtual';
import { DomainError } from '@tenbin/market';
import { startFailureText } from '@tenbin/settings';
import { pino } from 'pino';
import { makeFeed, readVenueConfig } from './config.ts';
import { startVenue } from './start-venue.ts';

const log = pino({ name: 'venue' });

try {
  const config = readVenueConfig(process.env);
  const feed = makeFeed(config, (error) => log.warn({ err: error }, 'feed.broken'));
  const store = openFileStore({ folder: join(config.dataDir, 'venue') });
  const exchange = await createVirtualExchange({ feed, store, onStopped: (error) => log.fatal({ err: error }, 'market.stopped') });
  const venue = await startVenue({
    exchange,
    host: config.host,
    port: config.port,
    trial: config.trial,
    onFault: (error) => log.error({ err: error }, 'venue.fault'),
  });
  log.info({ url: venue.url, feed: feed.name, speed: feed.speed }, 'venue.started');
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
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} catch (error) {
  process.stderr.write(`${startFailureText(error, [DomainError])}\n`);
  process.exit(1);
}
