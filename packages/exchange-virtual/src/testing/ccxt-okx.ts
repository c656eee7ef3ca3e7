import { globalAgent } from 'node:http';
import type ccxt from 'ccxt';
import type { AccountKey } from '../exchange/account-desk.ts';

type Okx = InstanceType<typeof ccxt.pro.okx>;

/** Unmodified ccxt.pro, pointed at a venue by configuration only. */
export async function ccxtOkx(url: string, account: AccountKey): Promise<Okx> {
  const address = new URL('src/pro/okx.js', import.meta.resolve('ccxt')).href;
  const { default: Okx } = await import(address);
  return new Okx({
    apiKey: account.key,
    secret: account.secret,
    password: account.passphrase,
    // Without an agent ccxt refuses plain ws://.
    httpAgent: globalAgent,
    timeout: 300_000,
    urls: { api: { rest: url, ws: `${url.replace('http', 'ws')}/ws/v5` } },
    has: { fetchCurrencies: false },
    options: { defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
  });
}
