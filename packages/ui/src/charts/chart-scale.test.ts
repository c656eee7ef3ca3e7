import { expect, test } from 'vitest';
import type { ChartModel } from './chart-model.ts';
import { clampSpan, nearestMoment, spacingOf, spread, timeTicks, valueRange, valueTicks, wholeSpan } from './chart-scale.ts';

const hour = 3_600_000;
const candle = (at: number, low: number, high: number) => ({ at, open: low, close: high, low, high });
const candles: ChartModel = {
  digits: 2,
  series: [{ kind: 'candles', name: 'BTC', candles: [candle(0, 100, 110), candle(hour, 105, 120), candle(2 * hour, 90, 100)] }],
};

test('a span holds every candle whole', () => {
  expect(wholeSpan(candles)).toEqual({ from: -hour / 2, to: 2.5 * hour });
});

test('one point alone has a span around it', () => {
  const { from, to } = wholeSpan({ digits: 0, series: [{ kind: 'line', name: '', colour: '#000', points: [{ at: 5000, value: 1 }] }] });
  expect([from < 5000, to > 5000]).toEqual([true, true]);
});

test('a part stays within the whole, and no shorter than it may be', () => {
  const whole = { from: 0, to: 100 };
  expect(clampSpan({ from: -20, to: 30 }, whole, 10)).toEqual({ from: 0, to: 50 });
  expect(clampSpan({ from: 98, to: 99 }, whole, 10)).toEqual({ from: 90, to: 100 });
  expect(clampSpan({ from: -50, to: 150 }, whole, 10)).toBeNull();
  expect(clampSpan({ from: 40, to: 41 }, { from: 0, to: 5 }, 10)).toBeNull();
});

test('the scale fits what is seen, not what was scrolled away', () => {
  const { low, high } = valueRange(candles, { from: -1, to: hour });
  expect([low < 100, low > 90, high > 120]).toEqual([true, true, true]);
});

test('a waiting order near the prices is in sight, one far away leaves them their room', () => {
  const level = (value: number) => valueRange({ ...candles, levels: [{ value, label: '', colour: '' }] }, { from: -1, to: 2 * hour });
  expect(level(130).high).toBeGreaterThan(130);
  expect(level(1000).high).toBeLessThan(130);
});

test('a difference always shows 0', () => {
  const { low } = valueRange(
    {
      digits: 2,
      series: [
        {
          kind: 'difference',
          name: '',
          points: [
            { at: 0, value: 50 },
            { at: 1, value: 60 },
          ],
        },
      ],
    },
    { from: 0, to: 1 },
  );
  expect(low).toBeLessThan(0);
});

test('values of an axis are round, and not more than asked for', () => {
  expect(valueTicks({ low: 89, high: 121 }, 4).map((value) => Math.round(value))).toEqual([90, 100, 110, 120]);
  expect(valueTicks({ low: -0.31, high: 0.29 }, 3).map((value) => value.toFixed(1))).toEqual(['-0.2', '0.0', '0.2']);
});

test('times of an axis are round by the reader’s clock, and midnight is told by its day', () => {
  const at = (day: number, hours: number, minutes = 0) => new Date(2026, 0, day, hours, minutes).getTime();
  expect(timeTicks({ from: at(1, 22, 10), to: at(2, 2, 10) }, 4).map(({ label }) => label)).toEqual(['23:00', '01-02', '01:00', '02:00']);
  expect(timeTicks({ from: at(1, 12), to: at(9, 12) }, 4).map(({ label }) => label)).toEqual(['01-03', '01-05', '01-07', '01-09']);
  expect(timeTicks({ from: at(1, 0, 1), to: at(1, 0, 2) }, 4).map(({ label }) => label)).toEqual([
    '00:01:00',
    '00:01:15',
    '00:01:30',
    '00:01:45',
    '00:02:00',
  ]);
});

test('a pointer finds the nearest moment', () => {
  expect([-5, 4, 6, 14, 99].map((at) => nearestMoment([0, 10, 20], at))).toEqual([0, 0, 10, 10, 20]);
  expect(nearestMoment([], 5)).toBeNull();
});

test('two points of one moment do not make candles of no width', () => {
  expect(spacingOf([0, 0, 60, 120])).toBe(60);
  expect(spacingOf([7])).toBe(0);
});

test('labels that would cover one another are moved apart, and none below the chart', () => {
  expect(spread([10, 12, 60], { apart: 18, most: 100 })).toEqual([10, 28, 60]);
  expect(spread([90, 95, 99], { apart: 18, most: 100 })).toEqual([64, 82, 100]);
});
