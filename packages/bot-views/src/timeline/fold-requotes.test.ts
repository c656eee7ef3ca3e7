import { expect, test } from 'vitest';
import { foldRequotes } from './fold-requotes.ts';

const at = '2026-01-01T00:00:00.000Z';
const entry = (id: string, kind: string, facts: Record<string, unknown> = {}) => ({ id, at, lastAt: at, count: 1, kind, facts });

test('what replaces orders after a fill is told in one line, the fill in its own', () => {
  const [third, second, first] = [entry('4', 'placed'), entry('3', 'cancelled', { because: 'repriced' }), entry('2', 'placed')];
  const filled = entry('1', 'filled');
  expect(foldRequotes([third, second, first, filled])).toEqual([{ entries: [third, second, first], placed: 2, cancelled: 1 }, filled]);
});

test('one order by itself is no re-quote, and no order that was cancelled for another reason is hidden in one', () => {
  const entries = [entry('3', 'placed'), entry('2', 'cancelled', { because: 'elsewhere' }), entry('1', 'placed')];
  expect(foldRequotes(entries)).toEqual(entries);
});
