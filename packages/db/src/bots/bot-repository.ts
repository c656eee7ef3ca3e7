import { randomInt } from 'node:crypto';
import { neverStarted } from '@tenbin/bots';
import { DomainError } from '@tenbin/market';
import { and, asc, count, desc, eq, sql as fragment, isNull, ne, type SQL } from 'drizzle-orm';
import { lazy } from '../database/lazy.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { newId } from '../ids.ts';
import { takeBackRebalance } from '../rebalances/write-rebalance.ts';
import { bots, exchangeAccounts } from '../schema/bots.ts';
import { exchanges } from '../schema/organizations.ts';
import { notStoppedSince } from '../stops/not-stopped-since.ts';
import { botSelection, mostMessages, toBotRow } from './bot-row.ts';
import type { BotRow, BotSettingsRow, Bots, NewBot } from './bots.ts';
import { botUnlessKnown, botVersion, KnownBots } from './bots-of-user.ts';
import { storedMessage, storedPhase } from './stored-phase.ts';

export function botRepository(context: TenantContext): Bots {
  const { organizationId, sql } = context;
  const own = (condition?: SQL) => and(eq(bots.organizationId, organizationId), isNull(bots.deletedAt), condition);
  const ofUser = (userId: string, id: string) => own(and(eq(bots.id, id), eq(bots.userId, userId)));
  const account = and(eq(exchangeAccounts.organizationId, bots.organizationId), eq(exchangeAccounts.id, bots.exchangeAccountId));
  const select = () =>
    sql
      .select(botSelection)
      .from(bots)
      .innerJoin(exchangeAccounts, account)
      .innerJoin(exchanges, eq(exchanges.id, exchangeAccounts.exchangeId));

  const byId = lazy(() =>
    select()
      .where(own(eq(bots.id, fragment.placeholder('id'))))
      .prepare('bot'),
  );
  const known = new KnownBots();
  const ofUserUnlessKnown = lazy(
    () =>
      sql
        .select({ version: botVersion, text: botUnlessKnown(fragment`${fragment.placeholder('known')}::text`) })
        .from(bots)
        .innerJoin(exchangeAccounts, account)
        .innerJoin(exchanges, eq(exchanges.id, exchangeAccounts.exchangeId))
        .where(own(eq(bots.userId, fragment.placeholder('userId'))))
        .orderBy(asc(bots.id))
        .toSQL().sql,
  );

  const find = async (id: string): Promise<BotRow | null> => {
    const [row] = await byId().execute({ id });
    return row ? toBotRow(row) : null;
  };
  const require = async (userId: string, id: string): Promise<BotRow> => {
    const bot = await find(id);
    if (bot?.userId !== userId) throw new DomainError('botNotFound', { id });
    return bot;
  };
  /** A change of a bot that must be stopped; when nothing was changed, says why. */
  async function changeStopped(userId: string, id: string, set: Partial<typeof bots.$inferInsert>): Promise<void> {
    const stopped = and(ofUser(userId, id), eq(bots.state, 'stopped'), fragment`not ${bots.active}`, isNull(bots.rebalanceId));
    const changed = await sql
      .update(bots)
      .set({ ...set, updatedAt: new Date() })
      .where(stopped)
      .returning({ id: bots.id });
    if (changed.length > 0) return;
    const { phase, active, rebalanceId } = await require(userId, id);
    if (rebalanceId !== null) throw new DomainError('rebalanceUnderWay', { id });
    throw new DomainError(phase.kind === 'stopping' && !active ? 'botStopping' : 'botRunning', { id });
  }
  async function requireOwnAccount(userId: string, id: string): Promise<void> {
    const usersAccount = and(
      eq(exchangeAccounts.organizationId, organizationId),
      eq(exchangeAccounts.id, id),
      eq(exchangeAccounts.userId, userId),
    );
    const found = await sql.select({ id: exchangeAccounts.id }).from(exchangeAccounts).where(usersAccount);
    if (found.length === 0) throw new DomainError('exchangeAccountNotFound', { id });
  }

  async function listOfAccounts(exchangeAccountIds: readonly string[]): Promise<BotRow[]> {
    const ofThese = fragment`${bots.exchangeAccountId} = any(${fragment.param([...exchangeAccountIds])}::uuid[])`;
    return (await select().where(own(ofThese)).orderBy(asc(bots.id))).map(toBotRow);
  }

  return {
    find,
    require,
    async listOfUser(userId) {
      return known.list(userId, async (knownVersions) => {
        const rows = await context.run(ofUserUnlessKnown(), [knownVersions, organizationId, userId], 'array');
        return rows as [string, string | null][];
      });
    },
    listOfAccount: (exchangeAccountId) => listOfAccounts([exchangeAccountId]),
    listOfAccounts,
    async list({ offset, limit }) {
      return (await select().where(own()).orderBy(desc(bots.id)).offset(offset).limit(limit)).map(toBotRow);
    },
    async count() {
      const [row] = await sql.select({ count: count() }).from(bots).where(own());
      return row?.count ?? 0;
    },
    async create(bot) {
      await requireOwnAccount(bot.userId, bot.exchangeAccountId);
      const row = newRow(organizationId, bot);
      await sql.insert(bots).values(row);
      return require(bot.userId, row.id);
    },
    async updateSettings(userId, id, changes) {
      if (changes.exchangeAccountId !== undefined) await requireOwnAccount(userId, changes.exchangeAccountId);
      await changeStopped(userId, id, settingsRow(changes));
      return require(userId, id);
    },
    async setActive(userId, id, { active, by, at }) {
      const wish = { active, wishedBy: by, wishedAt: at, updatedAt: new Date() };
      if (active) {
        const wished = await sql
          .update(bots)
          .set(wish)
          .where(and(ofUser(userId, id), notStoppedSince(at)))
          .returning({ id: bots.id });
        const bot = await require(userId, id);
        if (wished.length === 0 && !bot.active) throw new DomainError('botStopping', { id });
        return bot;
      }
      await context.transaction(async (tx) => {
        await tx.sql
          .update(bots)
          .set({ ...wish, rebalanceId: null })
          .where(ofUser(userId, id));
        await takeBackRebalance(tx, { userId, botId: id, at });
      });
      return require(userId, id);
    },
    async forceStop(userId, id, { by, at }) {
      const isStopping = and(ofUser(userId, id), ne(bots.state, 'stopped'), fragment`not ${bots.active}`, isNull(bots.forcedAt));
      await sql.update(bots).set({ forcedBy: by, forcedAt: at, updatedAt: new Date() }).where(isStopping);
      return require(userId, id);
    },
    delete(userId, id) {
      return changeStopped(userId, id, { deletedAt: new Date() });
    },
    addMessage(id, message) {
      return context.transaction(async (tx) => {
        const [row] = await tx.sql
          .select({ messages: bots.messages })
          .from(bots)
          .where(own(eq(bots.id, id)))
          .for('no key update');
        if (!row) throw new DomainError('botNotFound', { id });
        const messages = [...row.messages, storedMessage(message)].slice(-mostMessages);
        await tx.sql
          .update(bots)
          .set({ messages })
          .where(own(eq(bots.id, id)));
      });
    },
    async removeMessage(userId, id, index) {
      const hasIt = fragment`jsonb_array_length(${bots.messages}) > ${index}::int`;
      const messages = fragment`${bots.messages} - ${index}::int`;
      const changed = await sql
        .update(bots)
        .set({ messages })
        .where(and(ofUser(userId, id), hasIt))
        .returning({ id: bots.id });
      if (changed.length === 0) await require(userId, id);
      return changed.length > 0;
    },
  };
}

function settingsRow({ pairs, ...changes }: Partial<BotSettingsRow>): Partial<typeof bots.$inferInsert> {
  return pairs === undefined ? changes : { ...changes, pairs: [...pairs] };
}

function newRow(organizationId: string, bot: NewBot): typeof bots.$inferInsert & { readonly id: string } {
  const now = new Date();
  return {
    organizationId,
    id: newId(),
    userId: bot.userId,
    exchangeAccountId: bot.exchangeAccountId,
    botNumber: randomInt(1, 2 ** 48 - 1),
    name: bot.name,
    pairs: [...bot.pairs],
    delta: bot.delta,
    type: bot.type,
    courseId: bot.courseId ?? null,
    autoRebalance: bot.autoRebalance ?? false,
    autoActivation: bot.autoActivation ?? false,
    postOnly: bot.postOnly ?? true,
    active: false,
    state: 'stopped',
    phase: storedPhase(neverStarted),
    duringStop: { cancelled: [], filled: [] },
    sequence: 0,
    cursors: {},
    messages: [],
    warnings: [],
    executionCount: 0,
    basisPoint: 0,
    volume: '0',
    openOrderCount: 0,
    createdAt: now,
    updatedAt: now,
  };
}
