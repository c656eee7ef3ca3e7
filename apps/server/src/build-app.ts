import type { Brand } from '@tenbin/brand';
import { getInstallation } from '@tenbin/contract';
import { isLoopback } from '@tenbin/settings';
import Fastify, { type FastifyInstance } from 'fastify';
import { calls as allCalls } from './calls.ts';
import type { ServerContext } from './context.ts';
import { registerHealth } from './health.ts';
import { createAddressLimit } from './limits/address-limit.ts';
import { requireWithin } from './limits/limits.ts';
import { networkOf } from './limits/network-of.ts';
import { createPagePolicies } from './pages/page-policy.ts';
import { registerDocs } from './pages/register-docs.ts';
import { registerPages, staffPagePath } from './pages/register-pages.ts';
import { registerReferralLinks } from './pages/register-referral-links.ts';
import { registerNotMePage } from './public/not-me/register-not-me-page.ts';
import { registerMailsPage } from './public/trial/register-mails-page.ts';
import { registerVenuePage, venuePagePath } from './public/trial/register-venue-page.ts';
import { registerUnsubscribePage } from './public/unsubscribe/register-unsubscribe-page.ts';
import { logRequests } from './request-log.ts';
import { createAntiForgery, isBrowser } from './route/anti-forgery.ts';
import { hostOf } from './route/caller.ts';
import { createDeviceCookie } from './route/device-cookie.ts';
import type { Implementation } from './route/implement.ts';
import { maxBodyBytes, readJsonOnly } from './route/read-body.ts';
import { Refusal } from './route/refusal.ts';
import { registerRoute } from './route/register-route.ts';
import { sendClientError } from './route/send-client-error.ts';
import { sendError } from './route/send-error.ts';
import { setApiHeaders, setPageHeaders } from './security-headers.ts';
import { type OwnSurface, surfaceAt } from './surfaces.ts';

export interface AppSettings {
  readonly deps: ServerContext;
  readonly brands: ReadonlyMap<string, Brand>;
  readonly brandsDir: string;
  /** Folders of the built front ends. */
  readonly pages: Readonly<Record<OwnSurface, string>>;
  /** Whose calls and pages are answered here; whoever asks for another's is told so. */
  readonly surfaces: readonly OwnSurface[];
  /** Reached over https: cookies and strict transport say so. */
  readonly isSecure: boolean;
  /** Proxies before this server, whose word for the caller's address is taken. */
  readonly trustedProxies: readonly string[];
  /** Whether the specified calls that carry a secret in their address are answered. */
  readonly secretsInAddresses: boolean;
  readonly requestsPerMinute: number;
  readonly auditMegabytes: number;
  /** A trial that stays on this machine: whoever names it otherwise is a page elsewhere, whose own name was made to lead here. */
  readonly isForThisMachine: boolean;
  /** Those of the contract unless given. */
  readonly calls?: readonly Implementation[];
}

/** What one port answers, without the port. */
export async function buildApp({
  deps,
  isSecure,
  trustedProxies,
  secretsInAddresses,
  requestsPerMinute,
  auditMegabytes,
  isForThisMachine,
  surfaces,
  calls = allCalls,
  ...settings
}: AppSettings): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: maxBodyBytes,
    // Without it a body may take for ever to come.
    requestTimeout: 60_000,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    return503OnClosing: true,
    rewriteUrl: ({ url, method, headers }) => staffPagePath({ url: venuePagePath({ url, headers }), method, headers }),
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => sendError(error, { request, reply, log: deps.log, clock: deps.clock }),
    clientErrorHandler: sendClientError,
  });
  const antiForgery = createAntiForgery({ isSecure });
  readJsonOnly(app);
  logRequests(app, deps);
  app.setErrorHandler((error, request, reply) => sendError(error, { request, reply, log: deps.log, clock: deps.clock }));
  if (isForThisMachine)
    app.addHook('onRequest', (request, _reply, done) => done(isLoopback(hostOf(request)) ? undefined : new Refusal('notFound')));
  registerHealth(app, { ...deps, auditMegabytes });
  const requests = createAddressLimit({ clock: deps.clock, tries: requestsPerMinute, withinMs: 60_000 });
  const limitRequests = (part: FastifyInstance) =>
    part.addHook('onRequest', async (request) => requireWithin(requests, networkOf(request.ip)));

  const serving = { deps, antiForgery, devices: createDeviceCookie({ isSecure }), secretsInAddresses };
  const here = calls.filter(({ route }) => surfaces.includes(surfaceAt(route.path)) || route === getInstallation);
  await app.register(async (api) => {
    setApiHeaders(api, { isSecure });
    limitRequests(api);
    api.addHook('onRequest', (request, reply, done) => {
      if (request.method === 'GET' && (isBrowser(request) || request.headers['x-user-key'] === undefined))
        antiForgery.offer(request, reply);
      done();
    });
    for (const call of here.filter(({ kind }) => kind !== 'page')) registerRoute(api, call, serving);
  });
  await app.register(async (pages) => {
    const policies = createPagePolicies(settings.brands, { paypal: deps.paypal.pageSources });
    await setPageHeaders(pages, { usual: policies.usual, isSecure });
    limitRequests(pages);
    for (const call of here.filter(({ kind }) => kind === 'page')) registerRoute(pages, call, serving);
    if (surfaces.includes('user')) {
      registerMailsPage(pages, deps, settings.brands);
      registerVenuePage(pages, deps);
      registerUnsubscribePage(pages, deps);
      registerNotMePage(pages, deps);
      await registerDocs(pages, antiForgery);
      registerReferralLinks(pages, deps);
    }
    await registerPages(pages, { ...settings, surfaces, policies, antiForgery, deps });
  });
  return app;
}
