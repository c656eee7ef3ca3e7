import { requireAtRest } from '@tenbin/bots';
import type { Balances, Decimal, Facts, Side } from '@tenbin/market';
import { turnoverOf } from '@tenbin/strategy';
import { and, desc, eq, sql as fragment, isNull, type SQL } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { bots } from '../schema/bots.ts';
import { exchangeAccounts } from '../schema/exchange-accounts.ts';
import { exchanges } from '../schema/organizations.ts';
import { rebalances } from '../schema/rebalances.ts';
import { fills, orderIntents } from '../schema/trading.ts';
import { users } from '../schema/users.ts';
import { notStoppedSince } from '../stops/not-stopped-since.ts';
import type { Rebalance, Rebalances } from './rebalances.ts';

export function rebalanceRepository(context: TenantContext): Rebalances {
  const { organizationId, sql, clock } = context;
  const own = (condition: SQL | undefined) => and(eq(rebalances.organizationId, organizationId), condition);
  const sameBot = and(eq(bots.organizationId, rebalances.organizationId), eq(bots.id, rebalances.botId));
  const select = () =>
    sql
      .select({ row: rebalances, botName: bots.name, exchangeName: exchanges.name })
      .from(rebalances)
      .innerJoin(bots, sameBot)
      .innerJoin(exchanges, eq(exchanges.id, rebalances.exchangeId));

  /** What the trades of each rebalance gave away. */
  async function turnovers(ids: readonly string[]): Promise<ReadonlyMap<string | null, Balances>> {
    if (ids.length === 0) return new Map();
    const those = fragment`${orderIntents.rebalanceId} = any(${fragment.param([...ids])}::uuid[])`;
    const trades = await sql
      .select({ id: orderIntents.rebalanceId, pair: fills.pair, side: fills.side, amount: fills.amount, notional: fills.notional })
      .from(orderIntents)
      .innerJoin(fills, and(eq(fills.organizationId, orderIntents.organizationId), eq(fills.clientOrderId, orderIntents.clientOrderId)))
      .where(and(eq(orderIntents.organizationId, organizationId), those));
    const byId = Map.groupBy(trades, ({ id }) => id);
    return new Map(
      [...byId].map(([id, ones]) => [id, turnoverOf(ones as readonly { pair: string; side: Side; amount: Decimal; notional: Decimal }[])]),
    );
  }

  async function read(rows: Awaited<ReturnType<typeof select>>): Promise<Rebalance[]> {
    const turnover = await turnovers(rows.map(({ row }) => row.id));
    return rows.map(({ row: { organizationId: _, facts, ...row }, botName, exchangeName }) => ({
      ...row,
      facts: facts as Facts,
      botName,
      exchangeName,
      turnover: turnover.get(row.id) ?? {},
    }));
  }

  const find = async (id: string): Promise<Rebalance | null> => (await read(await select().where(own(eq(rebalances.id, id)))))[0] ?? null;

  return {
    find,
    async request({ userId, botId, startsBot, feePercents, at }) {
      const id = clock.newId();
      await context.transaction(async (tx) => {
        // First, as whoever suspends them does: in another order the two would wait for one another.
        const byUser = and(eq(users.organizationId, organizationId), eq(users.id, userId));
        await tx.sql.select({ id: users.id }).from(users).where(byUser).for('share');
        const ofUser = and(eq(bots.organizationId, organizationId), eq(bots.id, botId), eq(bots.userId, userId), isNull(bots.deletedAt));
        const [bot] = await tx.sql
          .select({
            state: bots.state,
            active: bots.active,
            rebalanceId: bots.rebalanceId,
            exchangeId: exchangeAccounts.exchangeId,
            isStopped: fragment<boolean>`not (${notStoppedSince(at)})`,
          })
          .from(bots)
          .innerJoin(
            exchangeAccounts,
            and(eq(exchangeAccounts.organizationId, bots.organizationId), eq(exchangeAccounts.id, bots.exchangeAccountId)),
          )
          .where(ofUser)
          .for('no key update', { of: bots });
        if (!bot) throw new DbError('botNotFound', { id: botId });
        requireAtRest({ ...bot, phase: { kind: bot.state } });
        if (bot.isStopped) throw new DbError('botStopping');
        await tx.sql.insert(rebalances).values({
          organizationId,
          id,
          userId,
          botId,
          exchangeId: bot.exchangeId,
          status: 'requested',
          startsBot,
          orders: [],
          feePercents,
          facts: {},
          askedAt: at,
        });
        const requested = { rebalanceId: id, active: startsBot, requestedBy: userId, requestedAt: at, updatedAt: at };
        await tx.sql.update(bots).set(requested).where(ofUser);
      });
      const made = await find(id);
      if (!made) throw new DbError('rebalanceNotFound', { id });
      return made;
    },
    async listOfUser(userId, { offset, limit, exchangeId, botId }) {
      const wanted = and(
        eq(rebalances.userId, userId),
        exchangeId === undefined ? undefined : eq(rebalances.exchangeId, exchangeId),
        botId === undefined ? undefined : eq(rebalances.botId, botId),
      );
      return read(await select().where(own(wanted)).orderBy(desc(rebalances.id)).offset(offset).limit(limit));
    },
  };
}
