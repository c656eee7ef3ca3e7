import type { Database } from '../database/database.ts';
import { readSeal, sealAnew } from './seal-anew.ts';
import { createVault, type MasterKey, SealError } from './vault.ts';

/**
 * The last way out when a master key is lost for good: secrets that none of these keys opens are replaced by ones that
 * no exchange knows. A bot with such a key is stopped by the exchange's refusal, and its user is asked for a new key.
 *
 * @param masterKeys - oldest first
 * @returns how many exchange accounts lost their secrets
 */
export async function forgetLostSecrets({ platform }: Database, masterKeys: readonly MasterKey[]): Promise<number> {
  const vault = createVault(masterKeys);
  let lost = 0;
  await sealAnew(platform.seals, vault, (account) => {
    try {
      return readSeal(vault, account);
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      lost += 1;
      return { apiKey: `lost-${account.id}`, secret: 'lost', passphrase: 'lost' };
    }
  });
  return lost;
}
