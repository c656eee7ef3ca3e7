import type { ExchangeAccount, KeyRights } from '@tenbin/exchange';
import { Refusal } from '../route/refusal.ts';

/**
 * What a key may do, refused where it may do too much or too little. Where the exchange can be asked but did not say,
 * that counts as too much; some exchanges cannot be asked at all, and then the user's word has to do.
 *
 * @throws {Refusal} `withdrawalRight`, `transferRight`, `tradeRightMissing`, `keyRightsUnknown`
 */
export async function requireSafeRights(account: ExchangeAccount): Promise<KeyRights> {
  const rights = await account.fetchKeyRights();
  if (rights.withdraw === true) throw new Refusal('withdrawalRight', { fields: { apiKey: { words: 'withdrawalRight' } } });
  if (rights.transfer === true) throw new Refusal('transferRight', { fields: { apiKey: { words: 'transferRight' } } });
  if (rights.trade === false) throw new Refusal('tradeRightMissing', { fields: { apiKey: { words: 'tradeRightMissing' } } });
  if (account.capabilities.keyRights && rights.withdraw === 'unknown') throw new Refusal('keyRightsUnknown');
  return rights;
}
