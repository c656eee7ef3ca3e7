import type { OperatorPermission, OrganizationPermission, Permission } from '@tenbin/accounts';
import type { CallCode } from '@tenbin/messages';
import type * as z from 'zod/mini';

/** Who calls, and so which key header is asked for. `public` carries no key. */
export type Surface = 'public' | 'user' | 'organization' | 'operator';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Fields = z.ZodMiniObject;

/**
 * What a call answers with: one JSON value; events as they come; rows of comma separated values (RFC 4180), as many as
 * there are; or a page.
 */
type Media = 'json' | 'events' | 'csv' | 'html';

/** The columns of a table in their order, and what their cells are. */
export type CsvColumns = Readonly<Record<string, 'text' | 'number' | 'time'>>;

/** A call, declared once: the server, the client, the OpenAPI document and the isolation tests come from it. */
export interface Route<
  Params extends Fields | undefined = Fields | undefined,
  Query extends Fields | undefined = Fields | undefined,
  Body extends Fields | undefined = Fields | undefined,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Columns extends CsvColumns | undefined = CsvColumns | undefined,
> {
  readonly surface: Surface;
  /** Anybody may call it, and whoever shows this surface's key is known by it; null: none is looked at. */
  readonly optionalKey: Exclude<Surface, 'public'> | null;
  /** Of whoever manages an organization or the platform: what their role must include; null where being signed in is enough. */
  readonly needs: Permission | null;
  /** Of an administrator's calls: open to those too who must set up a second factor first. */
  readonly beforeFactor: boolean;
  readonly method: Method;
  /** With named parts in braces: `/api/bots/{id}`. */
  readonly path: string;
  /** One sentence for the reference page. */
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Takes its body as bytes, so many at most, as somebody signed them; null: as JSON, or none. */
  readonly rawBody: number | null;
  readonly reply: Reply;
  /** Of an answer in rows. */
  readonly columns: Columns;
  /** Of success. */
  readonly status: 200 | 201;
  /** What it may be refused with, besides what every call shares. */
  readonly errors: readonly CallCode[];
  /** By code: the field of the input, or of the form, that it is about. */
  readonly fieldOf: Readonly<Partial<Record<CallCode, string>>>;
  /** Events have each the reply's shape. */
  readonly answers: Media;
  /** Carries secrets: never cached, and no part of its input is logged. */
  readonly sensitive: boolean;
  /** Who did it is written down: everything but reading what is not taken out, unless said otherwise. */
  readonly audited: boolean;
  /**
   * Open to an administrator who looks on as a user, where the call says so: what only reads and shows no secret. What shows one
   * for a field of the query is open without that field.
   */
  readonly whileViewing: boolean;
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
/** One row of an answer in rows. A number is decimal text where it is money. */
export type RouteRow<R> = R extends { readonly columns: infer Columns extends CsvColumns }
  ? { readonly [Name in keyof Columns]: { text: string; number: number | string; time: Date }[Columns[Name]] | null }
  : never;
/** What goes over the wire as the answer. */
export type RouteReply<R> = R extends { readonly reply: infer S extends z.ZodMiniType } ? z.output<S> : never;

/** Who may call: whoever manages something only with what their role includes, so that each of their calls says what that is. */
type Access =
  | { readonly surface: 'public' | 'user'; readonly needs?: never }
  | { readonly surface: 'organization'; readonly needs: OrganizationPermission | null }
  | { readonly surface: 'operator'; readonly needs: OperatorPermission | null };

type Declaration<
  Params extends Fields | undefined,
  Query extends Fields | undefined,
  Body extends Fields | undefined,
  Reply extends z.ZodMiniType,
  Columns extends CsvColumns | undefined,
> = Access & {
  readonly optionalKey?: Route['optionalKey'];
  readonly beforeFactor?: boolean;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly rawBody?: number;
  readonly reply: Reply;
  readonly columns?: Columns;
  readonly status?: 200 | 201;
  readonly errors?: readonly CallCode[];
  /** The same, by the field that they are about. */
  readonly fieldErrors?: Readonly<Record<string, readonly CallCode[]>>;
  readonly answers?: Media;
  readonly sensitive?: boolean;
  readonly audited?: boolean;
  readonly whileViewing?: boolean;
  readonly secretQuery?: readonly string[];
  readonly deprecated?: boolean;
};

/**
 * Declares a call.
 *
 * @example route({ surface: 'user', method: 'PUT', path: '/api/bots/{id}/stop', params: ById, reply: Success, summary: '…' })
 */
/* @__NO_SIDE_EFFECTS__ */
export function route<
  Reply extends z.ZodMiniType,
  Params extends Fields | undefined = undefined,
  Query extends Fields | undefined = undefined,
  Body extends Fields | undefined = undefined,
  Columns extends CsvColumns | undefined = undefined,
>(declaration: Declaration<Params, Query, Body, Reply, Columns>): Route<Params, Query, Body, Reply, Columns> {
  const { fieldErrors = {}, answers = 'json', sensitive = false, secretQuery = [] } = declaration;
  const audited = declaration.audited ?? (declaration.method !== 'GET' || answers === 'csv');
  return {
    surface: declaration.surface,
    optionalKey: declaration.optionalKey ?? null,
    needs: declaration.needs ?? null,
    beforeFactor: declaration.beforeFactor ?? false,
    method: declaration.method,
    path: declaration.path,
    summary: declaration.summary,
    params: declaration.params as Params,
    query: declaration.query as Query,
    body: declaration.body as Body,
    rawBody: declaration.rawBody ?? null,
    reply: declaration.reply,
    columns: declaration.columns as Columns,
    status: declaration.status ?? 200,
    errors: [...(declaration.errors ?? []), ...Object.values(fieldErrors).flat()],
    fieldOf: Object.fromEntries(Object.entries(fieldErrors).flatMap(([field, codes]) => codes.map((code) => [code, field]))),
    answers,
    sensitive,
    audited,
    whileViewing: declaration.whileViewing ?? false,
    secretQuery,
    deprecated: declaration.deprecated ?? false,
  };
}

/** What the answers are called on the wire. */
export const mediaTypes: Readonly<Record<Media, string>> = {
  json: 'application/json',
  events: 'text/event-stream',
  csv: 'text/csv',
  html: 'text/html',
};

/** Says that a page asked by itself: nobody has touched it for a while. */
export const idleHeader = 'x-idle';

/** The header that carries a surface's key; null where none is asked for. */
export const keyHeaders: Readonly<Record<Surface, string | null>> = {
  public: null,
  user: 'x-user-key',
  organization: 'x-organization-key',
  operator: 'x-ango-ya-key',
};
