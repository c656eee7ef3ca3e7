import { pairPattern } from '@tenbin/contract';
import { expect, test } from 'vitest';
import { pairIn, pairsIn } from './pairs-in.ts';

test('pairs are read however they are separated, each once', () => {
  expect(pairsIn(' btc/usdt, ETH/USDT\n\nBTC/USDT、ETH/BTC ')).toEqual(['BTC/USDT', 'ETH/USDT', 'ETH/BTC']);
  expect(pairsIn('ｂｔｃ／ｕｓｄｔ，ETH/USDT　ETH/BTC')).toEqual(['BTC/USDT', 'ETH/USDT', 'ETH/BTC']);
  expect(pairsIn(' \n')).toEqual([]);
});

test('a field for one pair is read the same; what is no pair stays none', () => {
  expect(pairIn('　ｂｔｃ／usdt ')).toBe('BTC/USDT');
  expect(pairIn(' ')).toBe('');
  for (const typed of ['btc', 'btc / usdt', 'BTC/USDT ETH/USDT', 'btc/usdt/eth']) expect(pairIn(typed)).not.toMatch(pairPattern);
});
