import type { ExchangeTransport } from '@tenbin/exchange';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { currentCall } from './current-call.ts';
import { loadCcxtPart } from './load-ccxt-class.ts';
import { asRaw } from './raw-fields.ts';

interface Leaving {
  readonly url: string;
  readonly method?: string | undefined;
  readonly headers?: unknown;
  readonly body?: unknown;
}

/**
 * In place of ccxt's own `fetch`, which sets a timer of the machine for each request: sends over a transport, and has ccxt read the
 * answer as it reads every other.
 *
 * @throws what ccxt throws: its `NetworkError` where no answer came
 */
export async function fetchOver(transport: ExchangeTransport, exchange: CcxtExchange, leaving: Leaving): Promise<unknown> {
  const { url, method = 'GET', body } = leaving;
  const headers = exchange.setHeaders({ ...asRaw(leaving.headers) });
  const text = typeof body === 'string' ? body : null;
  const signal = currentCall()?.givenUp.signal ?? null;
  const reply = await transport.request({ method, url, headers, body: text, signal }).catch((error: unknown) => {
    const { NetworkError } = loadCcxtPart('base/errors.js') as { NetworkError: new (message: string) => Error };
    throw new NetworkError(`${exchange.id} ${method} ${url} fetch failed: ${error instanceof Error ? error.message : String(error)}`);
  });
  const response = { ...reply, statusText: '', text: async () => reply.body };
  return exchange.handleRestResponse(response, url, method, headers, body);
}
