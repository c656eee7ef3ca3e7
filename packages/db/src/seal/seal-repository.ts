import { and, eq, sql as fragment, ne } from 'drizzle-orm';
import type { Sql } from '../database/drizzle-database.ts';
import { exchangeAccounts } from '../schema/bots.ts';
import type { Seals } from './seals.ts';

const { organizationId, id, exchangeId, sealed } = exchangeAccounts;
const mostAtOnce = 500;

/** The second part of a sealed text. */
const keyIdOfSeal = fragment<string>`split_part(${sealed}, '.', 2)`;

export function sealRepository(sql: Sql): Seals {
  return {
    async listKeyIds() {
      return (await sql.selectDistinct({ keyId: keyIdOfSeal }).from(exchangeAccounts)).map(({ keyId }) => keyId);
    },
    listSealedOtherwise(keyId) {
      const columns = { organizationId, id, exchangeId, sealed };
      return sql.select(columns).from(exchangeAccounts).where(ne(keyIdOfSeal, keyId)).limit(mostAtOnce).execute();
    },
    async replace(account, renewed) {
      const unchanged = and(eq(organizationId, account.organizationId), eq(id, account.id), eq(sealed, account.sealed));
      await sql.update(exchangeAccounts).set(renewed).where(unchanged);
    },
  };
}
