import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { ServerContext } from '../context.ts';
import { requireWithin } from '../limits/limits.ts';
import type { AntiForgery } from './anti-forgery.ts';
import { authenticate, isStillLive } from './authenticate.ts';
import { callerOf } from './caller.ts';
import { refusalOf } from './fault-of-error.ts';
import { type Implementation, WrittenReply } from './implement.ts';
import { InputError } from './input-error.ts';
import { readInput } from './read-input.ts';
import { Refusal } from './refusal.ts';
import { sendEvents } from './send-events.ts';
import { whenGone } from './when-gone.ts';

interface Settings {
  readonly deps: ServerContext;
  readonly antiForgery: AntiForgery;
  readonly secretsInAddresses: boolean;
}

/** Puts one call on the server. Who calls is settled before what they say is looked at. */
export function registerRoute(app: FastifyInstance, implementation: Implementation, settings: Settings): void {
  const { route } = implementation;
  const url = route.path.replace(/\{(\w+)\}/g, ':$1');
  // A HEAD would open a stream that nobody reads, and nobody ends.
  const exposeHeadRoute = implementation.kind !== 'events';
  app.route({ method: route.method as HTTPMethods, url, exposeHeadRoute, handler: handlerOf(implementation, settings) });
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function handlerOf(implementation: Implementation, { deps, antiForgery, secretsInAddresses }: Settings): Handler {
  const { route } = implementation;
  return async (request, reply) => {
    const caller = callerOf(request);
    const audited = deps.auditor.begin(route, request, caller);
    let actor: Awaited<ReturnType<typeof authenticate>> = null;
    try {
      antiForgery.require(request);
      if (!secretsInAddresses) requireNoSecretInAddress(route, request);
      actor = await authenticate(request, route, deps);
      request.session = actor?.session ?? null;
      requireFewChanges(route, actor, deps);
      const input = {
        ...readInput(route, request),
        actor: actor && { ...actor, gone: whenGone(reply.raw) },
        deps,
        caller,
        audit: audited.note,
      } as never;
      if (implementation.kind === 'events' && actor)
        return sendEvents(reply, {
          ...deps,
          session: actor.session,
          isLive: () => isStillLive(request, route.surface, deps),
          follow: (stream) => implementation.follow(input, stream),
        });
      if (implementation.kind === 'events') throw new Error('a stream without a reader');
      reply.status(route.status);
      const answer = await implementation.handle(input);
      await audited.end(actor, null);
      return answer instanceof WrittenReply ? reply.type('application/json; charset=utf-8').send(answer.json) : answer;
    } catch (error) {
      await audited.end(actor, error instanceof InputError ? 'invalidInput' : (refusalOf(error)?.code ?? 'internal'));
      throw error;
    }
  };
}

/** Each change is written down for good. Whoever makes too many can still stop. @throws {Refusal} `tooManyRequests` */
function requireFewChanges(
  { audited, path }: Implementation['route'],
  actor: Awaited<ReturnType<typeof authenticate>>,
  { limits }: ServerContext,
): void {
  if (!actor || !audited) return;
  const kind = /\/stops?(?:_all)?(?:\/|$)/.test(path) ? 'stops' : 'others';
  requireWithin(limits.changes, `${actor.session.subjectId} ${kind}`);
}

/** An installation that takes none says so whoever calls: the secret has been in an address already, and goes no further. */
function requireNoSecretInAddress({ secretQuery }: Implementation['route'], { query }: FastifyRequest): void {
  const given = secretQuery.filter((name) => Object.hasOwn(Object(query), name));
  if (given.length > 0) throw new Refusal('secretInAddress', { facts: { fields: given.join(', ') } });
}
