import { countActiveUsers, countUsers, countVerifiedUsers, downloadUsers, getUser, getUserHistory, listUsers } from '@tenbin/contract';
import type { ListedUser } from '@tenbin/db';
import { factsOf } from '../../audit/facts-of.ts';
import { type Implementation, implementForAdministrator, implementRows } from '../../route/implement.ts';
import { examinedUserReply, listedUserReply, queryMoment, requireListed } from '../../users/listed-user.ts';

/** How far back each history reaches. */
const historyLengths = { day: 60, month: 24, year: 10 } as const;

export const listUserCalls: readonly Implementation[] = [
  implementForAdministrator(listUsers, async ({ query: { skip, sort, limit, ...query }, actor, deps }) => {
    const page = { ...(await queryMoment(actor.organizationId, deps)), sort, offset: skip, limit };
    return (await actor.organization.userDirectory.list(query, page)).map(listedUserReply);
  }),
  implementForAdministrator(countUsers, async ({ query, actor, deps }) => ({
    count: await actor.organization.userDirectory.count(query, await queryMoment(actor.organizationId, deps)),
  })),
  implementForAdministrator(countVerifiedUsers, async ({ actor, deps }) => ({
    count: await actor.organization.userDirectory.count({ isVerified: true }, await queryMoment(actor.organizationId, deps)),
  })),
  implementForAdministrator(countActiveUsers, async ({ query, actor, deps }) => {
    const now = deps.clock.now();
    const { year = now.getUTCFullYear(), month = now.getUTCMonth() + 1 } = query;
    return { count: await actor.organization.userFigures.countActive('month', `${year}-${String(month).padStart(2, '0')}-01`) };
  }),
  implementForAdministrator(getUserHistory, async ({ query: { scale }, actor, deps }) => {
    const moment = await queryMoment(actor.organizationId, deps);
    return actor.organization.userFigures.history({ ...moment, scale, count: historyLengths[scale] });
  }),
  implementForAdministrator(getUser, async ({ params, actor, deps }) =>
    examinedUserReply(await requireListed(params.id, actor, deps), actor, deps),
  ),
  implementRows('organization', downloadUsers, async ({ query: { excel: _excel, timeZone: _zone, ...query }, actor, deps, audit }) => {
    audit.add(factsOf(query));
    return rowsOf(actor.organization.userDirectory.all(query, await queryMoment(actor.organizationId, deps)));
  }),
];

async function* rowsOf(pages: AsyncIterable<readonly ListedUser[]>) {
  for await (const page of pages) yield page.map(rowOf);
}

const rowOf = (user: ListedUser) => ({
  _id: user.id,
  uid: user.uid,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  language: user.language,
  organizationUserSince: user.createdAt,
  verifiedAt: user.verifiedAt,
  bannedAt: user.bannedAt,
  lastSeenAt: user.lastSeenAt,
  isPaid: String(user.isPaid),
  planName: user.planName,
  periodEnd: user.periodEnd,
  botCount: user.botCount,
  runningCount: user.runningCount,
  volumeThisMonth: user.volumeThisMonth,
  referralCode: user.referralCode,
  referredBy: user.referredBy,
  isAffiliate: String(user.isAffiliate),
});
