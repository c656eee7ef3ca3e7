import { and, eq, sql as fragment, ne } from 'drizzle-orm';
import type { Sql } from '../database/sql.ts';
import { exchangeAccounts } from '../schema/exchange-accounts.ts';
import { authenticators } from '../schema/factors.ts';
import { pushKeys, pushSubscriptions } from '../schema/pushes.ts';
import { paypalAccounts } from '../schema/subscriptions.ts';
import { erasedSeal } from './sealed.ts';
import type { SealedRow, Seals } from './seals.ts';

const maxAtOnce = 500;
const tables = {
  exchangeAccount: exchangeAccounts,
  paypalAccount: paypalAccounts,
  authenticator: authenticators,
  pushKey: pushKeys,
  pushSubscription: pushSubscriptions,
} as const;
type SealedTable = (typeof tables)[keyof typeof tables];

/** The second part of a sealed text. */
const keyIdOf = ({ sealed }: SealedTable) => fragment<string>`split_part(${sealed}, '.', 2)`;
const isSealed = ({ sealed }: SealedTable) => ne(sealed, erasedSeal);
const idOf = (table: SealedTable) => ('holderId' in table ? table.holderId : table.id);
const columnsOf = (table: SealedTable) => ({ organizationId: table.organizationId, id: idOf(table), sealed: table.sealed });

export function sealRepository(sql: Sql): Seals {
  return {
    async listKeyIds() {
      const rows = await Promise.all(
        Object.values(tables).map((table) =>
          sql
            .selectDistinct({ keyId: keyIdOf(table) })
            .from(table)
            .where(isSealed(table)),
        ),
      );
      return [...new Set(rows.flat().map(({ keyId }) => keyId))];
    },
    async listSealedOtherwise(keyId) {
      const isOther = (table: SealedTable) => and(ne(keyIdOf(table), keyId), isSealed(table));
      const columns = { ...columnsOf(exchangeAccounts), exchangeId: exchangeAccounts.exchangeId };
      const [exchange, paypal, apps, keys, browsers] = await Promise.all([
        sql.select(columns).from(exchangeAccounts).where(isOther(exchangeAccounts)).limit(maxAtOnce),
        sql.select(columnsOf(paypalAccounts)).from(paypalAccounts).where(isOther(paypalAccounts)).limit(maxAtOnce),
        sql.select(columnsOf(authenticators)).from(authenticators).where(isOther(authenticators)).limit(maxAtOnce),
        sql.select(columnsOf(pushKeys)).from(pushKeys).where(isOther(pushKeys)).limit(maxAtOnce),
        sql.select(columnsOf(pushSubscriptions)).from(pushSubscriptions).where(isOther(pushSubscriptions)).limit(maxAtOnce),
      ]);
      return [
        ...exchange.map((row): SealedRow => ({ kind: 'exchangeAccount', ...row })),
        ...paypal.map((row): SealedRow => ({ kind: 'paypalAccount', ...row })),
        ...apps.map((row): SealedRow => ({ kind: 'authenticator', ...row })),
        ...keys.map((row): SealedRow => ({ kind: 'pushKey', ...row })),
        ...browsers.map((row): SealedRow => ({ kind: 'pushSubscription', ...row })),
      ];
    },
    async replace({ kind, organizationId, id, sealed }, renewed) {
      const table = tables[kind];
      const unchanged = and(eq(table.organizationId, organizationId), eq(idOf(table), id), eq(table.sealed, sealed));
      await sql.update(table).set(renewed).where(unchanged);
    },
  };
}
