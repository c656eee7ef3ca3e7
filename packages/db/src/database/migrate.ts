import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { RunStatement } from './connection.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
/** Any number, the same for all: only one process migrates at a time. */
const migrationLock = 8_436_200_001;

/**
 * Applies what is new of `migrations/`, in the transaction that `run` belongs to: all of it or nothing.
 * The bookkeeping is that of drizzle, so that drizzle's own tools agree with it.
 *
 * @returns how many were applied
 */
export async function migrate(run: RunStatement): Promise<number> {
  await run('set local statement_timeout = 0', [], 'array');
  await run('select pg_advisory_xact_lock($1)', [migrationLock], 'array');
  await run('create schema if not exists drizzle', [], 'array');
  await run(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
    [],
    'array',
  );
  const [latest] = (await run('select max(created_at)::text as at from drizzle.__drizzle_migrations', [], 'object')) as {
    at: string | null;
  }[];
  const isNew = readMigrationFiles({ migrationsFolder }).filter(({ folderMillis }) => folderMillis > Number(latest?.at ?? 0));
  for (const { sql, hash, folderMillis } of isNew) {
    for (const statement of sql) await run(statement, [], 'array');
    await run('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis], 'array');
  }
  return isNew.length;
}
