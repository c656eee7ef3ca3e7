import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { constants, deflateRawSync, gunzipSync } from 'node:zlib';
import type { Candle } from '@tenbin/market';
import { candleDays } from '@tenbin/testkit/candle-days';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CandleStretch, packCandles, unpackCandles } from './candle-block.ts';
import { candleStretch, joinCandles } from './candle-stretch.ts';
import { openCandleBlocks, openCandleTexts } from './open-candle-blocks.ts';
import { parseCandles } from './parse-candles.ts';

const priced = fc.integer({ min: 1, max: 10 ** 12 }).map((steps) => steps / 100);
const any = fc.double({ noNaN: false });

const candles = (value: fc.Arbitrary<number>): fc.Arbitrary<Candle[]> =>
  fc.array(
    fc.record({ at: fc.integer({ min: 0, max: 4_000_000_000_000 }), open: value, high: value, low: value, close: value, volume: value }),
    { maxLength: 50 },
  );

const pack = (given: readonly Candle[]): Uint8Array => packCandles(candleStretch(given));
const names = Object.keys(candleStretch([])) as (keyof Candle)[];

function unpack(bytes: Uint8Array): CandleStretch {
  const [stretch, ...others] = unpackCandles(bytes);
  if (!stretch || others.length > 0) throw new Error('not one block');
  return stretch;
}

/** -0 and 0 apart, NaN like itself. */
function bitsOf(given: Readonly<Record<keyof Candle, Float64Array>>): string[][] {
  return names.map((name) => Array.from(given[name], (value) => (Object.is(value, -0) ? '-0' : String(value))));
}

describe('a block of candles', () => {
  test('of prices comes back bit for bit', () =>
    fc.assert(
      fc.property(candles(priced), (given) => {
        expect(bitsOf(unpack(pack(given)))).toEqual(bitsOf(candleStretch(given)));
      }),
    ));

  test('of any numbers at all comes back bit for bit', () =>
    fc.assert(
      fc.property(candles(any), (given) => {
        expect(bitsOf(unpack(pack(given)))).toEqual(bitsOf(candleStretch(given)));
      }),
      { examples: [[[{ at: 0, open: 0, high: 0, low: 0, close: 0, volume: -0 }]]] },
    ));

  test('may have gaps, and may be empty', () => {
    const candle = { open: 1, high: 2, low: 0.5, close: 1.5, volume: 0 };
    const given = [0, 60_000, 86_340_000].map((at) => ({ at, ...candle }));
    expect([...unpack(pack(given)).at]).toEqual([0, 60_000, 86_340_000]);
    expect(unpack(pack([])).at).toHaveLength(0);
  });

  test('tells the finest step that its prices show', () => {
    const candle = { at: 0, open: 100, high: 100.25, low: 99.5, close: 100, volume: 0.123456 };
    expect(unpack(pack([candle])).priceStep).toBe(0.01);
    expect(unpack(pack([{ ...candle, close: 100 / 3 }])).priceStep).toBe(0);
  });

  test('that is cut off, goes on, or is of another version is refused', () => {
    const block = pack([{ at: 1_700_000_000_000, open: 1, high: 2, low: 0.5, close: 1.5, volume: 12_345.678 }]);
    expect(unpack(block).at).toHaveLength(1);
    for (let length = 1; length < block.length; length++) expect(() => unpackCandles(block.subarray(0, length))).toThrow('cut off');
    expect(() => unpackCandles(Uint8Array.from([...block, 0]))).toThrow();
    expect(() => unpackCandles(Uint8Array.from([9, ...block.subarray(1)]))).toThrow('version 9');
    expect(() => unpackCandles(Uint8Array.from([1, 255, 255, 255, 255]))).toThrow('cut off');
  });

  test('opens as it opens in a browser, deflated, in base64, and many at once', async () => {
    const deflate = (candles: readonly Candle[]) => deflateRawSync(pack(candles), { finishFlush: constants.Z_SYNC_FLUSH });
    const day = (number: number): Candle[] => [{ at: number * 60_000, open: 1, high: 2, low: 0.5, close: 1.5, volume: number }];
    const days = [day(1), [], day(2), day(3)];
    const wanted = days.map((candles) => bitsOf(candleStretch(candles)));
    expect((await openCandleBlocks(days.map(deflate))).map(bitsOf)).toEqual(wanted);
    expect((await openCandleTexts(days.map((candles) => deflate(candles).toString('base64')))).map(bitsOf)).toEqual(wanted);
    expect(await openCandleBlocks([])).toEqual([]);
    await expect(openCandleTexts(['AAAA'])).rejects.toThrow();
  });
});

test('the blocks of two days become one series', () => {
  const days = [1, 2].map((day) => unpack(pack([{ at: day * 86_400_000, open: day, high: day + 0.5, low: day, close: day, volume: day }])));
  const joined = joinCandles(days, { pair: 'BTC/USDT', intervalMs: 60_000 });
  expect(joined).toMatchObject({ pair: 'BTC/USDT', intervalMs: 60_000, priceStep: 0.1 });
  expect([[...joined.at], [...joined.high], [...joined.volume]]).toEqual([
    [86_400_000, 172_800_000],
    [1.5, 2.5],
    [1, 2],
  ]);
});

describe.each(candleDays)('the candles of $name', ({ folder, isHere }) => {
  test.skipIf(!isHere)('come back bit for bit, and take less than a third of what they take as numbers', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('-1m.csv.gz'));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const given = parseCandles(gunzipSync(readFileSync(path.join(folder, file))), { pair: 'A/B' });
      const packed = packCandles(given);
      const back = unpack(packed);
      for (const name of names) expect(Buffer.compare(Buffer.from(back[name].buffer), Buffer.from(given[name].buffer)), name).toBe(0);
      expect(back.priceStep).toBe(given.priceStep);
      expect(deflateRawSync(packed).length).toBeLessThan(given.at.length * 16);
    }
  });
});
