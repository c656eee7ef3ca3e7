import { expect, test } from 'vitest';
import { moneyParts } from './money-parts.ts';

test('what orders earned, fees and prices make up the change, to the last digit', () => {
  expect(moneyParts({ result: '-9.21', earned: '1.5', rounding: '0.0001', fees: '0.3' })).toEqual({
    change: '-9.21',
    trading: '1.5001',
    fees: '-0.3',
    price: '-10.4101',
  });
});
