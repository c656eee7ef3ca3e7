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

/** A call is stamped with the venue's own time: it is never too late. */
export interface Called {
  readonly url: string;
  readonly now: () => number;
}

/** A signed request with its parameters in the query. Undefined parameters are left out. */
export function signedCall(
  { url, now }: Called,
  { key, secret }: AccountKey,
  { method = 'GET', path, parameters = {} }: { method?: string; path: string; parameters?: Record<string, string | number | undefined> },
): Promise<Reply> {
  const given = Object.entries({ timestamp: now(), recvWindow: 60_000, ...parameters }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)]))).toString();
  return call(`${url}${path}?${query}&signature=${sign(secret, query)}`, { method, headers: { 'X-MBX-APIKEY': key } });
}
