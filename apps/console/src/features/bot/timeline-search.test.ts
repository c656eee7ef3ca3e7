import { expect, test } from 'vitest';
import { reasons } from '../../words/ja/reasons.ts';
import { timeline } from '../../words/ja/timeline.ts';
import { meaningsOf } from './timeline-search.ts';

const words = { timeline, reasons };

test('what is typed in words finds the names under which decisions are stored', () => {
  expect(meaningsOf('買い', words)).toContain('buy');
  expect(meaningsOf('開始しました', words)).toContain('started');
  expect(meaningsOf('残高が足り', words)).toContain('insufficientFunds');
});

test('a sentence of several for one kind leads to the kind, its cause or its code', () => {
  const some = {
    timeline: { filledPart: 'Filled a part', cancelledRepriced: 'Placed again', startRefusedTooSmall: 'Too small' },
    reasons: {},
  };
  expect(meaningsOf('a part', some)).toEqual(['filled']);
  expect(meaningsOf('AGAIN', some)).toEqual(['repriced']);
  expect(meaningsOf('small', some)).toEqual(['valueTooSmall', 'amountTooSmall']);
});

test('the places of facts are no words, and nothing typed means nothing', () => {
  expect(meaningsOf('amount', { timeline: { placed: 'Placed {{amount}}' }, reasons: {} })).toEqual([]);
  expect(meaningsOf('  ', words)).toEqual([]);
});
