import { and, asc, eq, sql as fragment, getTableColumns, isNotNull, isNull, lt, ne, not, type SQL } from 'drizzle-orm';
import { isBusy } from '../bots/lifecycle-in-sql.ts';
import { brokenUnique } from '../database/database-error.ts';
import type { Sql } from '../database/sql.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { exchangeAccounts } from '../schema/exchange-accounts.ts';
import { erasedSeal } from '../seal/sealed.ts';
import type { ExchangeAccount, ExchangeAccounts, ExchangeUsers } from './exchange-accounts.ts';

const {
  organizationId: _organization,
  ownerWorkerId: _owner,
  rightsDueAt: _due,
  keyEndsAt: _end,
  ...columns
} = getTableColumns(exchangeAccounts);

export function exchangeAccountRepository({ organizationId, sql, clock }: TenantContext): ExchangeAccounts {
  const own = eq(exchangeAccounts.organizationId, organizationId);
  const find = async (id: string): Promise<ExchangeAccount | null> =>
    (
      await sql
        .select(columns)
        .from(exchangeAccounts)
        .where(and(own, eq(exchangeAccounts.id, id)))
    )[0] ?? null;
  return {
    find,
    async require(id) {
      const account = await find(id);
      if (!account) throw new DbError('exchangeAccountNotFound', { id });
      return account;
    },
    list(ids) {
      const these = fragment`${exchangeAccounts.id} = any(${fragment.param([...ids])}::uuid[])`;
      return sql.select(columns).from(exchangeAccounts).where(and(own, these)).execute();
    },
    async findByFingerprint(exchangeId, keyFingerprint) {
      const same = and(own, eq(exchangeAccounts.exchangeId, exchangeId), eq(exchangeAccounts.keyFingerprint, keyFingerprint));
      return (await sql.select(columns).from(exchangeAccounts).where(same))[0] ?? null;
    },
    async findByExchangeUser(exchangeUser) {
      return (
        (
          await sql
            .select(columns)
            .from(exchangeAccounts)
            .where(and(own, eq(exchangeAccounts.exchangeUser, exchangeUser)))
        )[0] ?? null
      );
    },
    async findOfPlatform(exchangeId) {
      const itsOwn = and(own, eq(exchangeAccounts.exchangeId, exchangeId), isNull(exchangeAccounts.userId));
      return (await sql.select(columns).from(exchangeAccounts).where(itsOwn).orderBy(asc(exchangeAccounts.id)).limit(1))[0] ?? null;
    },
    listOfUser(userId) {
      const ofUser = and(own, eq(exchangeAccounts.userId, userId));
      return sql.select(columns).from(exchangeAccounts).where(ofUser).orderBy(asc(exchangeAccounts.id)).execute();
    },
    async create(account) {
      const now = clock.now();
      const row = { organizationId, ...account, epoch: 0, createdAt: now, updatedAt: now };
      const key = [exchangeAccounts.organizationId, exchangeAccounts.exchangeId, exchangeAccounts.keyFingerprint];
      const insert = sql.insert(exchangeAccounts).values(row).onConflictDoNothing({ target: key }).returning(columns);
      const [made] = await insert.execute().catch(refuseTaken);
      if (!made) throw new DbError('apiKeyInUse');
      return made;
    },
    async setRightsDue(id, rightsDueAt, { keyEndsAt } = {}) {
      await sql
        .update(exchangeAccounts)
        .set({ rightsDueAt, ...(keyEndsAt !== undefined && { keyEndsAt }) })
        .where(and(own, eq(exchangeAccounts.id, id)));
    },
    async setExchangeUser(id, exchangeUser) {
      const its = and(own, eq(exchangeAccounts.id, id));
      await sql.update(exchangeAccounts).set({ exchangeUser }).where(its).execute().catch(refuseTaken);
    },
    async withdrawKeys(userId, at, { accountId } = {}) {
      const its = accountId === undefined ? undefined : eq(exchangeAccounts.id, accountId);
      const withdrawn = await sql
        .update(exchangeAccounts)
        .set({ withdrawnAt: at, keyLastFour: '', hasPassphrase: false, updatedAt: clock.now() })
        .where(and(own, its, eq(exchangeAccounts.userId, userId), isNull(exchangeAccounts.withdrawnAt)))
        .returning({ id: exchangeAccounts.id });
      return withdrawn.length;
    },
    async forget(userId, at) {
      const gone = { sealed: erasedSeal, keyLastFour: '', hasPassphrase: false, exchangeUser: null };
      const keyFingerprint = fragment`${exchangeAccounts.id}::text`;
      await sql
        .update(exchangeAccounts)
        .set({ ...gone, keyFingerprint, withdrawnAt: at, updatedAt: at })
        .where(and(own, eq(exchangeAccounts.userId, userId)));
    },
    eraseWithdrawn: () => eraseWithdrawn(sql, own),
    async replaceSeal(id, changes) {
      const set = { ...changes, withdrawnAt: null, rightsDueAt: null, keyEndsAt: null, updatedAt: clock.now() };
      const its = and(own, eq(exchangeAccounts.id, id));
      const [account] = await sql.update(exchangeAccounts).set(set).where(its).returning(columns).execute().catch(refuseTaken);
      if (account) return account;
      throw new DbError('exchangeAccountNotFound', { id });
    },
  };
}

export function exchangeUserRepository(sql: Sql): ExchangeUsers {
  return {
    async release(exchangeUser, { before }) {
      const isUsed = fragment`exists (select from bots b where b.organization_id = ${exchangeAccounts.organizationId}
        and b.exchange_account_id = ${exchangeAccounts.id} and b.deleted_at is null)`;
      await sql
        .update(exchangeAccounts)
        .set({ exchangeUser: null })
        .where(and(eq(exchangeAccounts.exchangeUser, exchangeUser), lt(exchangeAccounts.updatedAt, before), not(isUsed)));
    },
    eraseWithdrawn: () => eraseWithdrawn(sql),
  };
}

/** A bot that has not come to rest needs its key to cancel its orders. */
async function eraseWithdrawn(sql: Sql, among?: SQL): Promise<number> {
  const isNeeded = fragment`exists (select from bots where bots.organization_id = ${exchangeAccounts.organizationId}
    and bots.exchange_account_id = ${exchangeAccounts.id} and bots.deleted_at is null and ${isBusy})`;
  const isWithdrawn = and(isNotNull(exchangeAccounts.withdrawnAt), ne(exchangeAccounts.sealed, erasedSeal));
  const erased = await sql
    .update(exchangeAccounts)
    .set({ sealed: erasedSeal })
    .where(and(among, isWithdrawn, not(isNeeded)))
    .returning({ id: exchangeAccounts.id });
  return erased.length;
}

const codes = new Map<string | null, 'apiKeyInUse' | 'exchangeAccountInUse'>([
  ['exchange_accounts_key', 'apiKeyInUse'],
  ['exchange_accounts_exchange_user', 'exchangeAccountInUse'],
]);

function refuseTaken(error: unknown): never {
  const code = codes.get(brokenUnique(error));
  throw code === undefined ? error : new DbError(code);
}
