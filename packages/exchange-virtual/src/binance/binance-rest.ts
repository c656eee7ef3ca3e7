import { parseQuery } from '../wire/parameters.ts';
import { webPage } from '../wire/served-dialect.ts';
import { accountRoutes } from './account-routes.ts';
import { BinanceError, toBinanceError } from './binance-error.ts';
import type { Dialect } from './dialect.ts';
import { marketRoutes } from './market-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { binanceParameters } from './parameters.ts';
import { requireSigned } from './require-signed.ts';
import type { Route } from './route.ts';
import { runSigned } from './run-signed.ts';
import { restPayload } from './signature.ts';

/** An HTTP request as received: nothing decoded. */
export interface RestRequest {
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly body: string;
  /** Header X-MBX-APIKEY. */
  readonly key: string | undefined;
  /** Whose weight is counted. */
  readonly address: string;
}

export interface RestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, unless the firewall answers. */
  readonly body: string;
}

export const binanceRoutes: Readonly<Record<string, Route>> = { ...marketRoutes, ...orderRoutes, ...accountRoutes };

/** Whether a path belongs to this dialect. */
export const isBinancePath = (path: string): boolean => path.startsWith('/api/') || path.startsWith('/sapi/');

/** Answers one request in Binance's words; never throws, whatever comes in. */
export function answerRest({ exchange, rates, onFault }: Dialect, request: RestRequest): RestAnswer {
  const { method, path, query, body, key, address } = request;
  if (rates.isBlocked(address, exchange.now())) return webPage(403);
  let headers: Record<string, string> = { 'content-type': 'application/json;charset=UTF-8' };
  try {
    const route = Object.hasOwn(binanceRoutes, `${method} ${path}`) ? binanceRoutes[`${method} ${path}`] : undefined;
    if (!route) return { status: 404, headers, body: JSON.stringify({ code: -1020, msg: 'This operation is not supported.' }) };
    const parameters = binanceParameters([...namedOnce(body), ...namedOnce(query)]);
    const weight = typeof route.weight === 'number' ? route.weight : route.weight(parameters);
    headers = { ...headers, ...rates.countWeight(address, weight, exchange.now()) };
    const call = { exchange, parameters, rates };
    if (route.security === 'public') return { status: 200, headers, body: JSON.stringify(route.handle(call)) };
    const signer = requireSigned(exchange, { key, payload: restPayload(query, body), parameters, right: route.right });
    const { result, headers: counts } = runSigned(route, { ...call, ...signer });
    return { status: 200, headers: { ...headers, ...counts }, body: JSON.stringify(result) };
  } catch (error) {
    const refusal = toBinanceError(error, onFault);
    return {
      status: refusal.status,
      headers: { ...headers, ...refusal.headers },
      body: JSON.stringify({ code: refusal.code, msg: refusal.message }),
    };
  }
}

/** What stands in query and body alike counts as in the query: it is read last. @throws {BinanceError} -1101 */
function namedOnce(text: string): [string, string][] {
  const entries = parseQuery(text);
  if (new Set(entries.map(([name]) => name)).size === entries.length) return entries;
  throw new BinanceError(-1101, 'Duplicate values for a parameter detected.');
}
