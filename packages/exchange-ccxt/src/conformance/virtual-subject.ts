import type { ConformanceSubject } from '@tenbin/exchange/conformance';
import { createVirtualExchange, type RateLimits, serveExchange } from '@tenbin/exchange-virtual';
import { type ConnectOptions, connectExchange } from '../connect-exchange.ts';
import { FaultProxy } from './fault-proxy.ts';
import { HandHeldFeed } from './hand-held-feed.ts';

const pair = 'BTC/USDT';

export interface VirtualSubject extends ConformanceSubject {
  readonly connector: ReturnType<typeof connectExchange>;
  readonly proxy: FaultProxy;
}

/** The adapter on the virtual exchange over real sockets, with a proxy in between that breaks what a test wants broken. */
export async function openVirtualSubject(
  options: ConnectOptions = {},
  ccxtId: 'binance' | 'okx' = 'binance',
  limits: Partial<RateLimits> = {},
): Promise<VirtualSubject> {
  const feed = new HandHeldFeed({ 'BTC/USDT': 60_000, 'ETH/USDT': 3000, 'ETH/BTC': 0.05, 'XRP/USDT': 0.5, 'XRP/BTC': 0.00000833 });
  const exchange = await createVirtualExchange({ feed, stepped: true, fees: { maker: '0.0005', taker: '0.0015' } });
  const served = await serveExchange(exchange, { limits });
  const proxy = await FaultProxy.open(served.url);
  const connector = connectExchange({ ccxtId, baseUrl: proxy.url }, options);
  return {
    connector,
    pair,
    proxy,
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
      proxy.dropStreams();
    },
    async loseNextAnswer() {
      proxy.planFault(({ method, path }) => method === 'POST' && /\/(?:order|batch-orders)$/.test(path), { type: 'loseAnswer' });
    },
    async close() {
      await connector.close();
      await proxy.close();
      await served.close();
      await exchange.close();
    },
  };
}
