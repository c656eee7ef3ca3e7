import { describe, expect, test } from 'vitest';
import { binanceQuirks } from './quirks/binance.ts';
import { findQuirks } from './quirks/find-quirks.ts';
import { plainQuirks } from './quirks/plain.ts';
import { isHalted, precisionModes, readMarketRules } from './read-market-rules.ts';

const market = {
  symbol: 'BTC/USDT',
  spot: true,
  active: true,
  precision: { price: '0.01000000', amount: '0.00001000' },
  limits: {
    amount: { min: '0.00001000', max: '9000.00000000' },
    price: { min: '0.01000000', max: '1000000.00000000' },
    cost: { min: '5.00000000' },
  },
  maker: '0.001',
  taker: '0.002',
  info: {
    baseAssetPrecision: 8,
    quoteAssetPrecision: 8,
    baseCommissionPrecision: 8,
    quoteCommissionPrecision: 4,
    filters: [
      {
        filterType: 'PERCENT_PRICE_BY_SIDE',
        bidMultiplierUp: '5',
        bidMultiplierDown: '0.2',
        askMultiplierUp: '5',
        askMultiplierDown: '0.2',
      },
    ],
  },
};
const byTick = { precisionMode: precisionModes.tickSize, quirks: binanceQuirks };

test('rules are exact decimals', () => {
  expect(readMarketRules(market, byTick)).toEqual({
    pair: 'BTC/USDT',
    tickSize: '0.01',
    lotSize: '0.00001',
    minimumAmount: '0.00001',
    maximumAmount: '9000',
    minimumNotional: '5',
    minimumPrice: '0.01',
    maximumPrice: '1000000',
    priceBand: { buyUp: 5, buyDown: 0.2, sellUp: 5, sellDown: 0.2 },
    baseUnit: '0.00000001',
    counterUnit: '0.0001',
    makerFee: 0.001,
    takerFee: 0.002,
  });
});

test('digits after the point make the same grid', () => {
  const digits = { ...market, precision: { price: '2', amount: '5' } };
  const rules = readMarketRules(digits, { precisionMode: precisionModes.decimalPlaces, quirks: plainQuirks });
  expect(rules).toMatchObject({ tickSize: '0.01', lotSize: '0.00001', priceBand: null, baseUnit: null, counterUnit: null });
});

test('what the exchange does not limit is not limited, but an amount is at least one lot', () => {
  const rules = readMarketRules({ ...market, limits: {} }, byTick);
  expect(rules).toMatchObject({
    minimumAmount: '0.00001',
    maximumAmount: null,
    minimumNotional: '0',
    minimumPrice: null,
    maximumPrice: null,
  });
});

test('a limit of zero is none', () => {
  const limits = { amount: { min: '0', max: '0' }, price: { min: '0', max: '0.00' } };
  expect(readMarketRules({ ...market, limits }, byTick)).toMatchObject({
    minimumAmount: '0.00001',
    maximumAmount: null,
    maximumPrice: null,
  });
});

describe('no rules have', () => {
  test.each([
    ['a future', { ...market, spot: false }],
    ['a name that is no pair', { ...market, symbol: 'BTC/USDT:USDT' }],
    ['a market without a grid', { ...market, precision: {} }],
    ['nothing', undefined],
  ])('%s', (_says, value) => {
    expect(readMarketRules(value, byTick)).toBeNull();
  });

  test('a market whose digits count from the first that is not zero', () => {
    expect(readMarketRules(market, { precisionMode: precisionModes.significantDigits, quirks: plainQuirks })).toBeNull();
  });
});

test('a market that does not trade at present has its rules and counts as halted', () => {
  const halted = { ...market, active: false };
  expect([isHalted(market), isHalted(halted), isHalted({ ...market, active: undefined })]).toEqual([false, true, false]);
  expect(readMarketRules(halted, byTick)).toEqual(readMarketRules(market, byTick));
});

test.each([
  ['kraken', true],
  ['kucoin', true],
  ['bitbank', true],
  ['binance', undefined],
  ['okx', undefined],
  ['bybit', undefined],
  ['gate', undefined],
])('whether %s takes the fee of a buy on top of what it costs', (ccxtId, isOnTop) => {
  const rules = readMarketRules(market, { precisionMode: precisionModes.tickSize, quirks: findQuirks(ccxtId) });
  expect(rules?.feeOnTop).toBe(isOnTop);
});
