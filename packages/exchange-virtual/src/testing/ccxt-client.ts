import { globalAgent } from 'node:http';
import type ccxt from 'ccxt';

type Binance = InstanceType<typeof ccxt.pro.binance>;

/** Unmodified ccxt.pro, pointed at a venue by configuration only. */
export async function ccxtClient(
  url: string,
  { key, secret }: { key: string; secret: string } = { key: '', secret: '' },
): Promise<Binance> {
  const address = new URL('src/pro/binance.js', import.meta.resolve('ccxt')).href;
  const { default: Binance } = await import(address);
  return new Binance({ apiKey: key, secret, ...ccxtSettings(url), exceptions: { exact: new Binance().exceptions.spot.exact } });
}

export function ccxtSettings(url: string) {
  const sockets = url.replace('http', 'ws');
  return {
    // Without an agent ccxt refuses plain ws://.
    httpAgent: globalAgent,
    timeout: 300_000,
    urls: {
      api: {
        public: `${url}/api/v3`,
        private: `${url}/api/v3`,
        v1: `${url}/api/v1`,
        sapi: `${url}/sapi/v1`,
        ws: { spot: `${sockets}/stream/ws`, margin: `${sockets}/stream/ws`, 'ws-api': { spot: `${sockets}/ws-api/v3` } },
      },
    },
    options: {
      defaultType: 'spot',
      recvWindow: 60_000,
      fetchMarkets: { types: ['spot'] },
      fetchCurrencies: false,
      fetchMargins: false,
      fetchOpenOrders: { warnWithoutSymbol: false },
    },
  };
}
