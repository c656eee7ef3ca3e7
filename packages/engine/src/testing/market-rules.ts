import type { MarketRules, PairName } from '@tenbin/market';

/** A pair on which almost everything is allowed, but for what is given. */
export const rulesOf = (pair: PairName, given: Partial<MarketRules> = {}): MarketRules => ({
  pair,
  tickSize: '0.000001',
  lotSize: '0.00000001',
  minimumAmount: '0.00000001',
  maximumAmount: null,
  minimumNotional: '0',
  minimumPrice: null,
  maximumPrice: null,
  priceBand: null,
  baseUnit: null,
  counterUnit: null,
  makerFee: 0.001,
  takerFee: 0.001,
  ...given,
});
