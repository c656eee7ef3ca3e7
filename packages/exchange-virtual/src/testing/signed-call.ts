import { sign } from '../binance/signature.ts';
import type { AccountKey } from '../exchange/account-desk.ts';

/** What a client gets back. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly code?: number; readonly msg?: string; readonly [field: string]: unknown };
}

export async function call(url: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as Reply['body'] };
}

/** A signed request with its parameters in the query. Undefined parameters are left out. */
export function signedCall(
  url: string,
  { key, secret }: AccountKey,
  { method = 'GET', path, parameters = {} }: { method?: string; path: string; parameters?: Record<string, string | number | undefined> },
): Promise<Reply> {
  const given = Object.entries({ timestamp: Date.now(), ...parameters }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)]))).toString();
  return call(`${url}${path}?${query}&signature=${sign(secret, query)}`, { method, headers: { 'X-MBX-APIKEY': key } });
}
