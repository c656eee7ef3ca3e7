import { DomainError } from '@tenbin/market';
import { and, asc, eq, sql as fragment, getTableColumns, lt, not } from 'drizzle-orm';
import { brokenUnique } from '../database/database-error.ts';
import type { Sql } from '../database/drizzle-database.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { exchangeAccounts } from '../schema/bots.ts';
import type { ExchangeAccount, ExchangeAccounts, ExchangeUsers } from './exchange-accounts.ts';

const { organizationId: _organization, ownerWorkerId: _owner, rightsDueAt: _rightsDueAt, ...columns } = getTableColumns(exchangeAccounts);

export function exchangeAccountRepository({ organizationId, sql }: TenantContext): ExchangeAccounts {
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
      if (!account) throw new DomainError('exchangeAccountNotFound', { id });
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
    listOfUser(userId) {
      const ofUser = and(own, eq(exchangeAccounts.userId, userId));
      return sql.select(columns).from(exchangeAccounts).where(ofUser).orderBy(asc(exchangeAccounts.id)).execute();
    },
    async create(account) {
      const now = new Date();
      const row = { organizationId, ...account, epoch: 0, createdAt: now, updatedAt: now };
      const key = [exchangeAccounts.organizationId, exchangeAccounts.exchangeId, exchangeAccounts.keyFingerprint];
      const insert = sql.insert(exchangeAccounts).values(row).onConflictDoNothing({ target: key }).returning(columns);
      const [made] = await insert.execute().catch(refuseTaken);
      if (!made) throw new DomainError('apiKeyInUse');
      return made;
    },
    async setRightsDue(id, rightsDueAt) {
      await sql
        .update(exchangeAccounts)
        .set({ rightsDueAt })
        .where(and(own, eq(exchangeAccounts.id, id)));
    },
    async setExchangeUser(id, exchangeUser) {
      const its = and(own, eq(exchangeAccounts.id, id));
      await sql.update(exchangeAccounts).set({ exchangeUser }).where(its).execute().catch(refuseTaken);
    },
    async replaceSeal(id, changes) {
      const set = { ...changes, rightsDueAt: null, updatedAt: new Date() };
      const its = and(own, eq(exchangeAccounts.id, id));
      const [account] = await sql.update(exchangeAccounts).set(set).where(its).returning(columns).execute().catch(refuseTaken);
      if (account) return account;
      throw new DomainError('exchangeAccountNotFound', { id });
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
  };
}

const codes: Readonly<Record<string, string>> = {
  exchange_accounts_key: 'apiKeyInUse',
  exchange_accounts_exchange_user: 'exchangeAccountInUse',
};

function refuseTaken(error: unknown): never {
  const code = codes[brokenUnique(error) ?? ''];
  throw code === undefined ? error : new DomainError(code);
}
