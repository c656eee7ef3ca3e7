import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import type { ExchangeCall, Refusing } from '../faults/fault.ts';
import type { Target } from '../faults/meet-fault.ts';
import { parseQuery } from '../wire/parameters.ts';
import type { HttpAnswer, HttpRequest } from '../wire/served-dialect.ts';
import { webPage } from '../wire/served-dialect.ts';

const calls: Readonly<Record<string, ExchangeCall>> = {
  'POST /api/v5/trade/order': 'place',
  'POST /api/v5/trade/batch-orders': 'place',
  'POST /api/v5/trade/cancel-order': 'cancel',
  'POST /api/v5/trade/cancel-batch-orders': 'cancel',
  'GET /api/v5/trade/order': 'findOrder',
  'GET /api/v5/trade/orders-pending': 'openOrders',
  'GET /api/v5/trade/fills': 'fills',
  'GET /api/v5/trade/fills-history': 'fills',
  'GET /api/v5/account/balance': 'wallet',
};

/** See `ServedDialect.targetOf`. A batch is aimed at by its first order. */
export function targetOfOkx(exchange: VirtualExchange, { method, path, query, body, headers }: HttpRequest): Target {
  const instrument = new Map(parseQuery(query)).get('instId') ?? /"instId"\s*:\s*"([A-Z0-9-]{1,41})"/.exec(body ?? '')?.[1];
  const account = exchange.findAccount(String(headers['ok-access-key'] ?? ''));
  const call = calls[`${method} ${path}`] ?? (/^\/api\/v5\/(?:market|public)\//.test(path) ? 'market' : 'other');
  return { call, method, path, pair: instrument?.replace('-', '/'), account: account?.id };
}

/** See `ServedDialect.refuse`. OKX has no ban of its own: it is one more 429. */
export function refuseOkx(fault: Refusing): HttpAnswer {
  switch (fault.type) {
    case 'serverError':
      return fault.coded ? says(fault.status, '50026', 'System error. Try again later.') : webPage(fault.status);
    case 'tooManyRequests':
      return fault.limit === 'orders'
        ? says(429, '50061', 'You have reached the maximum order rate limit for this account.', fault.retryAfterSeconds)
        : says(429, '50011', 'Too Many Requests', fault.retryAfterSeconds);
    case 'banned':
      return says(429, '50011', 'Too Many Requests', fault.retryAfterSeconds);
    case 'clockSkew':
      return says(401, '50102', 'Timestamp request expired.');
    case 'keyRefused':
      return says(401, '50110', "Your IP is not included in your API key's IP whitelist.");
    case 'firewall':
      return webPage(403, fault.retryAfterSeconds);
    case 'maintenance':
      return says(503, '50001', 'Service temporarily unavailable. Try again later.');
    default:
      return fault satisfies never;
  }
}

function says(status: number, code: string, msg: string, retryAfterSeconds?: number): HttpAnswer {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ code, msg, data: [] });
  return { status, headers: retryAfterSeconds === undefined ? headers : { ...headers, 'Retry-After': String(retryAfterSeconds) }, body };
}
