import { describe, expect, test } from 'vitest';
import { suggestedBalance } from './balancing/suggested-balance.ts';
import { usdPrices } from './usd-prices.ts';
import { totalWorth, usdVolume } from './worth.ts';

const prices = new Map([
  ['BTC/USDT', 60000],
  ['ETH/BTC', 0.05],
  ['USDT/JPY', 150],
  ['XRP/EUR', 2],
  ['DEAD/USDT', 0],
]);
const usd = usdPrices({ prices });

describe('what a currency is worth in USD', () => {
  test('directly, over a cross, and the other way round', () => {
    expect(usd.get('BTC')).toBe(60000);
    expect(usd.get('ETH')).toBe(3000);
    expect(usd.get('JPY')).toBeCloseTo(1 / 150, 12);
    expect(usd.get('USDC')).toBe(1);
  });

  test('what no pair connects with USD stays unknown, and so does what has no price', () => {
    for (const currency of ['XRP', 'EUR', 'DEAD']) expect(usd.has(currency)).toBe(false);
  });

  test('fewer crosses win, whatever the order of the pairs', () => {
    const both: [string, number][] = [
      ['ETH/BTC', 0.06],
      ['BTC/USDT', 60000],
      ['ETH/USDT', 3000],
    ];
    expect(usdPrices({ prices: new Map(both) }).get('ETH')).toBe(3000);
    expect(usdPrices({ prices: new Map(both.toReversed()) }).get('ETH')).toBe(3000);
  });

  test('what counts as a dollar is a setting', () => {
    expect(usdPrices({ prices: new Map([['BTC/USDZ', 100]]), usdLike: ['USDZ'] }).get('BTC')).toBe(100);
    expect(usdPrices({ prices, usdLike: [] }).size).toBe(0);
  });
});

describe('worth', () => {
  test('of a wallet, and of a trade with 4 decimals', () => {
    expect(totalWorth({ BTC: '0.1', ETH: '2', USDT: '6000' }, usd)).toBe(18000);
    expect(usdVolume({ pair: 'BTC/USDT', notional: '29.999424' }, usd)).toBe('29.9994');
    expect(usdVolume({ pair: 'ETH/BTC', notional: '0.05' }, usd)).toBe('3000');
  });

  test('is not made up where a price is missing', () => {
    const refusal = expect.objectContaining({ code: 'noUsdPrice', facts: { currencies: ['EUR'] } });
    expect(() => totalWorth({ EUR: '1' }, usd)).toThrow(refusal);
    expect(() => usdVolume({ pair: 'XRP/EUR', notional: '2' }, usd)).toThrow(refusal);
  });
});

describe('suggested balances', () => {
  test('are even parts of the whole wallet', () => {
    expect(suggestedBalance({ BTC: '0.3', ETH: '0', USDT: '0' }, usd)).toEqual([
      { currency: 'BTC', walletBalance: '0.3', suggestedBalance: '0.1', rebalancedBalance: '0.3' },
      { currency: 'ETH', walletBalance: '0', suggestedBalance: '2', rebalancedBalance: '0' },
      { currency: 'USDT', walletBalance: '0', suggestedBalance: '6000', rebalancedBalance: '0' },
    ]);
  });

  test('beside them stands what rebalancing leads to, as far as a person reads it', () => {
    const rebalanced = { BTC: '0.1', ETH: '1.998', USDT: '5993.999999999' };
    const rows = suggestedBalance({ BTC: '0.3', ETH: '0', USDT: '0' }, usd, { rebalanced });
    expect(rows.map((row) => row.rebalancedBalance)).toEqual(['0.1', '1.998', '5993.99999999']);
    expect(rows.map((row) => row.suggestedBalance)).toEqual(['0.1', '2', '6000']);
  });
});
