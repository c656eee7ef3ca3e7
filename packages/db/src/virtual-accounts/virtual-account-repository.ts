import { clientOrderIdOf, drawFromRest, hold, release, sequenceAt } from '@tenbin/bots';
import type { Balances } from '@tenbin/market';
import { isByHand } from '@tenbin/strategy';
import { and, asc, desc, eq, sql as fragment, getTableColumns, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { lazy } from '../database/lazy.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { toMovement } from '../ledger/ledger-repository.ts';
import { bots } from '../schema/bots.ts';
import { shortest } from '../schema/columns.ts';
import { exchangeAccounts } from '../schema/exchange-accounts.ts';
import { movements, subAccounts } from '../schema/ledger.ts';
import { contractRecords, orderIntents } from '../schema/trading.ts';
import { handOrders, virtualAccounts } from '../schema/virtual-accounts.ts';
import { listCrossing } from './list-crossing.ts';
import type { HandOrder, VirtualAccount, VirtualAccounts, VirtualMovement, VirtualOrder } from './virtual-accounts.ts';
import { lockBooks, writeBooks } from './write-books.ts';

const { organizationId: _organization, ...handColumns } = getTableColumns(handOrders);
const { organizationId: _movementOrganization, ...movementColumns } = getTableColumns(movements);
const reversals = alias(movements, 'reversal');
const {
  organizationId: _orderOrganization,
  rank: _rank,
  settled: _settled,
  tradeCount: _count,
  ...orderColumns
} = getTableColumns(orderIntents);
const {
  organizationId: _recordOrganization,
  place: _place,
  basisPointTotal: _points,
  volumeTotal: _volume,
  ...recordColumns
} = getTableColumns(contractRecords);

const sumsUntil = `
  select entry.account, entry.currency, sum(entry.amount)::text
  from sub_accounts s join movements m on m.organization_id = s.organization_id and m.sub_account_id = s.id,
    jsonb_to_recordset(m.entries) as entry(account text, currency text, amount numeric)
  where s.organization_id = $1 and s.exchange_account_id = $2 and m.at <= $3::timestamptz
  group by entry.account, entry.currency having sum(entry.amount) <> 0`;

/** Sequences follow the clock, and the bot's own row keeps the last. */
const takeSequence = `
  update bots set sequence = greatest(sequence + 1, $3::bigint), updated_at = $4
  where organization_id = $1 and id = $2 and deleted_at is null returning bot_number, sequence`;

export function virtualAccountRepository(context: TenantContext): VirtualAccounts {
  const { organizationId, sql, run, clock } = context;
  const own = (condition?: SQL) => and(eq(virtualAccounts.organizationId, organizationId), condition);
  const select = (condition?: SQL) =>
    sql
      .select({
        id: virtualAccounts.id,
        exchangeAccountId: virtualAccounts.exchangeAccountId,
        name: virtualAccounts.name,
        balances: subAccounts.balances,
        holds: virtualAccounts.holds,
        owed: virtualAccounts.owed,
        frozenAt: virtualAccounts.frozenAt,
        closedAt: virtualAccounts.closedAt,
        version: virtualAccounts.version,
        createdAt: virtualAccounts.createdAt,
      })
      .from(virtualAccounts)
      .innerJoin(subAccounts, and(eq(subAccounts.organizationId, virtualAccounts.organizationId), eq(subAccounts.id, virtualAccounts.id)))
      .where(own(condition))
      .orderBy(asc(virtualAccounts.exchangeAccountId), asc(virtualAccounts.name));
  type Row = Awaited<ReturnType<typeof select>>[number];
  const toAccount = ({ name, frozenAt, closedAt, ...row }: Row): VirtualAccount => ({
    ...row,
    name: name ?? '',
    isFrozen: frozenAt !== null,
    isClosed: closedAt !== null,
  });
  // Read after each step of a bot that trades on it.
  const byId = lazy(() =>
    select(and(isNotNull(virtualAccounts.name), eq(virtualAccounts.id, fragment.placeholder('id')))).prepare('virtualAccount'),
  );
  const findOne = async (condition: SQL | undefined): Promise<VirtualAccount | null> => {
    const [row] = await select(and(isNotNull(virtualAccounts.name), condition));
    return row ? toAccount(row) : null;
  };
  const handOrder = (clientOrderId: string) =>
    and(eq(handOrders.organizationId, organizationId), eq(handOrders.clientOrderId, clientOrderId));
  const findHandOrder = async (clientOrderId: string): Promise<HandOrder | null> =>
    (await sql.select(handColumns).from(handOrders).where(handOrder(clientOrderId)))[0] ?? null;
  const ofMovements = (condition: SQL | undefined) => and(eq(movements.organizationId, organizationId), condition);
  const selectMovements = (condition: SQL | undefined) =>
    sql
      .select({ ...movementColumns, reversedBy: reversals.number })
      .from(movements)
      .leftJoin(reversals, and(eq(reversals.organizationId, movements.organizationId), eq(reversals.reverses, movements.number)))
      .where(ofMovements(condition))
      .orderBy(desc(movements.number));
  const toVirtualMovement = ({ reversedBy, ...row }: Awaited<ReturnType<typeof selectMovements>>[number]): VirtualMovement => ({
    ...row,
    ...toMovement(row),
    isReversed: reversedBy !== null,
  });
  const ofAccount = (id: string, pair: string | undefined) =>
    and(eq(bots.organizationId, organizationId), eq(bots.subAccountId, id), pair === undefined ? undefined : eq(orderIntents.pair, pair));
  const isOfBot = and(eq(orderIntents.organizationId, bots.organizationId), eq(orderIntents.botId, bots.id));

  return {
    async create({ exchangeAccountId, name }) {
      return context.transaction(async (tx) => {
        const account = and(eq(exchangeAccounts.organizationId, organizationId), eq(exchangeAccounts.id, exchangeAccountId));
        const [owner] = await tx.sql.select({ userId: exchangeAccounts.userId }).from(exchangeAccounts).where(account).for('no key update');
        if (!owner) throw new DbError('exchangeAccountNotFound', { id: exchangeAccountId });
        const { findRest, list } = virtualAccountRepository(tx);
        // Behind the lock of the exchange account: no two are made at once.
        const isTaken = (await list(exchangeAccountId)).some((one) => nameKeyOf(one.name) === nameKeyOf(name));
        if (isTaken) throw new DbError('virtualAccountExists');
        const rest = await findRest(exchangeAccountId);
        const now = clock.now();
        for (const one of rest ? [name] : [null, name]) {
          const id = clock.newId();
          await tx.sql
            .insert(subAccounts)
            .values({ organizationId, id, exchangeAccountId, userId: owner.userId, balances: {}, createdAt: now });
          const row = { organizationId, id, exchangeAccountId, name: one, holds: {}, owed: {}, version: 0, createdAt: now };
          await tx.sql.insert(virtualAccounts).values(row);
        }
        const made = await virtualAccountRepository(tx).find(exchangeAccountId, name);
        if (!made) throw new Error(`the virtual account ${name} is not there`);
        return made;
      });
    },
    find: (exchangeAccountId, name) =>
      findOne(and(eq(virtualAccounts.exchangeAccountId, exchangeAccountId), eq(virtualAccounts.name, name))),
    async findById(id) {
      const [row] = await byId().execute({ id });
      return row ? toAccount(row) : null;
    },
    async list(exchangeAccountId) {
      const these = exchangeAccountId === undefined ? undefined : eq(virtualAccounts.exchangeAccountId, exchangeAccountId);
      return (await select(and(isNotNull(virtualAccounts.name), these))).map(toAccount);
    },
    async findRest(exchangeAccountId) {
      const [row] = await select(and(isNull(virtualAccounts.name), eq(virtualAccounts.exchangeAccountId, exchangeAccountId)));
      return row ? { id: row.id, balances: row.balances } : null;
    },
    change(exchangeAccountId, ids, changing, work) {
      return context.transaction(async (tx) => {
        const before = await lockBooks(tx, exchangeAccountId, ids);
        const booked = work(before.books);
        await writeBooks(tx, before, booked, changing);
        return booked.books;
      });
    },
    bookUnmatchedFill(exchangeAccountId, fill) {
      return context.transaction(async (tx) => {
        const before = await lockBooks(tx, exchangeAccountId, []);
        const { pair, tradeId, exchangeOrderId } = fill;
        const same = and(eq(movements.pair, pair), eq(movements.tradeId, tradeId), eq(movements.exchangeOrderId, exchangeOrderId));
        const known = await tx.sql
          .select({ number: movements.number })
          .from(movements)
          .where(ofMovements(and(eq(movements.subAccountId, before.restId), same)));
        if (known.length > 0) return false;
        await writeBooks(tx, before, drawFromRest(before.books, fill), { by: null });
        return true;
      });
    },
    async listMovements(id, { offset, limit }) {
      const its = or(eq(movements.subAccountId, id), eq(movements.counterpartId, id));
      return (await selectMovements(its).offset(offset).limit(limit)).map(toVirtualMovement);
    },
    async findMovement(number) {
      const [row] = await selectMovements(eq(movements.number, number));
      return row ? toVirtualMovement(row) : null;
    },
    async addUpUntil(exchangeAccountId, at) {
      const rows = (await run(sumsUntil, [organizationId, exchangeAccountId, at.toISOString()], 'array')) as [string, string, string][];
      const byAccount = new Map<string, Balances>();
      for (const [account, currency, amount] of rows) byAccount.set(account, { ...byAccount.get(account), [currency]: shortest(amount) });
      return byAccount;
    },
    askOrder(order) {
      return context.transaction(async (tx) => {
        const [account] = await tx.sql
          .select({ exchangeAccountId: virtualAccounts.exchangeAccountId })
          .from(virtualAccounts)
          .where(own(eq(virtualAccounts.id, order.virtualAccountId)));
        if (!account) throw new DbError('virtualAccountNotFound');
        const { exchangeAccountId } = account;
        const at = clock.now();
        const values = [organizationId, order.botId, sequenceAt(at, 1), at.toISOString()];
        const [taken] = (await tx.run(takeSequence, values, 'array')) as [number | string, number | string][];
        if (!taken) throw new DbError('botNotFound', { id: order.botId });
        const sequence = Number(taken[1]);
        const clientOrderId = clientOrderIdOf(Number(taken[0]), sequence);
        const before = await lockBooks(tx, exchangeAccountId, [order.virtualAccountId]);
        if ((await listCrossing(tx, exchangeAccountId, [{ ...order, clientOrderId }])).length > 0) throw new DbError('ordersWouldCross');
        await writeBooks(tx, before, hold(before.books, order.virtualAccountId, { ...order, clientOrderId }), { by: order.by });
        const row = { organizationId, clientOrderId, sequence, ...order, at };
        const [made] = await tx.sql.insert(handOrders).values(row).returning(handColumns);
        if (!made) throw new Error(`the order ${clientOrderId} is not there`);
        return made;
      });
    },
    findHandOrder,
    askCancel(clientOrderId) {
      return context.transaction(async (tx) => {
        const order = await virtualAccountRepository(tx).findHandOrder(clientOrderId);
        const [account] = order
          ? await tx.sql
              .select({ exchangeAccountId: virtualAccounts.exchangeAccountId })
              .from(virtualAccounts)
              .where(own(eq(virtualAccounts.id, order.virtualAccountId)))
          : [];
        if (!order || !account) return null;
        // Whoever sends it takes the same lock, and finds that nothing is held for it any more.
        const before = await lockBooks(tx, account.exchangeAccountId, [order.virtualAccountId]);
        const [sent] = await tx.sql
          .select({ state: orderIntents.state })
          .from(orderIntents)
          .where(and(eq(orderIntents.organizationId, organizationId), eq(orderIntents.clientOrderId, clientOrderId)));
        const at = clock.now();
        if (!sent) await writeBooks(tx, before, release(before.books, order.virtualAccountId, clientOrderId), { by: null });
        const set = { cancelAskedAt: order.cancelAskedAt ?? at, ...(!sent && { withdrawnAt: order.withdrawnAt ?? at }) };
        await tx.sql.update(handOrders).set(set).where(handOrder(clientOrderId));
        return { ...order, ...set };
      });
    },
    async withdrawUnsent(botId, until) {
      const all = virtualAccountRepository(context);
      const { toSend } = await all.listToDo(botId);
      for (const { clientOrderId, at } of toSend) if (at <= until) await all.askCancel(clientOrderId);
    },
    async listToDo(botId) {
      // Whatever is to be sent, or is open, is held for: however many there were before, these are few.
      const held = fragment`(select jsonb_object_keys(v.holds) from bots b
        join virtual_accounts v on v.organization_id = b.organization_id and v.id = b.sub_account_id
        where b.organization_id = ${organizationId}::uuid and b.id = ${botId}::uuid)`;
      const isHeld = fragment`${handOrders.clientOrderId} in ${held}`;
      const ofBot = and(eq(handOrders.organizationId, organizationId), eq(handOrders.botId, botId), isHeld);
      const sent = and(
        eq(orderIntents.organizationId, handOrders.organizationId),
        eq(orderIntents.clientOrderId, handOrders.clientOrderId),
      );
      const rows = await sql
        .select({ ...handColumns, state: orderIntents.state })
        .from(handOrders)
        .leftJoin(orderIntents, sent)
        .where(
          and(
            ofBot,
            or(
              isNull(orderIntents.state),
              and(or(isNotNull(handOrders.cancelAskedAt), handOrders.isMarket), eq(orderIntents.state, 'open')),
            ),
          ),
        )
        .orderBy(asc(handOrders.sequence));
      return {
        toSend: rows.flatMap(({ state, ...order }) => (state === null ? [order] : [])),
        toCancel: rows.flatMap(({ state, clientOrderId }) => (state === null ? [] : [clientOrderId])),
      };
    },
    async listOrders(id, { offset, limit, pair, isOpen = false }) {
      const sent = await sql
        .select({ ...orderColumns, strategy: bots.strategy, isMarket: handOrders.isMarket })
        .from(orderIntents)
        .innerJoin(bots, isOfBot)
        .leftJoin(
          handOrders,
          and(eq(handOrders.organizationId, orderIntents.organizationId), eq(handOrders.clientOrderId, orderIntents.clientOrderId)),
        )
        .where(and(ofAccount(id, pair), isOpen ? lt(orderIntents.rank, 3) : undefined))
        .orderBy(desc(orderIntents.sentAt), desc(orderIntents.clientOrderId))
        .limit(offset + limit);
      const isUnsent = fragment`not exists (select from order_intents o where o.organization_id = ${handOrders.organizationId} and o.client_order_id = ${handOrders.clientOrderId})`;
      const unsent = await sql
        .select(handColumns)
        .from(handOrders)
        .where(
          and(
            eq(handOrders.organizationId, organizationId),
            eq(handOrders.virtualAccountId, id),
            pair === undefined ? undefined : eq(handOrders.pair, pair),
            isOpen ? isNull(handOrders.withdrawnAt) : undefined,
            isUnsent,
          ),
        )
        .orderBy(desc(handOrders.sequence))
        .limit(offset + limit);
      const all = [
        ...sent.map(
          ({ strategy, isMarket, ...order }): VirtualOrder => ({
            ...order,
            isByHand: isByHand(strategy),
            isMarket: isMarket === true,
          }),
        ),
        ...unsent.map((order) => unsentOrder(order)),
      ];
      const newestFirst = all.sort((a, b) => b.sentAt.getTime() - a.sentAt.getTime() || (a.clientOrderId < b.clientOrderId ? 1 : -1));
      return newestFirst.slice(offset, offset + limit);
    },
    async countOpen(id) {
      const [row] = (await run(
        `select jsonb_array_length(coalesce(jsonb_path_query_array(holds, '$.keyvalue()'), '[]'::jsonb)) from virtual_accounts where organization_id = $1 and id = $2`,
        [organizationId, id],
        'array',
      )) as [number][];
      return Number(row?.[0] ?? 0);
    },
    async listRecords(id, { offset, limit, pair }) {
      return sql
        .select({ ...recordColumns, botName: bots.name })
        .from(contractRecords)
        .innerJoin(bots, and(eq(contractRecords.organizationId, bots.organizationId), eq(contractRecords.botId, bots.id)))
        .where(
          and(
            eq(bots.organizationId, organizationId),
            eq(bots.subAccountId, id),
            pair === undefined ? undefined : eq(contractRecords.pair, pair),
          ),
        )
        .orderBy(desc(contractRecords.createdAt), desc(contractRecords.id))
        .offset(offset)
        .limit(limit)
        .execute();
    },
  };
}

/** Names that differ only in case, or in the width of their letters, are taken for one another. */
const nameKeyOf = (name: string): string => name.trim().normalize('NFKC').toLowerCase();

/** Nothing is known of it at the exchange. */
function unsentOrder({ virtualAccountId: _, by: __, withdrawnAt, cancelAskedAt, at, ...order }: HandOrder): VirtualOrder {
  return {
    ...order,
    exchangeAccountId: '',
    state: withdrawnAt === null ? 'asked' : 'withdrawn',
    level: 0,
    exchangeOrderId: null,
    reportedFilled: '0',
    traded: '0',
    recordedTrades: 0,
    balancesAfter: null,
    rebalanceId: null,
    marketPrice: null,
    isEvening: false,
    feeOnTop: null,
    sentAt: at,
    cancelAskedAt,
    updatedAt: withdrawnAt ?? at,
    isByHand: true,
  };
}
