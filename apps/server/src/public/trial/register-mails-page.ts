import type { Brand } from '@tenbin/brand';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerContext } from '../../context.ts';
import { contentPolicy } from '../../pages/page-policy.ts';
import { Refusal } from '../../route/refusal.ts';
import { type GalleryView, mailsPage, sampleOf, themes } from './mails-page.ts';
import { languageOfPage } from './trial-page.ts';

/** A mail is shown by our own gallery alone, with the brand's picture and its own styles, and does nothing. */
const framed = {
  'content-security-policy':
    "default-src 'none'; img-src 'self' https:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
  'cache-control': 'no-store',
} as const;

/** The gallery shows mails within itself. */
const gallery = { 'content-security-policy': contentPolicy({ 'frame-src': ["'self'"] }), 'cache-control': 'no-store' } as const;

/** `GET /trial/mails`: every kind of mail, in a trial only. */
export function registerMailsPage(app: FastifyInstance, deps: ServerContext, brands: ReadonlyMap<string, Brand>): void {
  if (!deps.trial) return;
  app.get('/trial/mails', async (request, reply) =>
    reply
      .headers(gallery)
      .type('text/html; charset=utf-8')
      .send(mailsPage(viewOf(request, brands), { brands: [...brands.values()], urlOf: deps.urlOf })),
  );
  app.get<{ Params: { number: string } }>('/trial/mails/:number', async (request, reply) => {
    const mail = sampleOf(Number(request.params.number), viewOf(request, brands), deps.urlOf);
    if (!mail) throw new Refusal('notFound');
    return reply.headers(framed).type('text/html; charset=utf-8').send(mail.html);
  });
}

function viewOf(request: FastifyRequest, brands: ReadonlyMap<string, Brand>): GalleryView {
  const { brand, theme, width } = request.query as Readonly<Record<string, unknown>>;
  const [first] = brands.values();
  const chosen = (typeof brand === 'string' ? brands.get(brand) : undefined) ?? first;
  if (!chosen) throw new Refusal('notFound');
  return {
    language: languageOfPage(request),
    brand: chosen,
    theme: themes.find((one) => one === theme) ?? 'light',
    width: width === 'phone' ? 'phone' : 'desktop',
  };
}
