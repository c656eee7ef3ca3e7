import type { Balances } from '@tenbin/market';
import { and, asc, desc, eq, getTableColumns } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { shortest } from '../schema/columns.ts';
import { movements, subAccounts } from '../schema/ledger.ts';
import type { StoredMovement, SubLedgers } from './ledger.ts';

const { organizationId: _organization, ...columns } = getTableColumns(subAccounts);
const { organizationId: _movementsOrganization, ...movementColumns } = getTableColumns(movements);

const sums = `
  select entry.account, entry.currency, sum(entry.amount)::text
  from sub_accounts s join movements m on m.organization_id = s.organization_id and m.sub_account_id = s.id,
    jsonb_to_recordset(m.entries) as entry(account text, currency text, amount numeric)
  where s.organization_id = $1 and s.exchange_account_id = $2
  group by entry.account, entry.currency having sum(entry.amount) <> 0`;

/** Whoever goes on with a virtual account sees by its version that it has changed. */
const correction = `
  with told as (update virtual_accounts set version = version + 1 where organization_id = $1 and id = $2)
  update sub_accounts set balances = $3::jsonb where organization_id = $1 and id = $2`;

export function ledgerRepository({ organizationId, sql, run }: TenantContext): SubLedgers {
  return {
    listOfAccount(exchangeAccountId) {
      const ofAccount = and(eq(subAccounts.organizationId, organizationId), eq(subAccounts.exchangeAccountId, exchangeAccountId));
      return sql.select(columns).from(subAccounts).where(ofAccount).orderBy(asc(subAccounts.id)).execute();
    },
    async listMovements(subAccountId, { offset, limit }) {
      const rows = await sql
        .select(movementColumns)
        .from(movements)
        .where(and(eq(movements.organizationId, organizationId), eq(movements.subAccountId, subAccountId)))
        .orderBy(desc(movements.number))
        .offset(offset)
        .limit(limit);
      return rows.map(toMovement);
    },
    async addUp(exchangeAccountId) {
      const rows = (await run(sums, [organizationId, exchangeAccountId], 'array')) as [string, string, string][];
      const byAccount = new Map<string, Balances>();
      for (const [account, currency, amount] of rows) byAccount.set(account, { ...byAccount.get(account), [currency]: shortest(amount) });
      return byAccount;
    },
    async correct(subAccountId, balances) {
      await run(correction, [organizationId, subAccountId, JSON.stringify(balances)], 'array');
    },
  };
}

/** Without what only virtual accounts have. */
export function toMovement({
  pair,
  tradeId,
  exchangeOrderId,
  counterpartId: _counterpart,
  by: _by,
  reason: _reason,
  reverses: _reverses,
  ...row
}: Omit<typeof movements.$inferSelect, 'organizationId'>): StoredMovement {
  return pair !== null && tradeId !== null && exchangeOrderId !== null ? { ...row, fill: { pair, tradeId, exchangeOrderId } } : row;
}
