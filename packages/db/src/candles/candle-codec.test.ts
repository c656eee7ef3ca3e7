import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Candle } from '@tenbin/market';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCandles, encodeCandles } from './candle-codec.ts';

const priced = fc.integer({ min: 1, max: 10 ** 12 }).map((steps) => steps / 100);
const any = fc.double({ noNaN: false });

const candles = (value: fc.Arbitrary<number>): fc.Arbitrary<Candle[]> =>
  fc.array(
    fc.record({ at: fc.integer({ min: 0, max: 4_000_000_000_000 }), open: value, high: value, low: value, close: value, volume: value }),
    { maxLength: 50 },
  );

describe('a block of candles', () => {
  test('of prices comes back bit for bit', () =>
    fc.assert(
      fc.property(candles(priced), (given) => {
        expect(decodeCandles(encodeCandles(given))).toEqual(given);
      }),
    ));

  test('of any numbers at all comes back bit for bit', () =>
    fc.assert(
      fc.property(candles(any), (given) => {
        const back = decodeCandles(encodeCandles(given));
        const bits = (list: readonly Candle[]) =>
          list.map(({ at, open, high, low, close, volume }) =>
            [at, open, high, low, close, volume].map((value) => (Object.is(value, -0) ? '-0' : String(value))),
          );
        expect(bits(back)).toEqual(bits(given));
      }),
      { examples: [[[{ at: 0, open: 0, high: 0, low: 0, close: 0, volume: -0 }]]] },
    ));

  test('may have gaps, and may be empty', () => {
    const candle = { open: 1, high: 2, low: 0.5, close: 1.5, volume: 0 };
    const given = [0, 60_000, 86_340_000].map((at) => ({ at, ...candle }));
    expect(decodeCandles(encodeCandles(given))).toEqual(given);
    expect(decodeCandles(encodeCandles([]))).toEqual([]);
  });

  test('of a day of minutes takes a few kilobytes', () => {
    let price = 60_000;
    const random = fc.sample(fc.integer({ min: -2000, max: 2000 }), { numRuns: 1440, seed: 7 });
    const day = random.map((step, index) => {
      const open = price;
      price = Math.round(price * 100 + step) / 100;
      return {
        at: index * 60_000,
        open,
        high: Math.max(open, price) + 5.25,
        low: Math.min(open, price) - 3.5,
        close: price,
        volume: Math.abs(step) / 1000,
      };
    });
    const block = encodeCandles(day);
    expect(decodeCandles(block)).toEqual(day);
    expect(block.length).toBeLessThan(day.length * 12);
  });

  test('of another version is refused', () => {
    expect(() => decodeCandles(new Uint8Array([3, 0]))).toThrow();
  });
});

const folder = path.resolve(import.meta.dirname, '../../../../../shared/data/candles');
describe.skipIf(!existsSync(folder))('real candles (skipped where their folder is absent)', () => {
  test('come back bit for bit', () => {
    const files = existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.csv.gz'))
      : [];
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const rows = gunzipSync(readFileSync(path.join(folder, file)))
        .toString()
        .trim()
        .split('\n')
        .slice(1, 3001)
        .map((line) => line.split(',').map(Number));
      const given = rows.map(([at = 0, open = 0, high = 0, low = 0, close = 0, volume = 0]) => ({ at, open, high, low, close, volume }));
      expect(decodeCandles(encodeCandles(given))).toEqual(given);
    }
  });
});
