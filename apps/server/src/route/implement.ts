import type { IncomingHttpHeaders } from 'node:http';
import type { Route, RouteOutput, RouteReply, RouteRow } from '@tenbin/contract';
import type { FastifyRequest } from 'fastify';
import type { AuditNote } from '../audit/auditor.ts';
import type { ServerContext } from '../context.ts';
import type { Actor, Administrator, Caller, Operator } from './caller.ts';

/** An answer that is JSON already: for the hottest reads, which mostly say what they said before. */
export class WrittenReply<Reply> {
  readonly json: Buffer;
  /** What the text says; known to the compiler only. */
  declare readonly says: Reply;

  constructor(json: Buffer) {
    this.json = json;
  }
}

type Answer<R> = RouteReply<R> | WrittenReply<RouteReply<R>>;
type Reply<R> = Answer<R> | Promise<Answer<R>>;

/** What every handler receives besides its checked input. */
export interface Surroundings {
  readonly deps: ServerContext;
  readonly caller: Caller;
  /** What the audit log keeps of this call beside who called and which. */
  readonly audit: AuditNote;
  readonly headers: IncomingHttpHeaders;
  readonly setHeader: (name: string, value: string) => void;
}

/** Who asks, and with what: of what a handler receives, as much as those that work for it need. */
export type Asking<Who, More extends keyof Surroundings = never> = Pick<Surroundings, 'deps' | More> & { readonly actor: Who };

/** A stream of events to one reader. */
export interface EventStream<Event> {
  /** @returns false when the reader is slow: leave out what may be left out */
  send(event: Event): boolean;
  /** Ends the stream; the reader connects again. */
  end(): void;
}

/** Rows by pages; the next page is read when this one has been taken. */
export type Rows<Row = Readonly<Record<string, string | number | Date | null>>> = AsyncIterable<readonly Row[]>;

/** A JSON text in parts; the next one is written when this one has been taken. */
export interface WrittenFile {
  /** Without day and extension. */
  readonly name: string;
  readonly parts: AsyncIterable<string>;
}

/** By surface: who calls. */
interface ActorOf {
  readonly user: Actor;
  readonly organization: Administrator;
  readonly operator: Operator;
}

/** A route with the code that serves it. */
export type Implementation =
  | { readonly kind: 'call'; readonly route: Route; readonly handle: (input: never) => unknown }
  | { readonly kind: 'rows'; readonly route: Route; readonly read: (input: never) => Rows | Promise<Rows> }
  | { readonly kind: 'file'; readonly route: Route; readonly write: (input: never) => Promise<WrittenFile> }
  | { readonly kind: 'page'; readonly route: Route; readonly write: (input: never) => Promise<string> }
  | { readonly kind: 'events'; readonly route: Route; readonly follow: (input: never, stream: EventStream<never>) => Promise<() => void> };

/** Serves a user's call: fetch, decide, store. What is thrown becomes a refusal by its code. */
export function implement<R extends Route>(
  route: R,
  handle: (input: RouteOutput<R> & Surroundings & { readonly actor: Actor }) => Reply<R>,
): Implementation {
  requireSurface(route, 'user');
  return { kind: 'call', route, handle };
}

/** Serves a call of an organization's administrator. @param handle - is given the body as `raw` where its route takes bytes */
export function implementForAdministrator<R extends Route>(
  route: R,
  handle: (input: RouteOutput<R> & Surroundings & { readonly actor: Administrator; readonly raw: Buffer }) => Reply<R>,
): Implementation {
  requireSurface(route, 'organization');
  return { kind: 'call', route, handle };
}

/** Serves a call of the platform's operator. */
export function implementForOperator<R extends Route>(
  route: R,
  handle: (input: RouteOutput<R> & Surroundings & { readonly actor: Operator }) => Reply<R>,
): Implementation {
  requireSurface(route, 'operator');
  return { kind: 'call', route, handle };
}

/** Serves a call that carries no key. @param handle - is given the body as `raw` where its route takes bytes */
export function implementPublic<R extends Route>(
  route: R,
  handle: (input: RouteOutput<R> & Surroundings & { readonly raw: Buffer }) => Reply<R>,
): Implementation {
  requireSurface(route, 'public');
  return { kind: 'call', route, handle };
}

/** Serves a call that anybody may make, and knows those who are signed in. */
export function implementForAnybody<R extends Route>(
  route: R,
  handle: (input: RouteOutput<R> & Surroundings & { readonly actor: Actor | null }) => Reply<R>,
): Implementation {
  requireSurface(route, 'public');
  if (route.optionalKey !== 'user') throw new Error(`${route.method} ${route.path} takes no user's key`);
  return { kind: 'call', route, handle };
}

/** Serves a stream of events. @param follow - begins to send, and returns what ends it */
export function implementEvents<R extends Route, S extends keyof ActorOf>(
  surface: S,
  route: R,
  follow: (
    input: RouteOutput<R> & Surroundings & { readonly actor: ActorOf[S] },
    stream: EventStream<RouteReply<R>>,
  ) => Promise<() => void>,
): Implementation {
  requireSurface(route, surface);
  return { kind: 'events', route, follow };
}

/** Serves rows. @param read - refuses before the first row, or not at all */
export function implementRows<R extends Route, S extends keyof ActorOf>(
  surface: S,
  route: R,
  read: (input: RouteOutput<R> & Surroundings & { readonly actor: ActorOf[S] }) => Rows<RouteRow<R>> | Promise<Rows<RouteRow<R>>>,
): Implementation {
  requireSurface(route, surface);
  return { kind: 'rows', route, read };
}

/** Serves a JSON text as a file, which may be longer than what is held at once. @param write - refuses before the first part, or not at all */
export function implementFile<R extends Route>(
  route: R,
  write: (input: RouteOutput<R> & Surroundings & { readonly actor: Actor }) => Promise<WrittenFile>,
): Implementation {
  requireSurface(route, 'user');
  return { kind: 'file', route, write };
}

/** Serves a page that carries no key. */
export function implementPage<R extends Route>(
  route: R,
  write: (input: RouteOutput<R> & Surroundings & { readonly request: FastifyRequest }) => Promise<string>,
): Implementation {
  requireSurface(route, 'public');
  return { kind: 'page', route, write };
}

function requireSurface(route: Route, surface: Route['surface']): void {
  if (route.surface !== surface) throw new Error(`${route.method} ${route.path} is a call of the surface ${route.surface}`);
}
