import helmet from '@fastify/helmet';
import type { Brand } from '@tenbin/brand';
import type { FastifyInstance } from 'fastify';

const notIndexed = 'noindex, nofollow';
const oneYear = 365 * 24 * 3600;

/** Answers of calls are data: kept nowhere, never shown as a page. The same for all, so that they cost nothing. */
export function setApiHeaders(app: FastifyInstance, { isSecure }: { isSecure: boolean }): void {
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': notIndexed,
    ...(isSecure ? { 'strict-transport-security': `max-age=${oneYear}; includeSubDomains` } : {}),
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/**
 * What a browser may do with our pages: run our own scripts, show our own and the brands' pictures, talk to us; nothing
 * else. Styles may stand in the page, since the component library writes them there.
 */
export async function setPageHeaders(
  app: FastifyInstance,
  { brands, isSecure }: { brands: ReadonlyMap<string, Brand>; isSecure: boolean },
): Promise<void> {
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', ...pictureHosts(brands)],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    hsts: isSecure ? { maxAge: oneYear, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-robots-tag', notIndexed);
    done();
  });
}

/** Brands may keep their pictures elsewhere. */
function pictureHosts(brands: ReadonlyMap<string, Brand>): string[] {
  const addresses = [...brands.values()].flatMap(({ favicon, logo }) => [favicon, logo.default, logo.sideNav, logo.symbol]);
  return [...new Set(addresses.filter((address) => address.startsWith('https://')).map((address) => new URL(address).origin))];
}
