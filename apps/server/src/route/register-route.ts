import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { ServerContext } from '../context.ts';
import { requireNoForgery } from './anti-forgery.ts';
import { authenticate } from './authenticate.ts';
import { callerOf } from './caller.ts';
import { type Implementation, WrittenReply } from './implement.ts';
import { readInput } from './read-input.ts';
import { sendEvents } from './send-events.ts';

/** Puts one call on the server. Who calls is settled before what they say is looked at. */
export function registerRoute(app: FastifyInstance, implementation: Implementation, deps: ServerContext): void {
  const { route } = implementation;
  const url = route.path.replace(/\{(\w+)\}/g, ':$1');
  // A HEAD would open a stream that nobody reads, and nobody ends.
  const exposeHeadRoute = implementation.kind !== 'events';
  app.route({ method: route.method as HTTPMethods, url, exposeHeadRoute, handler: handlerOf(implementation, deps) });
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function handlerOf(implementation: Implementation, deps: ServerContext): Handler {
  const { route } = implementation;
  return async (request, reply) => {
    requireNoForgery(request);
    const actor = await authenticate(request, route.surface, deps);
    request.session = actor?.session ?? null;
    const input = { ...readInput(route, request), actor, deps, caller: callerOf(request) } as never;
    if (implementation.kind === 'events' && actor)
      return sendEvents(reply, { session: actor.session, ...deps, follow: (stream) => implementation.follow(input, stream) });
    if (implementation.kind === 'events') throw new Error('a stream without a reader');
    reply.status(route.status);
    const answer = await implementation.handle(input);
    return answer instanceof WrittenReply ? reply.type('application/json; charset=utf-8').send(answer.json) : answer;
  };
}
