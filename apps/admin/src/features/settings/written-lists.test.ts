import { expect, test } from 'vitest';
import { feesOf, writeFees } from './written-lists.ts';

test('fees are read line by line; a line that is none is not left out in silence', () => {
  expect(feesOf('btc 0.1\n\nUSDT: 0.25 %\n')).toEqual({ BTC: 0.1, USDT: 0.25 });
  for (const fees of [{ BTC: 0.1, USDT: 1 }, { COT: 1e-7 }]) expect(feesOf(writeFees(fees))).toEqual(fees);
  expect(feesOf('ＢＴＣ：０．１％\nUSDT 0,25')).toEqual({ BTC: 0.1, USDT: 0.25 });
  expect(feesOf('')).toEqual({});
  for (const wrong of ['BTC', '0.1', 'BTC -1', 'BTC 0.1 0.2', 'BTC 1.400,5']) expect(feesOf(wrong)).toBeNull();
});
