import { join } from 'node:path';
import {
  createVirtualExchange,
  defaultMarkets,
  type MarketDefinition,
  openFileStore,
  pairsOfFolder,
  type VirtualExchange,
} from '@tenbin/exchange-virtual';
import type { Logger } from 'pino';
import { type FeedChoice, makeFeed, type VenueConfig } from './config.ts';

/**
 * Opens the exchange that was chosen: its prices, and what it remembers in the data folder. A feed that breaks and a
 * market that stands still for good are told to the log.
 *
 * @throws {DomainError} as the feed's opening
 */
export function openExchange(config: Pick<VenueConfig, 'feed' | 'speed' | 'dataDir'>, log: Logger): Promise<VirtualExchange> {
  return createVirtualExchange({
    feed: makeFeed(config, (error) => log.warn({ err: error }, 'feed.broken')),
    markets: marketsOf(config.feed),
    store: openFileStore({ folder: join(config.dataDir, 'venue') }),
    onStopped: (error) => log.fatal({ err: error }, 'market.stopped'),
  });
}

/** A replay trades what it has candles of; where that is nothing, its opening says so. */
function marketsOf(feed: FeedChoice): readonly MarketDefinition[] {
  if (feed.kind !== 'replay') return defaultMarkets;
  const replayed = new Set(pairsOfFolder(feed.folder));
  const markets = defaultMarkets.filter(({ pair }) => replayed.has(pair));
  return markets.length > 0 ? markets : defaultMarkets;
}
