import type { Session } from '@tenbin/db';
import type { FastifyInstance } from 'fastify';
import type { Log } from './log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the caller's key was found good, and for calls without one. */
    session: Session | null;
  }
}

/** One line for each answered call: never its address, since addresses may carry secrets. */
export function logRequests(app: FastifyInstance, log: Log): void {
  app.decorateRequest('session', null);
  app.addHook('onResponse', (request, reply, done) => {
    const { session, method, routeOptions } = request;
    log.info(
      {
        method,
        route: routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(session ? { surface: session.surface, organizationId: session.organizationId, subjectId: session.subjectId } : {}),
      },
      'http.answered',
    );
    done();
  });
}
