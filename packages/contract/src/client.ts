import type { Language } from '@tenbin/accounts';
import type { ErrorReply } from './error-reply.ts';
import { idleHeader, keyHeaders, mediaTypes, type Route, type RouteInput, type RouteReply, type Surface } from './route.ts';

/** On the wire ids are `_id`; everywhere else they are `id`. */
export type Mapped<T> = T extends readonly [unknown, ...unknown[]]
  ? { [Place in keyof T]: Mapped<T[Place]> }
  : T extends readonly (infer Item)[]
    ? Mapped<Item>[]
    : T extends object
      ? { [K in keyof T as K extends '_id' ? 'id' : K]: Mapped<T[K]> }
      : T;

/** The server refused, or what it said could not be read. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** What the reader can do; empty where the answer was none of ours. */
  readonly advice: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly type: ErrorReply['type'];
  readonly sessionTimeout: boolean;
  /** Seconds, from Retry-After. */
  readonly retryAfter: number | null;

  constructor(reply: ErrorReply, retryAfter: number | null = null) {
    super(reply.message);
    this.name = 'ApiError';
    this.status = reply.statusCode;
    this.code = reply.code;
    this.advice = reply.advice;
    this.fields = reply.error ?? {};
    this.facts = reply.facts ?? {};
    this.type = reply.type;
    this.sessionTimeout = reply.sessionTimeout ?? false;
    this.retryAfter = retryAfter;
  }
}

/** The server could not be reached at all. */
export class OfflineError extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached', { cause });
    this.name = 'OfflineError';
  }
}

/** No key is stored for a call that needs one. Nothing was sent. */
export class UnauthorizedError extends Error {
  constructor() {
    super('signinRequired');
    this.name = 'UnauthorizedError';
  }
}

/** A path parameter or a required field is missing. Nothing was sent. */
export class RequiredParameterError extends Error {
  readonly field: string;
  constructor(field: string) {
    super(`Required parameter ${field} was null or undefined`);
    this.name = 'RequiredParameterError';
    this.field = field;
  }
}

export interface ClientSettings {
  /** Without a slash at the end; '' is the page's own origin. */
  readonly baseUrl: string;
  /** The stored key of a surface. */
  readonly key: (surface: Surface) => string | null;
  readonly language?: () => Language;
  readonly fetch?: typeof fetch;
  /** The value of the anti-forgery cookie, where there are cookies. */
  readonly antiForgeryToken?: () => string | null;
  /** Whether nobody has touched the page for a while: then its calls keep no session alive. */
  readonly isIdle?: () => boolean;
  /** Called on a 401 for a call that carried a key, before the error is thrown. */
  readonly onSignedOut?: (error: ApiError) => void;
}

export interface Client {
  /**
   * Makes one call.
   *
   * @throws {ApiError} the server refused
   * @throws {OfflineError} it could not be reached
   * @throws {UnauthorizedError} no key is stored
   * @throws {RequiredParameterError} a required field is missing
   */
  call<R extends Route>(route: R, input: RouteInput<R>, options?: CallOptions): Promise<Mapped<RouteReply<R>>>;
  /**
   * The rows that a call answers with, as a file. A browser keeps a large one on its disk.
   *
   * @throws as `call`; a `TypeError` where the connection ends before the last row
   */
  download<R extends Route>(route: R, input: RouteInput<R>, options?: CallOptions): Promise<Blob>;
  /**
   * The reply as it comes, for whoever reads it while it does.
   *
   * @throws as `call`
   */
  open<R extends Route>(route: R, input: RouteInput<R>, options?: CallOptions): Promise<Response>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** In the place of the stored one. */
  readonly key?: string;
  /** For a call that takes its body as bytes. */
  readonly raw?: Blob;
  /** Names what is asked for: whoever asks again under the same name is told what was done the first time. */
  readonly idempotencyKey?: string;
}

interface Parts {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: Record<string, unknown>;
}

export function createClient(settings: ClientSettings): Client {
  /** @throws {UnauthorizedError} */
  function keyOf({ surface, optionalKey }: Route, given: string | undefined): Record<string, string> {
    const shown = optionalKey ?? surface;
    const header = keyHeaders[shown];
    if (!header) return {};
    const key = given ?? settings.key(shown);
    if (!key && !optionalKey) throw new UnauthorizedError();
    return key ? { [header]: key } : {};
  }

  function headersOf(route: Route, input: Parts, key: string | undefined): Record<string, string> {
    const headers: Record<string, string> = { accept: mediaTypes[route.answers], ...keyOf(route, key) };
    if (settings.language) headers['accept-language'] = settings.language();
    const token = route.method === 'GET' ? null : (settings.antiForgeryToken?.() ?? null);
    if (token) headers['x-xsrf-token'] = token;
    if (input.body) headers['content-type'] = 'application/json';
    if (settings.isIdle?.()) headers[idleHeader] = '1';
    return headers;
  }

  async function send(route: Route, input: Parts, { signal, key, raw, idempotencyKey }: CallOptions = {}): Promise<Response> {
    requireFields(route, input);
    const headers = headersOf(route, input, key);
    const request: RequestInit = { method: route.method, headers };
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    if (input.body) request.body = JSON.stringify(input.body);
    if (raw) {
      request.body = raw;
      headers['content-type'] = 'application/octet-stream';
    }
    if (signal) request.signal = signal;
    let response: Response;
    try {
      response = await (settings.fetch ?? fetch)(settings.baseUrl + addressOf(route, input), request);
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new OfflineError(error);
    }
    if (response.ok) return response;
    const error = await readError(response);
    if (error.status === 401 && keyHeaders[route.surface]) settings.onSignedOut?.(error);
    throw error;
  }

  return {
    async call(route, input, options) {
      const response = await send(route, input as Parts, options);
      return renameIds(await response.json()) as never;
    },
    download: async (route, input, options) => (await send(route, input as Parts, options)).blob(),
    open: (route, input, options) => send(route, input as Parts, options),
  };
}

/** @throws {RequiredParameterError} */
function requireFields(route: Route, input: Parts): void {
  for (const [, name] of route.path.matchAll(/\{(\w+)\}/g)) {
    if (name && (input.params?.[name] ?? null) === null) throw new RequiredParameterError(name);
  }
  for (const part of ['query', 'body'] as const) {
    const shape = route[part]?.shape ?? {};
    for (const [name, field] of Object.entries(shape)) {
      if (field._zod.optin === undefined && (input[part]?.[name] ?? null) === null) throw new RequiredParameterError(name);
    }
  }
}

function addressOf(route: Route, input: Parts): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value === undefined || value === null) continue;
    query.set(name, value instanceof Date ? value.toISOString() : typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** `_id`, as the wire says, is `id` in a client. */
export function renameIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key === '_id' ? 'id' : key, renameIds(part)]));
}

/** Also understands a `message` that is itself a JSON text with the error's fields. */
async function readError(response: Response): Promise<ApiError> {
  const text = await response.text();
  const fallback: ErrorReply = {
    statusCode: response.status,
    code: 'unreadable',
    message: text.slice(0, 200) || response.statusText,
    advice: '',
  };
  const header = response.headers.get('retry-after');
  const retryAfter = header && /^\d+$/.test(header) ? Number(header) : null;
  const body = parseObject(text);
  if (!body) return new ApiError(fallback, retryAfter);
  const inner = typeof body.message === 'string' ? parseObject(body.message) : null;
  return new ApiError({ ...fallback, ...body, ...inner, statusCode: response.status } as ErrorReply, retryAfter);
}

function parseObject(text: string): Record<string, unknown> | null {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
