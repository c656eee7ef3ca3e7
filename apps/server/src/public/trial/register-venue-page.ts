import type { IncomingMessage } from 'node:http';
import { DomainError } from '@tenbin/market';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerContext } from '../../context.ts';
import { asksForPage } from '../../route/asks-for-page.ts';
import { Refusal } from '../../route/refusal.ts';
import { readFaultForm } from './fault-form.ts';
import { languageOfPage } from './trial-page.ts';
import { venuePage } from './venue-page.ts';

const page = '/trial/venue/page';

/** `GET /trial/venue` is a page for a browser, and data for everybody else. */
export const venuePagePath = ({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string =>
  asksForPage({ headers }) ? url.replace(/^\/trial\/venue(?=$|\?)/, page) : url;

/** The virtual exchange of a trial for people: looking into it, and breaking it. In a trial only. */
export function registerVenuePage(app: FastifyInstance, { trial }: ServerContext): void {
  const venue = trial?.venue;
  if (!venue) return;
  const show = async (request: FastifyRequest, reply: FastifyReply, refused: readonly string[] = []) => {
    const language = languageOfPage(request);
    const html = venuePage(await venue.describe(), { language, faultFields: venue.faultFields, refused });
    return reply
      .status(refused.length > 0 ? 400 : 200)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html);
  };
  app.get(page, async (request, reply) => show(request, reply));
  app.register(async (forms) => {
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text: string, done) =>
      done(null, new URLSearchParams(text)),
    );
    forms.post<{ Body: URLSearchParams }>('/trial/venue/faults', async (request, reply) => {
      requireOwnPage(request);
      try {
        await venue.injectFault(readFaultForm(request.body, venue.faultFields));
      } catch (error) {
        if (error instanceof DomainError) return show(request, reply, problemsOf(error));
        throw error;
      }
      return reply.redirect('/trial/venue', 303);
    });
    forms.post<{ Body: URLSearchParams }>('/trial/venue/faults/clear', async (request, reply) => {
      requireOwnPage(request);
      await venue.clearFault(request.body.get('id'));
      return reply.redirect('/trial/venue', 303);
    });
  });
}

/** A form of another site is no form of ours. Only forms come here, so a body that is none is refused before. */
function requireOwnPage({ headers, body }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  const isOurs = site === undefined ? headers.origin === undefined || hostOf(headers.origin) === headers.host : site === 'same-origin';
  if (!isOurs) throw new Refusal('antiForgery');
  if (!(body instanceof URLSearchParams)) throw new Refusal('malformedBody');
}

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null);

function problemsOf({ code, facts }: DomainError): readonly string[] {
  return Array.isArray(facts.problems) ? facts.problems.map(String) : [`${code} ${JSON.stringify(facts)}`];
}
