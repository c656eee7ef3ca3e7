import { sessionStatus } from '@tenbin/accounts';
import {
  getVolumeOfUser,
  listBotsOfUser,
  listPaymentsOfUser,
  listRebalancesOfUser,
  listSessionsOfUser,
  listUserEvents,
  type UserEvent,
} from '@tenbin/contract';
import type { UserEvent as StoredUserEvent } from '@tenbin/db';
import { rebalanceReply } from '../../bots/rebalance-reply.ts';
import { botReply } from '../../bots/reply.ts';
import { paymentReply } from '../../plans/reply.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { requireListed } from '../../users/listed-user.ts';

/** What the page of one user shows, read as that user would read it. */
export const userReadCalls: readonly Implementation[] = [
  implementForAdministrator(listBotsOfUser, async ({ params, actor, deps, caller }) => {
    const { id } = await requireListed(params.id, actor, deps);
    const now = deps.clock.now();
    return (await actor.organization.bots.listOfUser(id)).map((bot) => botReply(bot, { language: caller.language, now }));
  }),
  implementForAdministrator(listRebalancesOfUser, async ({ params, query, actor, deps, caller }) => {
    const { id } = await requireListed(params.id, actor, deps);
    const found = await actor.organization.rebalances.listOfUser(id, { offset: query.skip, limit: query.limit });
    return found.map((rebalance) => rebalanceReply(rebalance, caller.language));
  }),
  implementForAdministrator(listPaymentsOfUser, async ({ params, query, actor, deps }) => {
    const { id } = await requireListed(params.id, actor, deps);
    return (await actor.organization.payments.listOfUser(id, { offset: query.skip, limit: query.limit })).map(paymentReply);
  }),
  implementForAdministrator(getVolumeOfUser, async ({ params, actor, deps }) => ({
    volume: Number((await requireListed(params.id, actor, deps)).volumeThisMonth),
  })),
  implementForAdministrator(listSessionsOfUser, async ({ params, actor, deps }) => {
    const { id: subjectId } = await requireListed(params.id, actor, deps);
    const { settings } = await deps.organizations.require(actor.organizationId);
    const all = await deps.database.platform.sessions.listOf({ surface: 'user', subjectId });
    return all
      .filter((session) => sessionStatus(session, deps.clock.now(), settings) === 'live')
      .map(({ id, agent, address, createdAt, lastUsedAt }) => ({
        _id: id,
        agent,
        address,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      }));
  }),
  implementForAdministrator(listUserEvents, async ({ params, query, actor, deps }) => {
    const { id } = await requireListed(params.id, actor, deps);
    const { userEvents, administrators } = actor.organization;
    const events = await userEvents.listOf(id, { offset: query.skip, limit: query.limit });
    const staff = new Set(
      events.flatMap((event) => (event.kind === 'act' && event.act.actor === 'administrator' ? (event.act.actorId ?? []) : [])),
    );
    const emails = await administrators.emailsOf([...staff]);
    return events.map((event) => eventReply(event, emails));
  }),
];

/** @param emails - of administrators, by id */
function eventReply(event: StoredUserEvent, emails: ReadonlyMap<string, string>): UserEvent {
  const said = { _id: event.id, at: event.at.toISOString() };
  switch (event.kind) {
    case 'act': {
      const { actor, actorId, action, refusal, reason, network, facts } = event.act;
      return { kind: 'act', ...said, actor, by: emails.get(actorId ?? '') ?? null, action, refusal, reason, network, facts: { ...facts } };
    }
    case 'payment':
      return { kind: 'payment', ...said, payment: paymentReply(event.payment) };
    case 'mail':
      return { kind: 'mail', ...said, about: event.mail.kind, status: event.mail.status };
    default:
      return event satisfies never;
  }
}
