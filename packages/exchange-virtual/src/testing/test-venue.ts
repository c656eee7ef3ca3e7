import type { PairName } from '@tenbin/market';
import { VirtualRuntime } from '@tenbin/runtime';
import { createVirtualExchange } from '../exchange/virtual-exchange.ts';
import type { VirtualExchangeOptions } from '../exchange/virtual-exchange-options.ts';
import type { Feed } from '../feed/feed.ts';
import { type ServeOptions, serveExchange } from '../server/serve-exchange.ts';
import { testMoment } from './runtime-at.ts';
import { scriptedFeed } from './scripted-feed.ts';

export const testMarkets = [
  { pair: 'BTC/USDT', tickSize: '0.01', lotSize: '0.00001', minimumNotional: '5' },
  { pair: 'ETH/USDT', tickSize: '0.01', lotSize: '0.0001', minimumNotional: '5' },
  { pair: 'ETH/BTC', tickSize: '0.00001', lotSize: '0.0001', minimumNotional: '0.0001' },
];

type TestOptions = Partial<VirtualExchangeOptions>;

const opening = { 'BTC/USDT': 60_000, 'ETH/USDT': 3_000, 'ETH/BTC': 0.05 };

/**
 * A stepped exchange whose prices a test moves: BTC/USDT 60000, ETH/USDT 3000, ETH/BTC 0.05 at first. Its time stands still, so
 * that nothing runs out on a busy machine; for clients that go by a clock of their own it must be theirs.
 */
export async function openTestExchange(options: TestOptions & { fills?: Feed['fills'] } = {}) {
  const feed = scriptedFeed(opening, options.fills);
  const runtime = new VirtualRuntime({ startAt: new Date(testMoment) });
  const exchange = await createVirtualExchange({ runtime, markets: testMarkets, stepped: true, ...options, feed });
  const moveTo = (pair: PairName, price: number) => {
    feed.script({ pair, price });
    exchange.feed.step();
  };
  return { exchange, moveTo };
}

/** The same on a free port, with one account on it. */
export async function openTestVenue(options: TestOptions & { fills?: Feed['fills']; serve?: ServeOptions } = {}) {
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
    /** Epoch milliseconds, by its clock. */
    now: () => exchange.now(),
    url: served.url,
    socketUrl: served.url.replace('http', 'ws'),
    close: async () => {
      await served.close();
      await exchange.close();
    },
  };
}

/** Waits for what comes over a socket. */
export async function until(what: string, isSo: () => boolean, withinMs = 300_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
