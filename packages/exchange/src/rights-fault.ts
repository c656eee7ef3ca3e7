import type { Capabilities, KeyRights } from './exchange.ts';

export const rightsFaults = ['withdrawalRight', 'transferRight', 'tradeRightMissing', 'keyRightsUnknown'] as const;
export type RightsFault = (typeof rightsFaults)[number];

/**
 * What is wrong with a key's rights; null where nothing is. Where the exchange can be asked but did not say, that is not
 * safe; some exchanges cannot be asked at all, and then the user's word has to do.
 */
export function rightsFault(rights: KeyRights, { keyRights: canBeAsked }: Pick<Capabilities, 'keyRights'>): RightsFault | null {
  if (rights.withdraw === true) return 'withdrawalRight';
  if (rights.transfer === true) return 'transferRight';
  if (rights.trade === false) return 'tradeRightMissing';
  return canBeAsked && rights.withdraw === 'unknown' ? 'keyRightsUnknown' : null;
}
