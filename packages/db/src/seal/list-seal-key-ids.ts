import { sql as fragment } from 'drizzle-orm';
import type { Sql } from '../database/drizzle-database.ts';
import { exchangeAccounts } from '../schema/bots.ts';

/** The ids of the master keys that the secrets of exchange accounts are sealed with: the second part of a sealed text. */
export async function listSealKeyIds(sql: Sql): Promise<string[]> {
  const keyId = fragment<string>`split_part(${exchangeAccounts.sealed}, '.', 2)`;
  return (await sql.selectDistinct({ keyId }).from(exchangeAccounts)).map((row) => row.keyId);
}
