import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Brand, Features } from '@tenbin/brand';
import { type ErrorReply, getInstallation, keyHeaders, type Route, type RouteReply } from '@tenbin/contract';

interface Call {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The session's key that came along. */
  readonly key: string | null;
  /** What the call is named by, where it must not be done twice. */
  readonly idempotencyKey: string | null;
}

type Answer<R> = RouteReply<R> | ((call: Call) => RouteReply<R> | Response | Promise<RouteReply<R> | Response>);

/** A network that answers by the contract: what is sent and what is answered are held against the call's schemas. */
export interface FakeServer {
  readonly fetch: typeof fetch;
  /** Answers a call from now on. */
  answer<R extends Route>(route: R, answer: Answer<R>): void;
  /** Changes the brand whose pages these are; features one by one. */
  setBrand(changes: Partial<Omit<Brand, 'features'>> & { readonly features?: Partial<Features> }): void;
  /** The calls that came, oldest first. */
  callsOf(route: Route): readonly Call[];
  /** Whether somebody follows a stream: what is emitted before reaches nobody. */
  isFollowed(route: Route): boolean;
  /** Sends an event to whoever follows a stream. */
  emit<R extends Route>(route: R, event: RouteReply<R>): void;
}

const encoder = new TextEncoder();
const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** What the server says when it refuses. */
export const refusal = (
  status: number,
  code: string,
  more: Partial<Pick<ErrorReply, 'message' | 'advice' | 'type'>> & {
    readonly error?: Record<string, string>;
    readonly facts?: Record<string, unknown>;
  } = {},
): Response => json({ statusCode: status, code, message: code, ...more }, status);

/** Ids of made-up rows, by their number. */
export const idOf = (number: number): string => `0198c0de-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const organizationId = idOf(1);

export function createFakeServer(): FakeServer {
  const answers = new Map<Route, Answer<Route>>();
  const calls: Call[] = [];
  const streams = new Map<Route, Set<ReadableStreamDefaultController<Uint8Array>>>();
  const brand = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../../brands/tenbin/brand.json'), 'utf8'));

  const server: FakeServer = {
    answer: (route, answer) => void answers.set(route, answer as Answer<Route>),
    setBrand({ features = {}, ...changes }) {
      const changed = { ...brand, ...changes, features: { ...brand.features, ...features } };
      server.answer(getInstallation, {
        organization: organizationId,
        organizationName: 'Tenbin',
        brand: changed,
        isDraft: false,
        trial: null,
      });
    },
    callsOf: (route) => calls.filter((call) => call.route === route),
    isFollowed: (route) => (streams.get(route)?.size ?? 0) > 0,
    emit(route, event) {
      for (const stream of streams.get(route) ?? []) stream.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
    },
    async fetch(address, init = {}) {
      const url = new URL(String(address), 'http://localhost');
      const found = [...answers].flatMap(([route, answer]) => {
        const params = paramsOf(route, init.method ?? 'GET', url.pathname);
        return params ? [{ route, answer, params }] : [];
      })[0];
      if (!found) return refusal(404, 'notFound', { message: `nobody answers ${init.method} ${url.pathname}` });
      const { route, answer, params } = found;
      const call: Call = {
        route,
        params,
        query: Object.fromEntries(url.searchParams),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
        key: new Headers(init.headers).get(keyHeaders[route.surface] ?? 'none'),
        idempotencyKey: new Headers(init.headers).get('idempotency-key'),
      };
      calls.push(call);
      // As a browser does; of what is over already nothing more would be heard.
      init.signal?.throwIfAborted();
      for (const part of ['params', 'query', 'body'] as const) route[part]?.parse(call[part] ?? {});
      if (route.answers === 'events') return streamOf(route, init.signal);
      const reply = typeof answer === 'function' ? await (answer as (call: Call) => unknown)(call) : answer;
      return reply instanceof Response ? reply : json(route.reply.parse(reply), route.status);
    },
  };

  function streamOf(route: Route, signal: AbortSignal | null | undefined): Response {
    const open = streams.get(route) ?? new Set();
    streams.set(route, open);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        open.add(controller);
        controller.enqueue(encoder.encode(`data: {"type":"hello","at":"2026-01-01T00:00:00.000Z"}\n\n`));
        signal?.addEventListener('abort', () => {
          if (open.delete(controller)) controller.error(new DOMException('aborted', 'AbortError'));
        });
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }

  server.setBrand({});
  return server;
}

/** Null where the address is not the route's. */
function paramsOf(route: Route, method: string, path: string): Record<string, string> | null {
  if (route.method !== method) return null;
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const match = new RegExp(`^${route.path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(path);
  return match && Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]));
}
