import { expect, test } from 'vitest';
import { pricePairsOf } from './price-pairs.ts';

const offered = ['ETH/BTC', 'BTC/USDT', 'XRP/ETH', 'BTC/JPY', 'A/B'];

test('the way to USD is the shortest that the exchange has', () => {
  expect(pricePairsOf(['BTC'], offered)).toEqual(['BTC/USDT']);
  expect(pricePairsOf(['XRP'], offered)).toEqual(['XRP/ETH', 'ETH/BTC', 'BTC/USDT']);
  expect(pricePairsOf(['JPY', 'BTC'], offered)).toEqual(['BTC/JPY', 'BTC/USDT']);
});

test('what counts as USD, and what has no way there, asks for nothing', () => {
  expect(pricePairsOf(['USDT', 'USDC', 'A', 'unknown'], offered)).toEqual([]);
});
