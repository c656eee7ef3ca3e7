import { expect, test } from 'vitest';
import { pageWindow } from './page-window.ts';

const drawn = (current: number, count: number) =>
  pageWindow(current, count)
    .map((place) => (place.kind === 'page' ? (place.page === current ? `[${place.page}]` : place.page) : '…'))
    .join(' ');

test.each([
  [1, 1, '[1]'],
  [1, 5, '[1] 2 3 4 5'],
  [1, 20, '[1] 2 3 … 20'],
  [4, 20, '1 2 3 [4] 5 6 … 20'],
  [5, 20, '1 2 3 4 [5] 6 7 … 20'],
  [6, 20, '1 … 4 5 [6] 7 8 … 20'],
  [16, 20, '1 … 14 15 [16] 17 18 19 20'],
  [20, 20, '1 … 18 19 [20]'],
])('page %i of %i shows %s', (current, count, places) => {
  expect(drawn(current, count)).toBe(places);
});

test('a page that is not there is brought into range', () => {
  expect(pageWindow(99, 3)).toEqual(pageWindow(3, 3));
  expect(pageWindow(0, 3)).toEqual(pageWindow(1, 3));
});
