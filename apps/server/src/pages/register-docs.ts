import { randomBytes } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';
import { allRoutes, apiInfo, openApiOf } from '@tenbin/contract/reference';
import type { FastifyInstance } from 'fastify';
import type { AntiForgery } from '../route/anti-forgery.ts';
import { contentPolicy } from './page-policy.ts';

interface Page {
  readonly document: { readonly cookie: string };
}

/**
 * Sends the anti-forgery token with what a reader of the reference page tries out: it is a browser like any other.
 * Runs in that page, so that it may use nothing from around it.
 */
export const sendToken = ({ request }: { readonly request: Request }): void => {
  const { cookie } = (globalThis as unknown as Page).document;
  request.headers.set('x-xsrf-token', /(?:^|;\s*)(?:__Host-)?XSRF-TOKEN=([\w-]+)/.exec(cookie)?.[1] ?? '');
};

/** Stands in the page until it is sent: each answer has a nonce of its own. */
const nonceOfResponse = 'nonce-of-this-response';

/** `/openapi.json`, and `/docs` to read it: everything from this server, nothing from elsewhere. */
export async function registerDocs(app: FastifyInstance, antiForgery: AntiForgery): Promise<void> {
  const document = JSON.stringify(openApiOf(allRoutes));
  app.get('/openapi.json', async (_request, reply) => reply.type('application/json').send(document));

  await app.register(async (docs) => {
    docs.addHook('onRequest', async (request, reply) => antiForgery.offer(request, reply));
    // The reference page begins with a script in the page itself, which the other pages do not have.
    docs.addHook('onSend', async (_request, reply, payload) => {
      const nonce = randomBytes(16).toString('base64');
      const policy = contentPolicy({ 'script-src': [`'nonce-${nonce}'`], 'font-src': ['data:'], 'worker-src': ['blob:'] });
      reply.header('content-security-policy', policy);
      const isPage = typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html');
      return isPage ? payload.replaceAll(nonceOfResponse, nonce) : payload;
    });
    await docs.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        nonce: nonceOfResponse,
        pageTitle: apiInfo.title,
        withDefaultFonts: false,
        telemetry: false,
        // Offers of services elsewhere, which a page of this server must not make.
        agent: { disabled: true },
        mcp: { disabled: true },
        hideClientButton: true,
        showDeveloperTools: 'never',
        operationTitleSource: 'path',
        onRequestBuilt: sendToken,
      },
    });
  });
}
