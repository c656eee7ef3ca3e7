import { expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';

test('what is entered as it is stored is left out, lists and tables by what stands in them', () => {
  const stored = { name: 'Tenbin', isFlagged: false, fees: { BTC: 0.1, ETH: 0.2 }, exchanges: ['binance', 'okx'] };
  expect(changedFields({ ...stored, exchanges: ['binance', 'okx'], fees: { ETH: 0.2, BTC: 0.1 } }, stored)).toEqual({});
  expect(changedFields({ ...stored, name: '', isFlagged: true }, stored)).toEqual({ name: '', isFlagged: true });
  expect(changedFields({ ...stored, fees: { BTC: 0.1, ETH: 0 } }, stored)).toEqual({ fees: { BTC: 0.1, ETH: 0 } });
  for (const exchanges of [[], ['binance'], ['okx', 'binance']])
    expect(changedFields({ ...stored, exchanges }, stored)).toEqual({ exchanges });
});
