import type { ConformanceSubject } from '@tenbin/exchange/conformance';
import { createVirtualExchange, type FaultKit, type HttpRequest, type RateLimits, serveExchange } from '@tenbin/exchange-virtual';
import { type ConnectOptions, connectExchange } from '../connect-exchange.ts';
import { HandHeldFeed } from './hand-held-feed.ts';

const pair = 'BTC/USDT';

export interface VirtualSubject extends ConformanceSubject {
  readonly connector: ReturnType<typeof connectExchange>;
  /** Where the virtual exchange is. */
  readonly url: string;
  readonly faults: FaultKit;
  /** What came over the wire, oldest first. */
  readonly requests: readonly WireRequest[];
  readonly openSockets: () => number;
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

/** The adapter on the virtual exchange over real sockets; its fault kit breaks what a test wants broken. */
export async function openVirtualSubject(
  options: ConnectOptions = {},
  ccxtId: 'binance' | 'okx' = 'binance',
  limits: Partial<RateLimits> = {},
): Promise<VirtualSubject> {
  const feed = new HandHeldFeed({ 'BTC/USDT': 60_000, 'ETH/USDT': 3000, 'ETH/BTC': 0.05, 'XRP/USDT': 0.5, 'XRP/BTC': 0.00000833 });
  let aheadMs = 0;
  const clock = { now: () => Date.now() + aheadMs };
  const exchange = await createVirtualExchange({ feed, clock, stepped: true, fees: { maker: '0.0005', taker: '0.0015' } });
  const requests: WireRequest[] = [];
  const served = await serveExchange(exchange, { limits, onRequest: (request) => requests.push(toWire(request)) });
  const connector = connectExchange({ ccxtId, baseUrl: served.url }, options);
  return {
    connector,
    pair,
    url: served.url,
    faults: served.faults,
    requests,
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
    },
  };
}
