import type { PGlite } from '@electric-sql/pglite';
import { ConnectionPool } from './connection-pool.ts';
import { migrate } from './migrate.ts';
import { pgliteConnection } from './pglite-connection.ts';

/** Brings an opened PGlite up to date and leaves it open, so that its data folder can be dumped. */
export async function migratePglite(pglite: PGlite): Promise<void> {
  const pool = new ConnectionPool({ size: 1, connect: async () => pgliteConnection(pglite), waitMs: 15_000 });
  await pool.transaction('platform', migrate);
}
