import type { PGlite } from '@electric-sql/pglite';
import type { Runtime } from '@tenbin/runtime';
import { installJobs } from '../jobs/install-jobs.ts';
import { ConnectionPool } from './connection-pool.ts';
import { migrate } from './migrate.ts';
import { pgliteConnection } from './pglite-connection.ts';

/** Brings an opened PGlite up to date and leaves it open, so that its data folder can be copied. */
export async function migratePglite(pglite: PGlite, runtime: Runtime): Promise<void> {
  const pool = new ConnectionPool({ runtime, size: 1, connect: async () => pgliteConnection(pglite), waitMs: 15_000 });
  await pool.transaction('platform', migrate);
  await installJobs({ name: 'pglite', jobs: pool });
}
