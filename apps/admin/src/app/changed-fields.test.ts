import { expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';

test('what is entered as it is stored is left out, lists by what stands in them', () => {
  const stored = { name: 'Tenbin', isFlagged: false, exchanges: ['binance', 'okx'] as readonly string[] };
  expect(changedFields({ ...stored, exchanges: ['binance', 'okx'] }, stored)).toEqual({});
  expect(changedFields({ ...stored, name: '', isFlagged: true }, stored)).toEqual({ name: '', isFlagged: true });
  for (const exchanges of [[], ['binance'], ['okx', 'binance']])
    expect(changedFields({ ...stored, exchanges }, stored)).toEqual({ exchanges });
});
