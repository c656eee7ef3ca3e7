import { type Database, type DatabaseOptions, openDatabase } from '@tenbin/db';
import { systemRuntime } from '@tenbin/runtime';
import { lendMigratedFolder } from './migrated-folder.ts';
import { createPostgresDatabase } from './test-postgres.ts';

/** Both databases that the product runs on: `describe.each(testEngines)('…, on %s', (engine) => …)`. */
export const testEngines = ['pglite', 'postgres'] as const;
export type TestEngine = (typeof testEngines)[number];

export interface PlaceOptions {
  /** A PostgreSQL that nobody else uses: to restart it, or to end its connections. */
  readonly ownServer?: boolean | undefined;
  /** What that server holds of its tables in memory, in PostgreSQL's words; as little as tests need unless given. */
  readonly sharedBuffers?: string;
}

export interface TestDatabase {
  readonly database: Database;
  /** How it was opened; on PostgreSQL it can be opened a second time meanwhile, on PGlite once it is closed. */
  readonly options: DatabaseOptions;
  close(): Promise<void>;
}

/**
 * A fresh, migrated database of its own.
 *
 * @param engine - PGlite in a folder of its own, or a database on a native PostgreSQL
 */
export async function openTestDatabase(
  engine: TestEngine,
  { ownServer, ...options }: Partial<Omit<DatabaseOptions, 'databaseUrl' | 'dataDir'>> & PlaceOptions = {},
): Promise<TestDatabase> {
  const place = await placeFor(engine, { ownServer });
  const all = { ...place.options, ...options };
  const database = await openDatabase(all);
  return {
    database,
    options: all,
    async close() {
      await database.close();
      await place.close();
    },
  };
}

/** Where a database can be opened, without opening it. */
export async function placeFor(
  engine: TestEngine,
  options: PlaceOptions = {},
): Promise<{ readonly options: DatabaseOptions; readonly close: () => Promise<void> }> {
  const runtime = systemRuntime();
  if (engine === 'pglite') {
    const { dataDir, remove } = await lendMigratedFolder();
    return { options: { runtime, dataDir }, close: remove };
  }
  const { databaseUrl, close } = await createPostgresDatabase(options);
  return { options: { runtime, databaseUrl }, close };
}
