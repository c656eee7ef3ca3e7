import { expect, test } from 'vitest';
import { feesOf, pairsOf, writeFees, writePairs } from './written-lists.ts';

test('pairs are read however they are separated, each once', () => {
  expect(pairsOf(' btc/usdt, ETH/USDT\n\nBTC/USDT、ETH/BTC ')).toEqual(['BTC/USDT', 'ETH/USDT', 'ETH/BTC']);
  expect(pairsOf('')).toEqual([]);
  expect(pairsOf(writePairs(['BTC/USDT', 'ETH/BTC']))).toEqual(['BTC/USDT', 'ETH/BTC']);
});

test('fees are read line by line; a line that is none is not left out in silence', () => {
  expect(feesOf('btc 0.1\n\nUSDT: 0.25 %\n')).toEqual({ BTC: 0.1, USDT: 0.25 });
  expect(feesOf(writeFees({ BTC: 0.1, USDT: 1 }))).toEqual({ BTC: 0.1, USDT: 1 });
  expect(feesOf('ＢＴＣ：０．１％\nUSDT 0,25')).toEqual({ BTC: 0.1, USDT: 0.25 });
  expect(feesOf('')).toEqual({});
  for (const wrong of ['BTC', '0.1', 'BTC -1', 'BTC 0.1 0.2', 'BTC 1.400,5']) expect(feesOf(wrong)).toBeNull();
});
