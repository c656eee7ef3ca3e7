import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import type { ExchangeCall, Refusing } from '../faults/fault.ts';
import type { Target } from '../faults/meet-fault.ts';
import { parseQuery } from '../wire/parameters.ts';
import type { HttpAnswer, HttpRequest } from '../wire/served-dialect.ts';
import { webPage } from '../wire/served-dialect.ts';

const calls: Readonly<Record<string, ExchangeCall>> = {
  'POST /api/v3/order': 'place',
  'DELETE /api/v3/order': 'cancel',
  'DELETE /api/v3/openOrders': 'cancel',
  'GET /api/v3/order': 'findOrder',
  'GET /api/v3/openOrders': 'openOrders',
  'GET /api/v3/myTrades': 'fills',
  'GET /api/v3/account': 'wallet',
  'GET /api/v3/exchangeInfo': 'market',
  'GET /api/v3/depth': 'market',
  'GET /api/v3/klines': 'market',
  'GET /api/v3/ticker/24hr': 'market',
  'GET /api/v3/ticker/bookTicker': 'market',
};

/** See `ServedDialect.targetOf`. */
export function targetOfBinance(exchange: VirtualExchange, { method, path, query, body, headers }: HttpRequest): Target {
  const symbol = new Map([...parseQuery(body ?? ''), ...parseQuery(query)]).get('symbol');
  const market = [...exchange.markets.values()].find((candidate) => candidate.symbol === symbol);
  const account = exchange.findAccount(String(headers['x-mbx-apikey'] ?? ''));
  return { call: calls[`${method} ${path}`] ?? 'other', method, path, pair: market?.pair, account: account?.id };
}

/** See `ServedDialect.refuse`. */
export function refuseBinance(fault: Refusing, now: number): HttpAnswer {
  switch (fault.type) {
    case 'serverError':
      return fault.coded ? says(fault.status, -1000, 'An unknown error occurred while processing the request.') : webPage(fault.status);
    case 'tooManyRequests':
      return fault.limit === 'orders'
        ? says(429, -1015, 'Too many new orders.', fault.retryAfterSeconds)
        : says(429, -1003, 'Too much request weight used.', fault.retryAfterSeconds);
    case 'banned': {
      const until = now + fault.retryAfterSeconds * 1_000;
      return says(418, -1003, `Way too much request weight used; IP banned until ${until}.`, fault.retryAfterSeconds);
    }
    case 'clockSkew':
      return says(400, -1021, 'Timestamp for this request is outside of the recvWindow.');
    case 'keyRefused':
      return says(401, -2015, 'Invalid API-key, IP, or permissions for action.');
    case 'firewall':
      return webPage(403, fault.retryAfterSeconds);
    case 'maintenance':
      return says(503, -1016, 'This service is no longer available.');
    default:
      return fault satisfies never;
  }
}

function says(status: number, code: number, msg: string, retryAfterSeconds?: number): HttpAnswer {
  const headers = { 'content-type': 'application/json;charset=UTF-8' };
  const body = JSON.stringify({ code, msg });
  return { status, headers: retryAfterSeconds === undefined ? headers : { ...headers, 'Retry-After': String(retryAfterSeconds) }, body };
}
