import { expect, test } from 'vitest';
import { pairsIn } from './pairs-in.ts';

test('pairs are read however they are separated, each once', () => {
  expect(pairsIn(' btc/usdt, ETH/USDT\n\nBTC/USDT、ETH/BTC ')).toEqual(['BTC/USDT', 'ETH/USDT', 'ETH/BTC']);
  expect(pairsIn('ｂｔｃ／ｕｓｄｔ，ETH/USDT　ETH/BTC')).toEqual(['BTC/USDT', 'ETH/USDT', 'ETH/BTC']);
  expect(pairsIn(' \n')).toEqual([]);
});
