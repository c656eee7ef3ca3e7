import { expect, test } from 'vitest';
import { isSearch } from '../live/live-updates.ts';

test.each([
  ['a search for a text', [{ params: { id: 'b1' }, query: { limit: 25, text: '60600' } }], true],
  ['a look at the newest of a kind', [{ params: { id: 'b1' }, query: { limit: 25, kind: 'placed' } }], false],
  ['a read that asks for nothing', [{}], false],
  ['a key that is something else', [], false],
])('%s', (_, input, is) => {
  expect(isSearch(['/api/bots/{id}/timeline', 'b1', ...input])).toBe(is);
});
