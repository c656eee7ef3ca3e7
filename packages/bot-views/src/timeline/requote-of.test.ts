import { expect, test } from 'vitest';
import { requoteOf } from './requote-of.ts';

const at = '2026-01-01T00:00:00.000Z';
const entry = (id: string, kind: 'placed' | 'cancelled') => ({ id, at, lastAt: at, count: 1, kind, facts: {} });

test('what replaces orders after a fill is told in one line, with how many of each', () => {
  const [newest, older, oldest] = [entry('3', 'placed'), entry('2', 'cancelled'), entry('1', 'placed')];
  const line = { ...newest, others: [older, oldest] };
  expect(requoteOf(line)).toEqual({ entries: [line, older, oldest], placed: 2, cancelled: 1 });
});

test('an entry by itself is no re-quote', () => {
  expect(requoteOf(entry('1', 'placed'))).toBeNull();
  expect(requoteOf({ ...entry('1', 'placed'), others: [] })).toBeNull();
});
