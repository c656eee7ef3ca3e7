import { randomInt } from 'node:crypto';
import { neverStarted, requireAtRest } from '@tenbin/bots';
import { and, asc, count, desc, eq, sql as fragment, isNotNull, isNull, ne, type SQL } from 'drizzle-orm';
import { lazy } from '../database/lazy.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { takeBackRebalance } from '../rebalances/write-rebalance.ts';
import { bots } from '../schema/bots.ts';
import { exchangeAccounts } from '../schema/exchange-accounts.ts';
import { subAccounts } from '../schema/ledger.ts';
import { exchanges } from '../schema/organizations.ts';
import { notStoppedSince } from '../stops/not-stopped-since.ts';
import { botSelection, maxMessages, toBotRow } from './bot-row.ts';
import type { AnyBotRow, BotRow, Bots, NewBot, RunRequest } from './bots.ts';
import { botUnlessKnown, botVersion, KnownBots } from './known-bots.ts';
import { isBusy, isStopping } from './lifecycle-in-sql.ts';
import { storedMessage, storedPhase } from './stored-phase.ts';

/** Of deleted bots, listed. */
const maxDeleted = 100;

export function botRepository(context: TenantContext): Bots {
  const { organizationId, sql, clock } = context;
  const own = (condition?: SQL) => and(eq(bots.organizationId, organizationId), isNull(bots.deletedAt), condition);
  const ofOwner = (owner: string | null, id: string) =>
    own(and(eq(bots.id, id), owner === null ? isNull(bots.userId) : eq(bots.userId, owner)));
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

  const find = async (id: string): Promise<AnyBotRow | null> => {
    const [row] = await byId().execute({ id });
    return row ? toBotRow(row) : null;
  };
  const requireOf = async (owner: string | null, id: string): Promise<AnyBotRow> => {
    const bot = await find(id);
    if (bot?.userId !== owner) throw new DbError('botNotFound', { id });
    return bot;
  };
  const require = (userId: string, id: string) => requireOf(userId, id) as Promise<BotRow>;
  /** A change of a bot that must be stopped; when nothing was changed, says why. */
  async function changeStopped(userId: string, id: string, set: Partial<typeof bots.$inferInsert>, tx = context): Promise<void> {
    const changed = await tx.sql
      .update(bots)
      .set({ ...set, updatedAt: clock.now() })
      .where(and(ofOwner(userId, id), fragment`not ${isBusy}`))
      .returning({ id: bots.id });
    if (changed.length > 0) return;
    requireAtRest(await botRepository(tx).require(userId, id));
    throw new DbError('botRunning');
  }
  async function requireOwnAccount(userId: string | null, id: string): Promise<void> {
    const usersAccount = and(
      eq(exchangeAccounts.organizationId, organizationId),
      eq(exchangeAccounts.id, id),
      userId === null ? isNull(exchangeAccounts.userId) : eq(exchangeAccounts.userId, userId),
    );
    const found = await sql.select({ id: exchangeAccounts.id }).from(exchangeAccounts).where(usersAccount);
    if (found.length === 0) throw new DbError('exchangeAccountNotFound', { id });
  }

  async function listOfAccounts(exchangeAccountIds: readonly string[]): Promise<AnyBotRow[]> {
    const ofThese = fragment`${bots.exchangeAccountId} = any(${fragment.param([...exchangeAccountIds])}::uuid[])`;
    return (await select().where(own(ofThese)).orderBy(asc(bots.id))).map(toBotRow);
  }

  async function create(bot: NewBot & { readonly userId: string }): Promise<BotRow>;
  async function create(bot: NewBot): Promise<AnyBotRow>;
  async function create(bot: NewBot): Promise<AnyBotRow> {
    await requireOwnAccount(bot.userId, bot.exchangeAccountId);
    const id = await context.transaction(async (tx) => {
      const row = newRow(tx, bot, bot.virtualAccountId ?? (await addSubAccount(tx, bot)));
      // Where somebody else makes the same one of a virtual account, this waits for their end.
      const made = await tx.sql.insert(bots).values(row).onConflictDoNothing().returning({ id: bots.id });
      if (made.length === 0) throw new DbError('botExists');
      return row.id;
    });
    const made = await find(id);
    if (!made) throw new DbError('botNotFound', { id });
    return made;
  }

  async function setActive(userId: string, id: string, request: RunRequest): Promise<BotRow>;
  async function setActive(owner: string | null, id: string, request: RunRequest): Promise<AnyBotRow>;
  async function setActive(owner: string | null, id: string, { active, by, at }: RunRequest): Promise<AnyBotRow> {
    const request = { active, requestedBy: by, requestedAt: at, updatedAt: clock.now() };
    if (active) {
      const requested = await sql
        .update(bots)
        .set(request)
        .where(and(ofOwner(owner, id), notStoppedSince(at)))
        .returning({ id: bots.id });
      const bot = await requireOf(owner, id);
      if (requested.length === 0 && !bot.active) throw new DbError('botStopping');
      return bot;
    }
    await context.transaction(async (tx) => {
      await tx.sql
        .update(bots)
        .set({ ...request, rebalanceId: null })
        .where(ofOwner(owner, id));
      if (owner !== null) await takeBackRebalance(tx, { userId: owner, botId: id, at });
    });
    return requireOf(owner, id);
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
    async listEver(userId) {
      const rows = await sql
        .select({ ...botSelection, deletedAt: bots.deletedAt })
        .from(bots)
        .innerJoin(exchangeAccounts, account)
        .innerJoin(exchanges, eq(exchanges.id, exchangeAccounts.exchangeId))
        .where(and(eq(bots.organizationId, organizationId), eq(bots.userId, userId)))
        .orderBy(asc(bots.id));
      return rows.map(({ deletedAt, ...row }) => ({ ...toBotRow(row), userId, deletedAt }));
    },
    async listDeleted(userId) {
      const rows = await sql
        .select({ id: bots.id, name: bots.name, exchangeName: exchanges.name, strategy: bots.strategy, deletedAt: bots.deletedAt })
        .from(bots)
        .innerJoin(exchangeAccounts, account)
        .innerJoin(exchanges, eq(exchanges.id, exchangeAccounts.exchangeId))
        .where(and(eq(bots.organizationId, organizationId), eq(bots.userId, userId), isNotNull(bots.deletedAt)))
        .orderBy(desc(bots.deletedAt), desc(bots.id))
        .limit(maxDeleted);
      return rows.flatMap(({ strategy: { pairs }, deletedAt, ...bot }) => (deletedAt ? [{ ...bot, pairs, deletedAt }] : []));
    },
    async isOwner(userId, id) {
      const found = await sql
        .select({ id: bots.id })
        .from(bots)
        .where(and(eq(bots.organizationId, organizationId), eq(bots.id, id), eq(bots.userId, userId)));
      return found.length > 0;
    },
    listOfAccount: (exchangeAccountId) => listOfAccounts([exchangeAccountId]),
    listOfAccounts,
    async listOfSubAccount(subAccountId) {
      const rows = await sql
        .select({ ...botSelection, stopCause: bots.stopCause, stoppedAt: bots.stoppedAt })
        .from(bots)
        .innerJoin(exchangeAccounts, account)
        .innerJoin(exchanges, eq(exchanges.id, exchangeAccounts.exchangeId))
        .where(own(eq(bots.subAccountId, subAccountId)))
        .orderBy(asc(bots.id));
      return rows.map(({ stopCause, stoppedAt, ...row }) => ({ ...toBotRow(row), stopCause, stoppedAt }));
    },
    async list({ offset, limit }) {
      const rows = await select()
        .where(own(isNotNull(bots.userId)))
        .orderBy(desc(bots.id))
        .offset(offset)
        .limit(limit);
      return rows.map(toBotRow) as BotRow[];
    },
    async count() {
      const [row] = await sql.select({ count: count() }).from(bots).where(own());
      return row?.count ?? 0;
    },
    countBusy: (exceptId) => sql.$count(bots, own(and(ne(bots.id, exceptId), isBusy))),
    create,
    async updateSettings(userId, id, changes) {
      const { exchangeAccountId } = changes;
      if (exchangeAccountId === undefined || exchangeAccountId === (await require(userId, id)).exchangeAccountId)
        await changeStopped(userId, id, changes);
      else {
        await requireOwnAccount(userId, exchangeAccountId);
        // What it did with another account stays that account's.
        await context.transaction(async (tx) =>
          changeStopped(userId, id, { ...changes, subAccountId: await addSubAccount(tx, { userId, exchangeAccountId }) }, tx),
        );
      }
      return require(userId, id);
    },
    setActive,
    async forceStop(userId, id, { by, at }) {
      const isForcible = and(ofOwner(userId, id), isStopping, isNull(bots.forcedAt));
      await sql.update(bots).set({ forcedBy: by, forcedAt: at, updatedAt: clock.now() }).where(isForcible);
      return require(userId, id);
    },
    delete(userId, id) {
      return changeStopped(userId, id, { deletedAt: clock.now() });
    },
    async changeStrategy(id, strategy) {
      await sql.update(bots).set({ strategy, updatedAt: clock.now() }).where(ofOwner(null, id));
      return requireOf(null, id);
    },
    async deleteOfSubAccount(subAccountId) {
      const now = clock.now();
      await sql
        .update(bots)
        .set({ active: false, deletedAt: now, updatedAt: now })
        .where(own(and(isNull(bots.userId), eq(bots.subAccountId, subAccountId))));
    },
    async forgetNames(userId) {
      const isTheirs = and(eq(bots.organizationId, organizationId), eq(bots.userId, userId));
      await sql.update(bots).set({ name: '–', messages: [] }).where(isTheirs);
    },
    addMessage(id, message) {
      return context.transaction(async (tx) => {
        const [row] = await tx.sql
          .select({ messages: bots.messages })
          .from(bots)
          .where(own(eq(bots.id, id)))
          .for('no key update');
        if (!row) throw new DbError('botNotFound', { id });
        const messages = [...row.messages, storedMessage(message)].slice(-maxMessages);
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
        .where(and(ofOwner(userId, id), hasIt))
        .returning({ id: bots.id });
      if (changed.length === 0) await require(userId, id);
      return changed.length > 0;
    },
  };
}

/** @returns its id */
async function addSubAccount(
  { organizationId, sql, clock }: TenantContext,
  { userId, exchangeAccountId }: Pick<NewBot, 'userId' | 'exchangeAccountId'>,
): Promise<string> {
  const id = clock.newId();
  await sql.insert(subAccounts).values({ organizationId, id, exchangeAccountId, userId, balances: {}, createdAt: clock.now() });
  return id;
}

function newRow(
  { organizationId, clock }: TenantContext,
  bot: NewBot,
  subAccountId: string,
): typeof bots.$inferInsert & { readonly id: string } {
  const now = clock.now();
  return {
    organizationId,
    id: clock.newId(),
    userId: bot.userId,
    exchangeAccountId: bot.exchangeAccountId,
    subAccountId,
    botNumber: randomInt(1, 2 ** 48 - 1),
    name: bot.name,
    strategy: bot.strategy,
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
