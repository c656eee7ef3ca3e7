import { randomBytes } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';
import { allRoutes, openApiOf } from '@tenbin/contract/reference';
import type { FastifyInstance } from 'fastify';
import type { AntiForgery } from '../route/anti-forgery.ts';
import { sendToken } from './send-token.ts';

const about = {
  title: 'Tenbin API',
  version: '1',
  description:
    'Every call. Sign in with `POST /api/users/signin` and send the `uniqueKey` of its answer as `x-user-key`; administrators sign in under `/admin` and send `x-organization-key`, operators under `/ango-ya` and send `x-ango-ya-key`.',
};

/** `/openapi.json`, and `/docs` to read it: everything from this server, nothing from elsewhere. */
export async function registerDocs(app: FastifyInstance, antiForgery: AntiForgery): Promise<void> {
  const document = JSON.stringify(openApiOf(allRoutes, about));
  app.get('/openapi.json', async (_request, reply) => reply.type('application/json').send(document));

  await app.register(async (docs) => {
    // The reference page begins with a script in the page itself, which the other pages do not have.
    const nonce = randomBytes(16).toString('base64');
    docs.addHook('onRequest', async (request, reply) => {
      antiForgery.offer(request, reply);
      reply.header(
        'content-security-policy',
        `default-src 'self';script-src 'self' 'nonce-${nonce}';style-src 'self' 'unsafe-inline';img-src 'self' data:;font-src 'self' data:;connect-src 'self';worker-src 'self' blob:;object-src 'none';base-uri 'none';frame-ancestors 'none'`,
      );
    });
    await docs.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        nonce,
        pageTitle: about.title,
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
