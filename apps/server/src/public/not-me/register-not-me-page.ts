import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerContext } from '../../context.ts';
import { notMePath } from '../../mails/not-me-link.ts';
import { organizationOfToken } from '../../passwords/organization-token.ts';
import { callerOf } from '../../route/caller.ts';
import { type NotMeStep, notMePage } from './not-me-page.ts';
import { findMailed, secureAccount } from './secure-account.ts';

const maxBodyLength = 1_024;

/**
 * Where the button "this was not me" of a mail leads: a page that asks, and a form that does it, since what looks through
 * mails opens every link in them. The token proves the mailbox; nobody signs in, and what a body says does not matter.
 */
export function registerNotMePage(app: FastifyInstance, deps: ServerContext): void {
  app.get(notMePath, async (request, reply) => {
    const given = givenIn(request, deps);
    const mailed = given && (await findMailed(given));
    return show(request, reply, mailed ? 'asks' : 'invalid', mailed);
  });
  app.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBodyLength }, (_request, _text, done) => done(null, undefined));
    forms.post(notMePath, async (request, reply) => {
      const given = givenIn(request, deps);
      const mailed = given && (await findMailed(given));
      const isDone = given !== null && (await secureAccount({ ...given, caller: callerOf(request) }));
      return show(request, reply, isDone ? 'done' : 'invalid', mailed);
    });
  });

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    step: NotMeStep,
    mailed: Awaited<ReturnType<typeof findMailed>>,
  ): Promise<FastifyReply> {
    const { visit, language } = callerOf(request);
    const organizationId = organizationOfToken(tokenIn(request));
    const brand =
      mailed && organizationId
        ? deps.tenancy.brandOf(await deps.organizations.require(organizationId))
        : (await deps.tenancy.tenantOf(visit)).brand;
    const view = { language: mailed?.user.language ?? language, brand, step, email: mailed?.email ?? '', urlOf: pageOf(brand) };
    return reply
      .status(step === 'invalid' ? 404 : 200)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(notMePage(view));
  }

  const pageOf = (brand: Parameters<typeof deps.urlOf>[0]) => (page: string) => deps.urlOf(brand, page);
}

const tokenIn = ({ query }: FastifyRequest): unknown => (query as { readonly token?: unknown }).token;

function givenIn(request: FastifyRequest, deps: ServerContext) {
  const token = tokenIn(request);
  const organizationId = organizationOfToken(token);
  return organizationId === null ? null : { organization: deps.database.forOrganization(organizationId), token: String(token), deps };
}
