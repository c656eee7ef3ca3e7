import type * as z from 'zod/mini';
import type { FaultCode } from './faults.ts';

/** Who calls, and so which key header is asked for. `public` carries no key. */
export type Surface = 'public' | 'user' | 'organization' | 'operator';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Fields = z.ZodMiniObject;

/** A call, declared once: the server, the client, the OpenAPI document and the isolation tests come from it. */
export interface Route<
  Params extends Fields | undefined = Fields | undefined,
  Query extends Fields | undefined = Fields | undefined,
  Body extends Fields | undefined = Fields | undefined,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly surface: Surface;
  /** Anybody may call it, and whoever shows this surface's key is known by it; null: none is looked at. */
  readonly optionalKey: Exclude<Surface, 'public'> | null;
  readonly method: Method;
  /** With named parts in braces: `/api/bots/{id}`. */
  readonly path: string;
  /** One sentence for the reference page. */
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  /** Of success. */
  readonly status: 200 | 201;
  /** What it may refuse with, besides the faults every call shares. */
  readonly faults: readonly FaultCode[];
  /** The reply is a stream of server-sent events, each of the reply's shape. */
  readonly stream: boolean;
  /** Carries secrets: never cached, and no part of its input is logged. */
  readonly sensitive: boolean;
  /** Who did it is written down: everything but reading, unless said otherwise. */
  readonly audited: boolean;
  /** Fields of the query that are secrets. Specified, and better sent in a body: an installation may refuse them. */
  readonly secretQuery: readonly string[];
  /** There is another call for it, which new clients use. */
  readonly deprecated: boolean;
}

type Part<R, K extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> = R extends {
  readonly [k in K]: infer S extends Fields;
}
  ? { readonly [k in K]: Side extends 'input' ? z.input<S> : z.output<S> }
  : unknown;

/** What a caller hands over. */
export type RouteInput<R> = Part<R, 'params', 'input'> & Part<R, 'query', 'input'> & Part<R, 'body', 'input'>;
/** What a handler receives: checked and converted. */
export type RouteOutput<R> = Part<R, 'params', 'output'> & Part<R, 'query', 'output'> & Part<R, 'body', 'output'>;
/** What goes over the wire as the answer. */
export type RouteReply<R> = R extends { readonly reply: infer S extends z.ZodMiniType } ? z.output<S> : never;

interface Declaration<
  Params extends Fields | undefined,
  Query extends Fields | undefined,
  Body extends Fields | undefined,
  Reply extends z.ZodMiniType,
> {
  readonly surface: Surface;
  readonly optionalKey?: Route['optionalKey'];
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly reply: Reply;
  readonly status?: 200 | 201;
  readonly faults?: readonly FaultCode[];
  readonly stream?: boolean;
  readonly sensitive?: boolean;
  readonly audited?: boolean;
  readonly secretQuery?: readonly string[];
  readonly deprecated?: boolean;
}

/**
 * Declares a call.
 *
 * @example route({ surface: 'user', method: 'PUT', path: '/api/bots/{id}/stop', params: ById, reply: Success, summary: '…' })
 * @__NO_SIDE_EFFECTS__
 */
export function route<
  Reply extends z.ZodMiniType,
  Params extends Fields | undefined = undefined,
  Query extends Fields | undefined = undefined,
  Body extends Fields | undefined = undefined,
>(declaration: Declaration<Params, Query, Body, Reply>): Route<Params, Query, Body, Reply> {
  return {
    surface: declaration.surface,
    optionalKey: declaration.optionalKey ?? null,
    method: declaration.method,
    path: declaration.path,
    summary: declaration.summary,
    params: declaration.params as Params,
    query: declaration.query as Query,
    body: declaration.body as Body,
    reply: declaration.reply,
    status: declaration.status ?? 200,
    faults: declaration.faults ?? [],
    stream: declaration.stream ?? false,
    sensitive: declaration.sensitive ?? false,
    audited: declaration.audited ?? declaration.method !== 'GET',
    secretQuery: declaration.secretQuery ?? [],
    deprecated: declaration.deprecated ?? false,
  };
}

/** Says that a page asked by itself: nobody has touched it for a while. */
export const idleHeader = 'x-idle';

/** The header that carries a surface's key; null where none is asked for. */
export const keyHeaders: Readonly<Record<Surface, string | null>> = {
  public: null,
  user: 'x-user-key',
  organization: 'x-organization-key',
  operator: 'x-ango-ya-key',
};
