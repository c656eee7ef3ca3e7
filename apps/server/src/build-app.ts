import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import type { Brand } from '@tenbin/brand';
import Fastify, { type FastifyInstance } from 'fastify';
import { calls } from './calls.ts';
import type { ServerContext } from './context.ts';
import { registerHealth } from './health.ts';
import { registerDocs } from './pages/register-docs.ts';
import { registerPages } from './pages/register-pages.ts';
import { logRequests } from './request-log.ts';
import { offerToken } from './route/anti-forgery.ts';
import { mostBodyBytes, readJsonOnly } from './route/read-body.ts';
import { Refusal } from './route/refusal.ts';
import { registerRoute } from './route/register-route.ts';
import { sendError } from './route/send-error.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { registerInboxPage } from './trial/register-inbox-page.ts';

export interface AppSettings {
  readonly deps: ServerContext;
  readonly brands: ReadonlyMap<string, Brand>;
  readonly brandsDir: string;
  readonly consoleDir: string;
  /** Reached over https: cookies and strict transport say so. */
  readonly isSecure: boolean;
  /** How many proxies stand before this server; their word for the caller's address is taken. */
  readonly trustedProxies: number;
  readonly requestsPerMinute: number;
}

/** The server without its port. */
export async function buildApp({ deps, isSecure, trustedProxies, requestsPerMinute, ...settings }: AppSettings): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: mostBodyBytes,
    trustProxy: (_address, hop) => hop < trustedProxies,
    return503OnClosing: true,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => sendError(error, { request, reply, log: deps.log }),
  });
  readJsonOnly(app);
  logRequests(app, deps.log);
  app.setErrorHandler((error, request, reply) => sendError(error, { request, reply, log: deps.log }));
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-robots-tag', 'noindex, nofollow'));

  await app.register(cookie);
  await setSecurityHeaders(app, { brands: settings.brands, isSecure });
  registerHealth(app, deps.database);
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: 60_000,
    errorResponseBuilder: (_request, { ttl }) => tooMany(Math.ceil(ttl / 1000)),
  });

  await app.register(async (api) => {
    api.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (request.method === 'GET') offerToken(request, reply, { isSecure });
    });
    for (const call of calls) registerRoute(api, call, deps);
  });
  registerInboxPage(app, deps);
  await registerDocs(app);
  await registerPages(app, { ...settings, isSecure });
  return app;
}

const tooMany = (seconds: number): Refusal => new Refusal('tooManyRequests', { facts: { seconds }, retryAfterSeconds: seconds });
