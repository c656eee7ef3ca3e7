import { type DatabaseOptions, openDatabase } from '@tenbin/db';
import { type CuttingProxy, openCuttingProxy } from './cutting-proxy.ts';
import { placeFor, type TestDatabase } from './test-database.ts';

/** A database on PostgreSQL whose cable can be pulled. */
export type CuttableDatabase = TestDatabase & Pick<CuttingProxy, 'cut' | 'silence' | 'mend'>;

export async function openCuttableDatabase(given: Pick<DatabaseOptions, 'silenceMs' | 'log'>): Promise<CuttableDatabase> {
  const place = await placeFor('postgres');
  const proxy = await openCuttingProxy(place.options.databaseUrl ?? '');
  const { databaseUrl, cut, silence, mend } = proxy;
  const options = { ...place.options, ...given, databaseUrl };
  const database = await openDatabase(options);
  const close = async () => {
    await database.close();
    await proxy.close();
    await place.close();
  };
  return { database, options, cut, silence, mend, close };
}
