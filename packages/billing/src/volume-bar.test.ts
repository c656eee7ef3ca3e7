import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { volumeBar } from './volume-bar.ts';

test.each([
  ['0', '1000', { rest: '1000', percent: 0, level: 'green' }],
  ['799.9999', '1000', { rest: '200.0001', percent: 79, level: 'green' }],
  ['800', '1000', { rest: '200', percent: 80, level: 'red' }],
  ['999.99999', '1000', { rest: '0', percent: 99, level: 'red' }],
  ['1000', '1000', { rest: '0', percent: 100, level: 'red' }],
  ['1234.56789', '1000', { used: '1234.5679', rest: '0', percent: 100, level: 'red' }],
  ['0', '0', { rest: '0', percent: 100, level: 'red' }],
  ['123456789', null, { rest: null, percent: null, level: 'green' }],
] as const)('%s of %s', (used, limit, bar) => {
  expect(volumeBar(used, limit)).toMatchObject(bar);
});

/** Hundredths of a cent, so that whole numbers can stand for them. */
const amounts = fc.bigInt({ min: 0n, max: 10n ** 14n });
const asUsd = (amount: bigint) => `${amount / 10_000n}.${String(amount % 10_000n).padStart(4, '0')}`;

test('red begins at exactly 80 %, and 100 means that nothing is left', () => {
  fc.assert(
    fc.property(amounts, amounts, (used, limit) => {
      const bar = volumeBar(asUsd(used), asUsd(limit));
      expect(bar.level).toBe(used * 100n >= limit * 80n ? 'red' : 'green');
      expect(bar.percent).toBe(used >= limit ? 100 : Number((used * 100n) / limit));
      expect(Number(bar.rest) === 0).toBe(used >= limit);
    }),
  );
});
