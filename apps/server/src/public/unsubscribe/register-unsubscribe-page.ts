import type { User } from '@tenbin/db';
import { readUnsubscription, type Unsubscription, unsubscribePath } from '@tenbin/mail';
import { type Action, namedFacts } from '@tenbin/messages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerContext } from '../../context.ts';
import { callerOf } from '../../route/caller.ts';
import { unsubscribePage } from './unsubscribe-page.ts';

const maxTokenLength = 1_000;
const maxBodyLength = 1_024;

/**
 * Where a mail's link to switch such mails off leads: a page that asks, and a form that does it, which is also what a mail
 * program posts by itself (RFC 8058). The token proves who it is; nobody signs in, and what a body says does not matter.
 */
export function registerUnsubscribePage(app: FastifyInstance, deps: ServerContext): void {
  app.get(unsubscribePath, async (request, reply) => {
    const unsubscription = unsubscriptionIn(request, deps);
    return show(request, reply, {
      unsubscription,
      user: unsubscription && (await usersOf(unsubscription, deps).find(unsubscription.userId)),
      isDone: false,
    });
  });
  app.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBodyLength }, (_request, _text, done) => done(null, undefined));
    forms.post(unsubscribePath, async (request, reply) => {
      const unsubscription = unsubscriptionIn(request, deps);
      return show(request, reply, {
        unsubscription,
        user: unsubscription && (await apply(unsubscription, { request, deps })),
        isDone: true,
      });
    });
  });

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    { unsubscription, user, isDone }: { unsubscription: Unsubscription | null; user: User | null; isDone: boolean },
  ) {
    const { visit, language } = callerOf(request);
    const brand =
      unsubscription && user
        ? deps.tenancy.brandOf(await deps.organizations.require(unsubscription.organizationId))
        : (await deps.tenancy.tenantOf(visit)).brand;
    return reply
      .status(unsubscription && user ? 200 : 404)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(unsubscribePage({ language: user?.language ?? language, brand, topic: user ? (unsubscription?.topic ?? null) : null, isDone }));
  }
}

const usersOf = ({ organizationId }: Unsubscription, { database }: ServerContext) => database.forOrganization(organizationId).users;

function unsubscriptionIn({ query }: FastifyRequest, { vault }: ServerContext): Unsubscription | null {
  const { token } = query as { readonly token?: unknown };
  return typeof token === 'string' && token.length <= maxTokenLength ? readUnsubscription(token, vault) : null;
}

/** @returns null where the user is no more */
function apply(
  { organizationId, userId, topic }: Unsubscription,
  { request, deps }: { readonly request: FastifyRequest; readonly deps: ServerContext },
) {
  return deps.database.forOrganization(organizationId).transaction(async ({ users, audit }) => {
    const user = await users.find(userId);
    if (!user || user.mutedMails.includes(topic)) return user;
    const { address: network, agent } = callerOf(request);
    await audit.append({
      at: deps.clock.now(),
      actor: 'user',
      actorId: userId,
      action: 'unsubscribe' satisfies Action,
      refusal: null,
      network,
      agent,
      facts: namedFacts({ topic }),
    });
    return users.setMailWanted(userId, topic, false);
  });
}
