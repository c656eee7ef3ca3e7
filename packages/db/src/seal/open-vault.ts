import type { Database } from '../database/database.ts';
import { readSeal, sealAnew } from './seal-anew.ts';
import { createVault, type MasterKey, SealError, type Vault } from './vault.ts';

/**
 * The vault of a database: it opens everything that is sealed there. What an older key sealed is sealed anew with the
 * newest, so that the older ones can go. A key that was lost or mistaken is told at the start, before a single secret
 * is missed.
 *
 * @param masterKeys - oldest first, as {@link createVault} takes them
 * @throws {SealError} something is sealed with a key that is not among these
 */
export async function openVault(database: Database, masterKeys: readonly MasterKey[]): Promise<Vault> {
  const { seals } = database.platform;
  const vault = createVault(masterKeys);
  const given = new Set(masterKeys.map(({ id }) => id));
  const absent = (await seals.listKeyIds()).filter((id) => !given.has(id));
  if (absent.length > 0) {
    throw new SealError(
      `The secrets in the database are sealed with another master key (${absent.join(', ')}) than the one given (${[...given].join(', ')}). ` +
        'Start with that one: MASTER_KEY, MASTER_KEY_FILE, or the file master.key in the data folder. Lost for good: docs/how-to/master-key.md',
    );
  }
  await sealAnew(seals, vault, (row) => readSeal(vault, row));
  return vault;
}
