import type { Database } from '../database/database.ts';
import { createVault, type MasterKey, SealError, type Vault } from './vault.ts';

/**
 * The vault of a database: it opens everything that is sealed there.
 * A key that was lost or mistaken is told at the start, before a single secret is missed.
 *
 * @param masterKeys - oldest first, as {@link createVault} takes them
 * @throws {SealError} something is sealed with a key that is not among these
 */
export async function openVault(database: Database, masterKeys: readonly MasterKey[]): Promise<Vault> {
  const vault = createVault(masterKeys);
  const given = new Set(masterKeys.map(({ id }) => id));
  const absent = (await database.platform.listSealKeyIds()).filter((id) => !given.has(id));
  if (absent.length === 0) return vault;
  throw new SealError(
    `The API keys in the database are sealed with another master key (${absent.join(', ')}) than the one given (${[...given].join(', ')}). ` +
      'Start with that one: MASTER_KEY, MASTER_KEY_FILE, or the file master.key in the data folder',
  );
}
