import type { PairName } from '@tenbin/market';
import { createVirtualExchange, type VirtualExchangeOptions } from '../exchange/virtual-exchange.ts';
import type { Feed } from '../feed/feed.ts';
import { type ServeOptions, serveExchange } from '../server/serve-exchange.ts';
import { scriptedFeed } from './scripted-feed.ts';

export const testMarkets = [
  { pair: 'BTC/USDT', tickSize: '0.01', lotSize: '0.00001', minimumNotional: '5' },
  { pair: 'ETH/USDT', tickSize: '0.01', lotSize: '0.0001', minimumNotional: '5' },
  { pair: 'ETH/BTC', tickSize: '0.00001', lotSize: '0.0001', minimumNotional: '0.0001' },
];

const opening = { 'BTC/USDT': 60_000, 'ETH/USDT': 3_000, 'ETH/BTC': 0.05 };

/** A stepped exchange whose prices a test moves: BTC/USDT 60000, ETH/USDT 3000, ETH/BTC 0.05 at first. */
export async function openTestExchange(options: VirtualExchangeOptions & { fills?: Feed['fills'] } = {}) {
  const feed = scriptedFeed(opening, options.fills);
  const exchange = await createVirtualExchange({ markets: testMarkets, stepped: true, ...options, feed });
  const moveTo = (pair: PairName, price: number) => {
    feed.script({ pair, price });
    exchange.feed.step();
  };
  return { exchange, moveTo };
}

/** The same on a free port, with one account on it. */
export async function openTestVenue(options: VirtualExchangeOptions & { fills?: Feed['fills']; serve?: ServeOptions } = {}) {
  const { exchange, moveTo } = await openTestExchange(options);
  const faultsOfOurs: unknown[] = [];
  const served = await serveExchange(exchange, { ...options.serve, onFault: (error) => faultsOfOurs.push(error) });
  const account = exchange.createAccount({ balances: { BTC: '1', ETH: '20', USDT: '60000' } });
  return {
    exchange,
    moveTo,
    /** What went wrong inside; must stay empty. */
    faultsOfOurs,
    /** What goes wrong on purpose. */
    faults: served.faults,
    account,
    url: served.url,
    socketUrl: served.url.replace('http', 'ws'),
    close: async () => {
      await served.close();
      await exchange.close();
    },
  };
}

/** Waits for what comes over a socket. */
export async function until(what: string, isSo: () => boolean, withinMs = 30_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
