import type { MarketRules } from '@tenbin/market';
import { expect, test } from 'vitest';
import { quietSides } from './quiet-sides.ts';
import type { CalculateOrderSettings } from './quote-terms.ts';

const settings: CalculateOrderSettings = {
  kind: 'calculateOrder',
  pairs: ['BTC/USDT'],
  inventoryTargetBasePct: 50,
  orderLevels: 1,
  bidSpread: 1,
  askSpread: 1,
  orderLevelSpread: 0,
  orderAmount: '1',
  orderLevelAmount: '0',
  midPriceThreshold: 0,
  intervalMs: 1000,
};
const rules: MarketRules = {
  pair: 'BTC/USDT',
  tickSize: '0.01',
  lotSize: '0.001',
  minimumAmount: '0.01',
  minimumNotional: '0',
  maximumAmount: null,
  minimumPrice: null,
  maximumPrice: null,
  priceBand: null,
  baseUnit: null,
  counterUnit: null,
  makerFee: 0.001,
  takerFee: 0.001,
};
const top = { bestBid: 99, bestAsk: 101, mid: 100 };
const market = (BTC: string, USDT: string) => ({ balances: { BTC, USDT }, rules, top });
const quiet = (more: Partial<CalculateOrderSettings>, [btc, usdt]: readonly [string, string] = ['10', '1000']) =>
  quietSides({ ...settings, ...more }, market(btc, usdt));

test('a side that is quoted has no reason to be quiet', () => {
  expect(quiet({})).toEqual({ buy: null, sell: null });
});

test('each side tells what keeps it from being quoted', () => {
  expect(quiet({ priceCeiling: '100' })).toEqual({ buy: 'priceAtCeiling', sell: null });
  expect(quiet({ priceFloor: '100' })).toEqual({ buy: null, sell: 'priceAtFloor' });
  expect(quiet({}, ['0', '0'])).toEqual({ buy: 'noFunds', sell: 'noFunds' });
  expect(quiet({}, ['10', '0'])).toEqual({ buy: 'noFunds', sell: null });
  expect(quiet({}, ['19', '100']).buy).toBe('inventoryFull');
  expect(quiet({ orderAmount: '0.005' })).toEqual({ buy: 'outsideLimits', sell: 'outsideLimits' });
});
