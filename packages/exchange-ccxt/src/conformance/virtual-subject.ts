import type { ConformanceSubject } from '@tenbin/exchange/conformance';
import {
  createVirtualExchange,
  type DialectName,
  defaultMarkets,
  type FaultKit,
  type HttpRequest,
  MemoryTransport,
  type RateLimits,
  serveExchange,
  VenueWire,
} from '@tenbin/exchange-virtual';
import type { Runtime } from '@tenbin/runtime';
import { unhurriedRuntime } from '@tenbin/testkit/unhurried-runtime';
import type { CcxtConnector, ConnectOptions } from '../ccxt-connection.ts';
import { CcxtExchanges } from '../ccxt-exchanges.ts';
import { HandHeldFeed } from './hand-held-feed.ts';

const pair = 'BTC/USDT';

const opening: Readonly<Record<string, number>> = {
  'BTC/USDT': 60_000,
  'ETH/USDT': 3000,
  'ETH/BTC': 0.05,
  'XRP/USDT': 0.5,
  'XRP/BTC': 0.00000833,
  'BNB/USDT': 600,
};
const markets = defaultMarkets.filter((market) => Object.hasOwn(opening, market.pair));

export interface VirtualSubject extends ConformanceSubject {
  readonly exchanges: CcxtExchanges;
  readonly connector: CcxtConnector;
  /** Where the virtual exchange is. */
  readonly url: string;
  readonly faults: FaultKit;
  /** What came over the wire, oldest first. */
  readonly requests: readonly WireRequest[];
  readonly openSockets: () => number;
  /** Of both sides. */
  readonly machine: Runtime;
  /** For the exchange alone: what is on its way arrives that much later. */
  passTime(ms: number): void;
}

/** One request as it came. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  /** Of the query and of a form body together. */
  readonly parameters: URLSearchParams;
}

const toWire = ({ method, path, query, body }: HttpRequest): WireRequest => ({
  method,
  path,
  parameters: new URLSearchParams([query, body ?? ''].filter((part) => part !== '').join('&')),
});

interface SubjectOptions {
  readonly ccxtId?: DialectName;
  readonly limits?: Partial<RateLimits>;
  readonly over?: 'network' | 'memory';
  /** Of both sides; one that waits for the process unless said otherwise. */
  readonly machine?: Runtime;
}

/** As one that is served. */
const asServed = (wire: VenueWire) => ({
  url: 'http://venue.memory',
  faults: wire.faults,
  get openSockets() {
    return wire.openSockets;
  },
  close: async () => wire.close(),
});

/** The adapter on the virtual exchange over real sockets, or in memory; its fault kit breaks what a test wants broken. */
export async function openVirtualSubject(
  options: ConnectOptions = {},
  { ccxtId = 'binance', limits = {}, over = 'network', ...given }: SubjectOptions = {},
): Promise<VirtualSubject> {
  const unhurried = unhurriedRuntime();
  const machine = given.machine ?? unhurried;
  const feed = new HandHeldFeed(opening);
  let aheadMs = 0;
  const runtime = { ...machine, now: () => new Date(machine.now().getTime() + aheadMs) };
  const exchange = await createVirtualExchange({ runtime, feed, markets, stepped: true, fees: { maker: '0.0005', taker: '0.0015' } });
  const requests: WireRequest[] = [];
  const serving = { limits, onRequest: (request: HttpRequest) => requests.push(toWire(request)) };
  const wire = over === 'memory' ? new VenueWire(exchange, serving) : null;
  const served = wire === null ? await serveExchange(exchange, serving) : asServed(wire);
  const transport = wire === null ? null : new MemoryTransport(wire, { runtime: machine });
  const exchanges = new CcxtExchanges(machine, transport);
  const connector = exchanges.connect({ ccxtId, baseUrl: served.url }, options);
  return {
    exchanges,
    connector,
    pair,
    url: served.url,
    faults: served.faults,
    requests,
    machine,
    openSockets: () => served.openSockets,
    passTime(ms) {
      aheadMs += ms;
    },
    async createAccount(balances) {
      const { passphrase } = connector.capabilities.passphrase ? { passphrase: 'three words long' } : {};
      const { key, secret } = exchange.createAccount({ balances, passphrase });
      return { apiKey: key, secret, passphrase };
    },
    async moveMarket(price) {
      feed.plan({ pair, price: Number(price) });
      exchange.feed.step();
    },
    async dropSockets() {
      served.faults.inject({ type: 'dropStreams' });
    },
    async loseNextAnswer() {
      served.faults.inject({ type: 'loseAnswer', hangUp: false, where: { call: 'place' }, times: 1 });
    },
    async close() {
      await connector.close();
      await served.close();
      await exchange.close();
      unhurried.stop();
    },
  };
}
