import rateLimit from '@fastify/rate-limit';
import type { Brand } from '@tenbin/brand';
import { isLoopback } from '@tenbin/settings';
import Fastify, { type FastifyInstance } from 'fastify';
import { calls } from './calls.ts';
import type { ServerContext } from './context.ts';
import { registerHealth } from './health.ts';
import { networkOf } from './limits/network-of.ts';
import { registerDocs } from './pages/register-docs.ts';
import { registerPages } from './pages/register-pages.ts';
import { logRequests } from './request-log.ts';
import { createAntiForgery, isBrowser } from './route/anti-forgery.ts';
import { hostOf } from './route/caller.ts';
import { mostBodyBytes, readJsonOnly } from './route/read-body.ts';
import { Refusal } from './route/refusal.ts';
import { registerRoute } from './route/register-route.ts';
import { sendError } from './route/send-error.ts';
import { setApiHeaders, setPageHeaders } from './security-headers.ts';
import { registerInboxPage } from './trial/register-inbox-page.ts';
import { registerVenuePage, venuePagePath } from './trial/register-venue-page.ts';

export interface AppSettings {
  readonly deps: ServerContext;
  readonly brands: ReadonlyMap<string, Brand>;
  readonly brandsDir: string;
  readonly consoleDir: string;
  /** Reached over https: cookies and strict transport say so. */
  readonly isSecure: boolean;
  /** Proxies before this server, whose word for the caller's address is taken. */
  readonly trustedProxies: readonly string[];
  /** Whether the specified calls that carry a secret in their address are answered. */
  readonly secretsInAddresses: boolean;
  readonly requestsPerMinute: number;
  /** A trial that stays on this machine: whoever names it otherwise is a page elsewhere, whose own name was made to lead here. */
  readonly isForThisMachine: boolean;
}

/** The server without its port. */
export async function buildApp({
  deps,
  isSecure,
  trustedProxies,
  secretsInAddresses,
  requestsPerMinute,
  isForThisMachine,
  ...settings
}: AppSettings): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: mostBodyBytes,
    // Without it a body may take for ever to come.
    requestTimeout: 60_000,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    return503OnClosing: true,
    rewriteUrl: venuePagePath,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => sendError(error, { request, reply, log: deps.log }),
  });
  const antiForgery = createAntiForgery({ isSecure });
  readJsonOnly(app);
  logRequests(app, deps.log);
  app.setErrorHandler((error, request, reply) => sendError(error, { request, reply, log: deps.log }));
  if (isForThisMachine)
    app.addHook('onRequest', (request, _reply, done) => done(isLoopback(hostOf(request)) ? undefined : new Refusal('notFound')));
  registerHealth(app, deps.database);
  await app.register(rateLimit, {
    max: requestsPerMinute,
    keyGenerator: (request) => networkOf(request.ip),
    timeWindow: 60_000,
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, { ttl }) => tooMany(Math.ceil(ttl / 1000)),
  });

  await app.register(async (api) => {
    setApiHeaders(api, { isSecure });
    api.addHook('onRequest', (request, reply, done) => {
      if (request.method === 'GET' && (isBrowser(request) || request.headers['x-user-key'] === undefined))
        antiForgery.offer(request, reply);
      done();
    });
    for (const call of calls) registerRoute(api, call, { deps, antiForgery, secretsInAddresses });
  });
  await app.register(async (pages) => {
    await setPageHeaders(pages, { brands: settings.brands, isSecure });
    registerInboxPage(pages, deps);
    registerVenuePage(pages, deps);
    await registerDocs(pages, antiForgery);
    await registerPages(pages, { ...settings, antiForgery });
  });
  return app;
}

const tooMany = (seconds: number): Refusal => new Refusal('tooManyRequests', { facts: { seconds }, retryAfterSeconds: seconds });
