/** The virtual exchange as a process of its own, with its store in a folder, in a trial, on a market that the parent moves. */

import { createVirtualExchange, defaultMarkets, openFileStore } from '@tenbin/exchange-virtual';
import { systemRuntime } from '@tenbin/runtime';
import { startVenue } from '@tenbin/venue';
import { marketsOf, type OwnCoin } from '../own-coin.ts';
import { middle, RestlessFeed } from './restless-feed.ts';

/** What the parent says. */
export interface VenueOrder {
  readonly isMoving: boolean;
}

const [folder = '', port = '0', seed = '1', moving = 'rests', ownCoins = '[]'] = process.argv.slice(2);
const coins: readonly OwnCoin[] = JSON.parse(ownCoins);
/** Every socket is cut once or twice while a wave of rounds is played. */
const socketLifeMs = 20_000;
/**
 * Bots that trade without pause, and lose their sockets so often, ask for more than Binance's limits allow: here the
 * busiest of them come upon those of their orders, and none upon those of their address.
 */
const limits = { weightPerMinute: 1_000_000, ordersPerTenSeconds: 120, connectionsPerFiveMinutes: 3_000, socketLifeMs };
const okxLimits = { requestsPerTwoSeconds: 1_000_000, ordersPerTwoSeconds: 1_000_000, socketLifeMs };

const markets = [...defaultMarkets.filter(({ pair }) => pair in middle), ...coins.flatMap(marketsOf)];
const pairs = markets.map(({ pair }) => pair);
const feed = new RestlessFeed(Number(seed), pairs, moving === 'moves');
const exchange = await createVirtualExchange({
  runtime: systemRuntime(),
  feed,
  markets,
  moneyDigits: Object.fromEntries(coins.map(({ name, digits }) => [name, digits])),
  // One journal, from the first fact to the last: it is what everything is compared with.
  store: openFileStore({ folder, snapshotAfterBytes: Number.MAX_SAFE_INTEGER }),
  updateEveryMs: 50,
  withPast: false,
  onStopped: (error) => {
    throw error;
  },
});
const venue = await startVenue({ exchange, port: Number(port), trial: true, limits, okxLimits });
process.on('message', ({ isMoving }: VenueOrder) => {
  feed.isMoving = isMoving;
});
process.once('disconnect', () => process.exit(0));
process.send?.({ ready: venue.url });
