import { expect, test } from 'vitest';
import { clampPage } from './use-paged-list.ts';

test.each([
  ['a page that is there', 2, 45, { page: 2, pages: 3 }],
  ['one beyond the last', 9, 45, { page: 3, pages: 3 }],
  ['any page of an empty list', 4, 0, { page: 1, pages: 1 }],
  ['a list whose length is not known yet', 4, undefined, { page: 4, pages: 1 }],
])('%s', (_says, page, count, there) => {
  expect(clampPage(page, { count, size: 20 })).toEqual(there);
});
