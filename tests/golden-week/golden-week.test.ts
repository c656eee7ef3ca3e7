/** A week of a bot, with every figure: as the product tells it, and as a spreadsheet makes it from the same tables. */
import { expect, test } from 'vitest';
import { weekByProduct } from './by-product.ts';
import { weekBySpreadsheet } from './by-spreadsheet.ts';
import { readCsv } from './read-csv.ts';

const expected = readCsv('expected').map(({ day, ...figures }) => ({ day, figures }));

/** Decimals in which the product tells each figure; the last of a difference of two rounded figures may be off by one. */
const digitsOf = (name: string): number => (name === 'growth' ? 11 : /^(result|change)_/.test(name) ? 7 : 3);

test('the product tells the week as it is written down, to the last digit', () => {
  expect(weekByProduct()).toEqual(expected);
});

test('a spreadsheet makes the same of it, day by day', () => {
  const days = weekBySpreadsheet();
  expect(days.map(({ day }) => day)).toEqual(expected.slice(0, -1).map(({ day }) => day));
  for (const [index, { day, figures }] of days.entries())
    for (const [name, value] of Object.entries(figures))
      expect(value, `${day} ${name}`).toBeCloseTo(Number(expected[index]?.figures[name]), digitsOf(name));
});

test('its days add up to the whole', () => {
  const total = expected.at(-1)?.figures ?? {};
  for (const [name, value] of Object.entries(total)) {
    const sum = expected.slice(0, -1).reduce((all, { figures }) => all + Number(figures[name]), 0);
    expect(sum, name).toBeCloseTo(Number(value), digitsOf(name) + 1 > 11 ? 10 : digitsOf(name) + 1);
  }
});
