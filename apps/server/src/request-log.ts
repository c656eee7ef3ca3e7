import type { Session } from '@tenbin/db';
import type { Log, Metrics } from '@tenbin/telemetry';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the caller's key was found good, and for calls without one. */
    session: Session | null;
  }
}

/** Those that OpenTelemetry knows; any caller can name others, so they are one. */
const knownMethods: ReadonlySet<string> = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE']);

/** One line for each answered call, and its time: never its address, since addresses may carry secrets. */
export function logRequests(app: FastifyInstance, { log, metrics }: { readonly log: Log; readonly metrics: Metrics }): void {
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
    const labels = {
      method: knownMethods.has(method) ? method : '_OTHER',
      route: routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    };
    metrics.observe('http_request_duration_seconds', labels, reply.elapsedTime / 1000);
    done();
  });
}
