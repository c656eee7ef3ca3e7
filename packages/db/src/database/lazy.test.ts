import { expect, test } from 'vitest';
import { eachAtFirstUse } from './lazy.ts';

test('parts are made at their first use, once, of what each object is of', () => {
  const made: string[] = [];
  const make = (part: string) => (of: string) => {
    made.push(`${part} of ${of}`);
    return { part, of };
  };
  const partsOf = eachAtFirstUse<string, Record<'one' | 'other', { part: string; of: string }>>({ one: make('one'), other: make('other') });
  const [first, second] = [partsOf('first'), partsOf('second')];
  expect(made).toEqual([]);
  expect(first.one).toEqual({ part: 'one', of: 'first' });
  const { one } = first;
  expect(first.one).toBe(one);
  expect(second.one).toEqual({ part: 'one', of: 'second' });
  expect(made).toEqual(['one of first', 'one of second']);
  expect({ ...second, one: null }, 'a copy').toEqual({ one: null, other: { part: 'other', of: 'second' } });
});
