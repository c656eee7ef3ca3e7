import type { FastifyInstance } from 'fastify';
import type { Log } from './log.ts';
import type { Actor } from './route/caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the caller's key was found good, and for calls without one. */
    actor: Actor | null;
  }
}

/** One line for each answered call: never its address, since addresses may carry secrets. */
export function logRequests(app: FastifyInstance, log: Log): void {
  app.decorateRequest('actor', null);
  app.addHook('onResponse', (request, reply, done) => {
    const { actor, method, routeOptions } = request;
    log.info(
      {
        method,
        route: routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(actor ? { organizationId: actor.organizationId, userId: actor.userId } : {}),
      },
      'http.answered',
    );
    done();
  });
}
