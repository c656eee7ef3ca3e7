import { abortAfter, type Runtime } from '@tenbin/runtime';

export type Fetch = (input: string, init: RequestInit) => Promise<Response>;

export interface Bounds {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface BoundedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Fetches without following redirects, for so long and so much at most.
 *
 * @throws {Error} where there is no whole answer
 */
export async function boundedFetch(
  fetch: Fetch,
  url: string,
  { runtime, bounds, ...init }: RequestInit & { readonly runtime: Pick<Runtime, 'after'>; readonly bounds: Bounds },
): Promise<BoundedAnswer> {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: abortAfter(runtime, bounds.timeoutMs) });
  return { status: response.status, headers: response.headers, text: await readText(response, bounds.maxBytes) };
}

async function readText({ body }: Response, maxBytes: number): Promise<string> {
  if (body === null) return '';
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early cancels the rest.
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new Error(`an answer of more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
