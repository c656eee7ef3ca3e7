import { expect, test } from 'vitest';
import { changedSearch } from './search.ts';

interface Search {
  readonly name?: string;
  readonly state?: string;
  readonly page?: number;
}

test('a changed search keeps its other fields, loses what is undefined or empty, and begins at its first page', () => {
  const now: Search = { name: 'a', state: 'running', page: 3 };
  expect(changedSearch(now, { state: 'stopped' })).toEqual({ name: 'a', state: 'stopped' });
  expect(changedSearch(now, { name: '', state: undefined })).toEqual({});
  expect(changedSearch(now, { page: 4 })).toEqual({ name: 'a', state: 'running', page: 4 });
});
