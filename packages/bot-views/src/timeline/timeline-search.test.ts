import { expect, test } from 'vitest';
import { closeWords } from '../words/ja/close.ts';
import { meaningsOf } from './timeline-search.ts';

const words = closeWords;

test('what is typed in words finds the names under which decisions are stored', () => {
  expect(meaningsOf('買い', words)).toContain('buy');
  expect(meaningsOf('開始しました', words)).toContain('started');
  expect(meaningsOf('残高が不足', words)).toContain('insufficientFunds');
  expect(meaningsOf('注文幅を狭め', words)).toContain('amountTooLarge');
});

test('a sentence of several for one kind leads to the kind, its cause or its code', () => {
  const some = {
    timeline: { filledPart: 'Filled a part', cancelledRepriced: 'Placed again' },
    causes: { valueTooSmall: 'Too small', 'valueTooSmall.advice': 'Wider', 'amountTooSmall.advice': 'Not so small' },
  };
  expect(meaningsOf('a part', some)).toEqual(['filled']);
  expect(meaningsOf('AGAIN', some)).toEqual(['repriced']);
  expect(meaningsOf('small', some)).toEqual(['valueTooSmall', 'amountTooSmall']);
});

test('the places of facts are no words, and nothing typed means nothing', () => {
  expect(meaningsOf('amount', { timeline: { placed: 'Placed {{amount}}' }, causes: {} })).toEqual([]);
  expect(meaningsOf('  ', words)).toEqual([]);
});
