import { fileURLToPath } from 'node:url';
import { placeFor } from '@tenbin/testkit';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { Client } from 'pg';
import { expect, test } from 'vitest';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
/** `payments_by_address`. */
const paymentsByAddress = 78;

test('payments get their payer’s address beside a server that changes users: neither waits for the other in a circle', async () => {
  const { options, close } = await placeFor('postgres');
  const url = new URL(options.databaseUrl ?? '');
  const name = `beside_${process.pid}`;
  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: url.href });
    await client.connect();
    return client;
  };
  const first = await connect();
  await first.query(`create database ${name}`);
  await first.end();
  url.pathname = `/${name}`;
  const [migrating, changing, reading] = [await connect(), await connect(), await connect()];
  const migrations = readMigrationFiles({ migrationsFolder });
  for (const statement of migrations.slice(0, paymentsByAddress).flatMap(({ sql }) => sql)) await migrating.query(statement);
  const waiting = async () =>
    (
      await reading.query(`select from pg_locks w where not granted and exists (
    select from pg_locks h join pg_database d on d.oid = h.database where h.pid = w.pid and d.datname = current_database())`)
    ).rowCount;

  await reading.query('begin; select from user_standings');
  await changing.query("begin; update users set first_name = 'Mina'");
  await migrating.query('begin');
  const migrated = (async () => {
    for (const statement of migrations[paymentsByAddress]?.sql ?? []) await migrating.query(statement);
    await migrating.query('commit');
  })();
  await expect.poll(waiting).toBe(1);
  const changed = changing.query('update user_standings set is_set_up = true; commit');
  await reading.query('commit');
  await Promise.all([migrated, changed]);
  for (const client of [migrating, changing, reading]) await client.end();
  await close();
});
