import type { Side } from '@tenbin/market';
import { and, asc, count, desc, eq, sql as fragment, inArray, isNull, like, lt, type SQL } from 'drizzle-orm';
import { botListOver } from '../bots/bot-list-repository.ts';
import { isBusy } from '../bots/lifecycle-in-sql.ts';
import type { Sql } from '../database/sql.ts';
import { isId } from '../ids.ts';
import { bots } from '../schema/bots.ts';
import { exchangeAccounts } from '../schema/exchange-accounts.ts';
import { userStandings } from '../schema/standings.ts';
import { orderIntents } from '../schema/trading.ts';
import { administrators, users } from '../schema/users.ts';
import { containing, emailKeyOf } from '../users/email-key.ts';
import type { Everybody, PeopleQuery } from './everybody.ts';

const standing = and(eq(userStandings.organizationId, users.organizationId), eq(userStandings.userId, users.id));

/** @param sql - the platform's: no wall stands between the organizations here */
export function everybodyRepository(sql: Sql): Everybody {
  const select = () =>
    sql
      .select({
        id: users.id,
        email: users.email,
        uid: users.uid,
        createdAt: users.createdAt,
        verifiedAt: users.verifiedAt,
        bannedAt: users.bannedAt,
        organizationId: users.organizationId,
        lastSeenAt: userStandings.lastSeenAt,
        botCount: userStandings.botCount,
        runningCount: userStandings.runningCount,
      })
      .from(users)
      .innerJoin(userStandings, standing);
  return {
    listUsers: (query, { offset, limit }) =>
      select().where(found(query)).orderBy(desc(userStandings.userId)).offset(offset).limit(limit).execute(),
    async countUsers(query) {
      const [row] = await sql.select({ count: count() }).from(users).innerJoin(userStandings, standing).where(found(query));
      return row?.count ?? 0;
    },
    async findUser(id) {
      return (await select().where(found({ id })))[0] ?? null;
    },
    botList: botListOver(sql, null),
    async openOrders(exchangeId, pair, maxPerSide) {
      const { organizationId, botId, side, price, amount, reportedFilled, clientOrderId, sentAt } = orderIntents;
      const account = and(eq(exchangeAccounts.organizationId, organizationId), eq(exchangeAccounts.id, orderIntents.exchangeAccountId));
      const ofSide = (wanted: Side) =>
        sql
          .select({ organizationId, botId, side, price, amount, reportedFilled, clientOrderId, sentAt })
          .from(orderIntents)
          .innerJoin(exchangeAccounts, account)
          .where(and(eq(exchangeAccounts.exchangeId, exchangeId), eq(orderIntents.pair, pair), eq(side, wanted), lt(orderIntents.rank, 3)))
          .orderBy(wanted === 'buy' ? desc(price) : asc(price), asc(clientOrderId))
          .limit(maxPerSide)
          .execute();
      return [...(await ofSide('buy')), ...(await ofSide('sell'))];
    },
    async figures() {
      const running = fragment<number>`count(*) filter (where ${isBusy})::int`;
      const [people, machines] = await Promise.all([
        sql.select({ id: userStandings.organizationId, users: count() }).from(userStandings).groupBy(userStandings.organizationId),
        sql
          .select({ id: bots.organizationId, bots: count(), runningBots: running })
          .from(bots)
          .where(isNull(bots.deletedAt))
          .groupBy(bots.organizationId),
      ]);
      const botsOf = new Map(machines.map(({ id, ...figures }) => [id, figures]));
      const usersOf = new Map(people.map(({ id, users: all }) => [id, all]));
      const nothing = { bots: 0, runningBots: 0 };
      return new Map(
        [...new Set([...usersOf.keys(), ...botsOf.keys()])].map((id) => [
          id,
          { users: usersOf.get(id) ?? 0, ...(botsOf.get(id) ?? nothing) },
        ]),
      );
    },
    async emailsOf(ids) {
      if (ids.length === 0) return new Map();
      const [people, staff] = await Promise.all([
        sql
          .select({ id: users.id, email: users.email })
          .from(users)
          .where(inArray(users.id, [...ids])),
        sql
          .select({ id: administrators.id, email: administrators.email })
          .from(administrators)
          .where(inArray(administrators.id, [...ids])),
      ]);
      return new Map([...people, ...staff].map(({ id, email }) => [id, email]));
    },
    async idsOf(email) {
      const key = emailKeyOf(email);
      const [people, staff] = await Promise.all([
        sql.select({ id: users.id }).from(users).where(eq(users.emailKey, key)),
        sql.select({ id: administrators.id }).from(administrators).where(eq(administrators.emailKey, key)),
      ]);
      return [...people, ...staff].map(({ id }) => id);
    },
  };
}

const found = ({ email, id, organizationId }: PeopleQuery): SQL | undefined =>
  and(
    isNull(users.deletedAt),
    organizationId === undefined ? undefined : eq(users.organizationId, organizationId),
    email === undefined || email === '' ? undefined : like(userStandings.emailKey, containing(email)),
    id === undefined || id === '' ? undefined : isId(id) ? eq(users.id, id.toLowerCase()) : eq(users.uid, id),
  );
