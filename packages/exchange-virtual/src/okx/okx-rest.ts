import { parseQuery } from '../wire/parameters.ts';
import type { HttpAnswer, HttpRequest } from '../wire/served-dialect.ts';
import { accountRoutes } from './account-routes.ts';
import type { OkxDialect } from './dialect.ts';
import { marketRoutes } from './market-routes.ts';
import { OkxError, toOkxError } from './okx-error.ts';
import { orderRoutes } from './order-routes.ts';
import { okxParameters, parseBody } from './parameters.ts';
import { readProof } from './read-proof.ts';
import { requestRefusals, requireProof } from './require-proof.ts';
import type { Route, Routes } from './route.ts';
import { requireReading, runOrders } from './run-orders.ts';

export const okxRoutes: Routes = { ...marketRoutes, ...orderRoutes, ...accountRoutes };

const paths = new Set(Object.keys(okxRoutes).map((name) => name.split(' ')[1]));

/** Answers one request in OKX's words; never throws, whatever comes in. */
export function answerOkx(dialect: OkxDialect, request: HttpRequest): HttpAnswer {
  const answer = (status: number, content: object): HttpAnswer => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(content),
  });
  try {
    return answer(200, call(dialect, request));
  } catch (error) {
    const { status, code, message } = toOkxError(error, dialect.onFault);
    return answer(status, { code, msg: message, data: [] });
  }
}

function call(dialect: OkxDialect, { method, path, query, body, headers, address }: HttpRequest): object {
  dialect.countRequest(address);
  const route = requireRoute(method, path);
  if (body === null) throw new OkxError('50002', 'JSON syntax error');
  const { exchange } = dialect;
  const parameters = okxParameters(parseQuery(query));
  if (route.security === 'public') return done(route.handle({ exchange, parameters }));
  const signer = requireProof(exchange, readProof(headers, { method, path, query, body }), requestRefusals);
  if (route.security === 'orders') {
    requireInTime(headers, exchange.now());
    return runOrders(dialect, { route, signer, items: parseBody(body) });
  }
  requireReading(signer);
  return done(route.handle({ exchange, parameters, ...signer }));
}

const done = (data: readonly object[]) => ({ code: '0', msg: '', data });

/** The header `expTime` says until when a request about orders may be done. @throws {OkxError} 51149 */
function requireInTime(headers: HttpRequest['headers'], now: number): void {
  const until = Number(headers.exptime ?? Number.POSITIVE_INFINITY);
  if (now > until) throw new OkxError('51149', 'Order timed out. Please try again later.');
}

/** @throws {OkxError} 404, 50115 */
function requireRoute(method: string, path: string): Route {
  const name = `${method} ${path}`;
  const route = Object.hasOwn(okxRoutes, name) ? okxRoutes[name] : undefined;
  if (route) return route;
  if (paths.has(path)) throw new OkxError('50115', 'Invalid request method.', 405);
  throw new OkxError('404', 'Not Found', 404);
}
