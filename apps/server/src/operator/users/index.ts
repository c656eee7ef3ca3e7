import {
  countPlatformUsers,
  getPlatformUser,
  listPlatformUsers,
  listUsersOfOrganization,
  type PlatformUser as Reply,
} from '@tenbin/contract';
import type { PlatformUser } from '@tenbin/db';
import { auditRead } from '../../audit/audit-read.ts';
import { factsOf } from '../../audit/facts-of.ts';
import { type Implementation, implementForOperator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { listedUserReply, queryMoment } from '../../users/listed-user.ts';

const reply = ({ id, organizationId, createdAt, verifiedAt, bannedAt, lastSeenAt, ...user }: PlatformUser): Reply => ({
  _id: id,
  organization: organizationId,
  ...user,
  createdAt: createdAt.toISOString(),
  verifiedAt: verifiedAt?.toISOString() ?? null,
  bannedAt: bannedAt?.toISOString() ?? null,
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
});

export const platformUserCalls: readonly Implementation[] = [
  implementForOperator(listPlatformUsers, async ({ query: { skip, limit, organization, ...query }, actor, deps, audit }) => {
    auditRead(factsOf({ ...query, organization, skip }), { actor, audit, deps, at: 'users' });
    return (await deps.database.platform.everybody.listUsers({ ...query, organizationId: organization }, { offset: skip, limit })).map(
      reply,
    );
  }),
  implementForOperator(countPlatformUsers, async ({ query: { organization, ...query }, deps }) => ({
    count: await deps.database.platform.everybody.countUsers({ ...query, organizationId: organization }),
  })),
  implementForOperator(listUsersOfOrganization, async ({ params, query: { skip, limit, ...query }, actor, deps, audit }) => {
    const { id: organizationId } = await deps.organizations.require(params.id);
    auditRead({ id: organizationId, ...factsOf({ ...query, skip }) }, { actor, audit, deps, at: 'users' });
    return (await deps.database.platform.everybody.listUsers({ ...query, organizationId }, { offset: skip, limit })).map(reply);
  }),
  implementForOperator(getPlatformUser, async ({ params, actor, deps, audit }) => {
    const found = await deps.database.platform.everybody.findUser(params.id);
    if (!found) throw new Refusal('userNotFound', { facts: { id: params.id } });
    const { organizationId } = found;
    const moment = await queryMoment(organizationId, deps);
    const user = await deps.database.forOrganization(organizationId).userDirectory.find(params.id, moment);
    if (!user) throw new Refusal('userNotFound', { facts: { id: params.id } });
    auditRead({ id: params.id, organizationId }, { actor, audit, deps, at: 'user' });
    return { ...listedUserReply(user), organization: organizationId };
  }),
];
