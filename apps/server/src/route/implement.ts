import type { Route, RouteOutput, RouteReply } from '@tenbin/contract';
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
interface Surroundings {
  readonly deps: ServerContext;
  readonly caller: Caller;
  /** What the audit log keeps of this call beside who called and which. */
  readonly audit: AuditNote;
}

/** A stream of events to one reader. */
export interface EventStream<Event> {
  /** @returns false when the reader is slow: leave out what may be left out */
  send(event: Event): boolean;
  /** Ends the stream; the reader connects again. */
  end(): void;
}

/** A route with the code that serves it. */
export type Implementation =
  | { readonly kind: 'call'; readonly route: Route; readonly handle: (input: never) => unknown }
  | { readonly kind: 'events'; readonly route: Route; readonly follow: (input: never, stream: EventStream<never>) => Promise<() => void> };

/** Serves a user's call: fetch, decide, store. What is thrown becomes a refusal by its code. */
export function implement<R extends Route>(
  route: R,
  handle: (input: RouteOutput<R> & Surroundings & { readonly actor: Actor }) => Reply<R>,
): Implementation {
  requireSurface(route, 'user');
  return { kind: 'call', route, handle };
}

/** Serves a call of an organization's administrator. */
export function implementForAdministrator<R extends Route>(
  route: R,
  handle: (input: RouteOutput<R> & Surroundings & { readonly actor: Administrator }) => Reply<R>,
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

/** Serves a call that carries no key. */
export function implementPublic<R extends Route>(route: R, handle: (input: RouteOutput<R> & Surroundings) => Reply<R>): Implementation {
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
export function implementEvents<R extends Route>(
  route: R,
  follow: (input: RouteOutput<R> & Surroundings & { readonly actor: Actor }, stream: EventStream<RouteReply<R>>) => Promise<() => void>,
): Implementation {
  requireSurface(route, 'user');
  return { kind: 'events', route, follow };
}

function requireSurface(route: Route, surface: Route['surface']): void {
  if (route.surface !== surface) throw new Error(`${route.method} ${route.path} is a call of the surface ${route.surface}`);
}
