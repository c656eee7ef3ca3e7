import type { AccountKey } from '../exchange/account-desk.ts';
import { restPayload, sign } from '../okx/signature.ts';
import type { Called } from './signed-call.ts';

export interface OkxReply {
  readonly status: number;
  readonly body: { readonly code: string; readonly msg: string; readonly data: readonly Record<string, string>[] };
}

type Values = Readonly<Record<string, string | number | undefined>>;

export interface OkxCall {
  readonly method?: string;
  readonly path: string;
  readonly query?: Values;
  /** As it is when it is text, else as JSON. */
  readonly body?: unknown;
  /** In place of what would be right; undefined leaves a header out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** A request with the four headers of a key, and without them when there is none. */
export async function okxCall(
  { url, now }: Called,
  account: AccountKey | null,
  { method = 'GET', path, query = {}, body, headers = {} }: OkxCall,
): Promise<OkxReply> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const queryText = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)]))).toString();
  const bodyText = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const timestamp = headers['OK-ACCESS-TIMESTAMP'] ?? new Date(now()).toISOString();
  const proof = account && {
    'OK-ACCESS-KEY': account.key,
    'OK-ACCESS-PASSPHRASE': account.passphrase,
    'OK-ACCESS-TIMESTAMP': timestamp,
    'OK-ACCESS-SIGN': sign(account.secret, restPayload({ timestamp, method, path, query: queryText, body: bodyText })),
  };
  const sent = Object.entries({ ...proof, ...headers }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const response = await fetch(`${url}${path}${queryText === '' ? '' : `?${queryText}`}`, {
    method,
    headers: { ...Object.fromEntries(sent), 'content-type': 'application/json' },
    ...(bodyText === '' ? {} : { body: bodyText }),
  });
  return { status: response.status, body: (await response.json()) as OkxReply['body'] };
}
