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
import type { StoredAuditEntry } from '@tenbin/db';
import { rebalanceReply } from '../../bots/rebalance-reply.ts';
import { botReply } from '../../bots/reply.ts';
import { paymentReply } from '../../plans/reply.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { requireListed } from '../../users/listed-user.ts';

/** What the page of one user shows, read as that user would read it. */
export const lookAtUserCalls: readonly Implementation[] = [
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
    const { audit, administrators } = actor.organization;
    const entries = await audit.list({ offset: query.skip, limit: query.limit }, { about: id });
    const staff = new Set(entries.flatMap((entry) => (entry.actor === 'administrator' && entry.actorId !== null ? [entry.actorId] : [])));
    const members = await Promise.all([...staff].map((one) => administrators.find(one)));
    const emails = new Map(members.flatMap((member) => (member ? [[member.id, member.email] as const] : [])));
    return entries.map((entry) => eventReply(entry, emails.get(entry.actorId ?? '') ?? null));
  }),
];

const eventReply = ({ id, at, actor, action, refusal, reason, network, facts }: StoredAuditEntry, by: string | null): UserEvent => ({
  _id: id,
  at: at.toISOString(),
  actor,
  by,
  action,
  refusal,
  reason,
  network,
  facts: { ...facts },
});
