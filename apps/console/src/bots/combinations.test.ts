import { expect, test } from 'vitest';
import { combinationsOf, coversThree } from './combinations.ts';

test('three pairs between three currencies are one combination', () => {
  expect(combinationsOf(['BTC/USDT', 'ETH/USDT', 'ETH/BTC'])).toEqual([
    { currencies: ['BTC', 'USDT', 'ETH'], pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'] },
  ]);
});

test('two pairs are enough to connect three currencies, but those with three pairs come first', () => {
  const found = combinationsOf(['BTC/USDT', 'XRP/USDT', 'ETH/USDT', 'ETH/BTC']);
  expect(found.map(({ pairs }) => pairs.length)).toEqual([3, 2, 2]);
  expect(found.every(({ pairs }) => coversThree(pairs))).toBe(true);
});

test('pairs without a common currency connect nothing', () => {
  expect(combinationsOf(['BTC/USDT', 'ETH/EUR'])).toEqual([]);
  expect(coversThree(['BTC/USDT', 'ETH/EUR'])).toBe(false);
});
