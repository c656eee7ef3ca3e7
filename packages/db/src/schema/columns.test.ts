import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMoment, shortest } from './columns.ts';

describe('a moment', () => {
  test('as PostgreSQL writes it is read to the millisecond', () => {
    const moments = fc.date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, (moment) => {
        const written = moment
          .toISOString()
          .replace('T', ' ')
          .replace(/\.?0*Z$/, '+00');
        expect(readMoment(written)).toEqual(moment);
      }),
    );
  });

  test('of a session that is not in UTC is read too', () => {
    expect(readMoment('2026-01-02 03:04:05.6+09')).toEqual(new Date('2026-01-01T18:04:05.600Z'));
  });
});

test('an exact number is as short as it can be', () => {
  const cases = { '0.1000': '0.1', '100': '100', '100.00': '100', '-0.50': '-0.5', '0.000000010': '0.00000001', '0.0': '0' };
  for (const [written, short] of Object.entries(cases)) expect(shortest(written)).toBe(short);
});
