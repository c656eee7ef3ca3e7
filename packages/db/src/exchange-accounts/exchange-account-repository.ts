import { DomainError } from '@tenbin/market';
import { and, asc, eq, sql as fragment, getTableColumns } from 'drizzle-orm';
import { brokenUnique } from '../database/database-error.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { exchangeAccounts } from '../schema/bots.ts';
import type { ExchangeAccount, ExchangeAccounts } from './exchange-accounts.ts';

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
    listOfUser(userId) {
      const ofUser = and(own, eq(exchangeAccounts.userId, userId));
      return sql.select(columns).from(exchangeAccounts).where(ofUser).orderBy(asc(exchangeAccounts.id)).execute();
    },
    async create(account) {
      const now = new Date();
      const row = { organizationId, ...account, epoch: 0, createdAt: now, updatedAt: now };
      const key = [exchangeAccounts.organizationId, exchangeAccounts.exchangeId, exchangeAccounts.keyFingerprint];
      const [made] = await sql.insert(exchangeAccounts).values(row).onConflictDoNothing({ target: key }).returning(columns);
      if (!made) throw new DomainError('apiKeyInUse');
      return made;
    },
    async setRightsDue(id, rightsDueAt) {
      await sql
        .update(exchangeAccounts)
        .set({ rightsDueAt })
        .where(and(own, eq(exchangeAccounts.id, id)));
    },
    async replaceSeal(id, changes) {
      try {
        const set = { ...changes, rightsDueAt: null, updatedAt: new Date() };
        const [account] = await sql
          .update(exchangeAccounts)
          .set(set)
          .where(and(own, eq(exchangeAccounts.id, id)))
          .returning(columns);
        if (account) return account;
      } catch (error) {
        if (brokenUnique(error) === 'exchange_accounts_key') throw new DomainError('apiKeyInUse');
        throw error;
      }
      throw new DomainError('exchangeAccountNotFound', { id });
    },
  };
}
