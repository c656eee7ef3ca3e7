import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const notIndexed = 'noindex, nofollow';
const oneYear = 365 * 24 * 3600;

/** No browser guesses what an answer is. */
export const noSniffing = { 'x-content-type-options': 'nosniff' } as const;

/** Answers of calls are data: kept nowhere, never shown as a page. The same for all, so that they cost nothing. */
export function setApiHeaders(app: FastifyInstance, { isSecure }: { isSecure: boolean }): void {
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    ...noSniffing,
    'x-robots-tag': notIndexed,
    ...(isSecure ? { 'strict-transport-security': `max-age=${oneYear}; includeSubDomains` } : {}),
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** What holds for every page. The policy for what it may do is each page's own; most have the usual one. */
export async function setPageHeaders(
  app: FastifyInstance,
  { usual, isSecure }: { readonly usual: Readonly<Record<string, string>>; readonly isSecure: boolean },
): Promise<void> {
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: false,
    hsts: isSecure ? { maxAge: oneYear, includeSubDomains: true } : false,
    referrerPolicy: false,
    frameguard: { action: 'deny' },
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ ...usual, 'x-robots-tag': notIndexed });
    done();
  });
}
