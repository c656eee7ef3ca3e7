import { isDeepStrictEqual } from 'node:util';
import { ErrorReply, type Route } from '@tenbin/contract';
import { allRoutes, errorsOf } from '@tenbin/contract/reference';
import type { CallCode } from '@tenbin/messages';
import * as z from 'zod/mini';

const routes: readonly Route[] = Object.values(allRoutes);
const fixed = new Map(routes.filter(({ path }) => !path.includes('{')).map((route) => [`${route.method} ${route.path}`, route]));
const shapeOf = (method: string, path: string): string => `${method} ${path.split('/').length}`;
/** Those with a part that may be anything, by method and number of parts. */
const open = Map.groupBy(
  routes
    .filter(({ path }) => path.includes('{'))
    .map((route) => ({ route, pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`) })),
  ({ route: { method, path } }) => shapeOf(method, path),
);

/** A path that is no text is nobody's. Paths with fixed words go before those with a part that may be anything. */
export function routeOf(method: string, path: string): Route | undefined {
  if (/%(?![0-9a-f]{2})/i.test(path)) return undefined;
  return fixed.get(`${method} ${path}`) ?? open.get(shapeOf(method, path))?.find(({ pattern }) => pattern.test(path))?.route;
}

/**
 * An answer says what its route declares: nothing less, nothing more. Every answer that a test gets goes through this.
 *
 * @throws {Error} naming what differs
 */
export function requireShape(method: string, path: string, answer: { readonly status: number; readonly body: unknown }): void {
  const route = routeOf(method, path);
  if (!route || (answer.status < 400 && route.answers !== 'json')) return;
  const isSuccess = answer.status < 400;
  if (isSuccess && answer.status !== route.status)
    throw new Error(`${method} ${route.path} answered ${answer.status}, not ${route.status}`);
  const schema: z.ZodMiniType = isSuccess ? route.reply : ErrorReply;
  const result = z.safeParse(schema, answer.body);
  if (!result.success)
    throw new Error(`${method} ${route.path} answered ${JSON.stringify(answer.body)}: ${JSON.stringify(result.error.issues)}`);
  const { code } = answer.body as { readonly code?: CallCode };
  if (!isSuccess && code !== undefined && !errorsOf(route).has(code)) throw new Error(`${method} ${route.path} does not declare ${code}`);
  if (!isDeepStrictEqual(result.data, answer.body))
    throw new Error(`${method} ${route.path} answers more than it declares: ${JSON.stringify(answer.body)}`);
}
