import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lockFolder } from '@tenbin/db';
import {
  createVirtualExchange,
  defaultMarkets,
  type MarketDefinition,
  openFileStore,
  pairsOfFolder,
  type VirtualExchange,
} from '@tenbin/exchange-virtual';
import type { Runtime } from '@tenbin/runtime';
import type { Log } from '@tenbin/telemetry';
import { type FeedChoice, makeFeed, type VenueConfig } from './config.ts';

/**
 * Opens the exchange that was chosen: its prices, and what it remembers in the data folder, which is its own until it is
 * closed. A feed that breaks and a market that stands still for good are told to the log.
 *
 * @throws {DataFolderInUseError} two journals in one folder destroy each other
 * @throws {DomainError} as the feed's opening
 */
export async function openExchange(
  config: Pick<VenueConfig, 'feed' | 'speed' | 'dataDir'>,
  { runtime, log }: { readonly runtime: Runtime; readonly log: Log },
): Promise<VirtualExchange> {
  const folder = join(config.dataDir, 'venue');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(folder, runtime);
  try {
    const store = openFileStore({ folder });
    const { close } = store;
    return await createVirtualExchange({
      runtime,
      feed: makeFeed(config, { runtime, onTrouble: (error) => log.warn({ err: error }, 'feed.failed') }),
      markets: marketsOf(config.feed),
      store: Object.assign(store, { close: () => Promise.resolve(close()).then(unlock) }),
      onStopped: (error) => log.error({ err: error }, 'market.stopped'),
    });
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** What a result is told in yen by. */
const yen: MarketDefinition = { pair: 'USDT/JPY', tickSize: '0.001', lotSize: '0.01', minimumNotional: '100' };

/** A replay trades what it has candles of; where that is nothing, its opening says so. */
function marketsOf(feed: FeedChoice): readonly MarketDefinition[] {
  if (feed.kind === 'generated') return [...defaultMarkets, yen];
  if (feed.kind !== 'replay') return defaultMarkets;
  const replayed = new Set(pairsOfFolder(feed.folder));
  const markets = defaultMarkets.filter(({ pair }) => replayed.has(pair));
  return markets.length > 0 ? markets : defaultMarkets;
}
