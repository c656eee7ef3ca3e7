import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { readSeal, sealAnew } from './seal-anew.ts';
import { createVault, type MasterKey, SealError } from './vault.ts';

/**
 * The last way out when a master key is lost for good: secrets that none of these keys opens are replaced by ones that
 * nobody knows. A bot with such a key is stopped by the exchange's refusal, and its user is asked for a new key; an account at
 * PayPal is refused, and its administrator is asked for a new secret; an authenticator's codes are refused, and recovery codes are
 * asked for in their place; browsers that were told of bots are told nothing until they are signed up anew.
 *
 * @param masterKeys - oldest first
 * @returns how many accounts lost their secrets
 */
export async function forgetLostSecrets({ platform }: Database, masterKeys: readonly MasterKey[]): Promise<number> {
  const vault = createVault(masterKeys);
  let lost = 0;
  await sealAnew(platform.seals, vault, (row) => {
    try {
      return readSeal(vault, row);
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      lost += 1;
      return row.kind !== 'exchangeAccount'
        ? { secret: randomBytes(32).toString('hex') }
        : { apiKey: `lost-${row.id}`, secret: 'lost', passphrase: 'lost' };
    }
  });
  return lost;
}
