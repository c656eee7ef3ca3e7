import { type ExchangeAccount, type KeyRights, rightsFault } from '@tenbin/exchange';
import { Refusal } from '../route/refusal.ts';

/**
 * What a key may do, refused where it may do too much or too little.
 *
 * @throws {Refusal} `withdrawalRight`, `transferRight`, `tradeRightMissing`, `keyRightsUnknown`
 */
export async function requireSafeRights(account: ExchangeAccount): Promise<KeyRights> {
  const rights = await account.fetchKeyRights();
  const fault = rightsFault(rights, account.capabilities);
  if (fault) throw new Refusal(fault);
  return rights;
}
