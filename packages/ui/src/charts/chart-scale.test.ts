import { expect, test } from 'vitest';
import type { ChartModel } from './chart-model.ts';
import { clampSpan, followSpan, nearestMoment, spacingOf, spread, timeTicks, valueRange, valueTicks, wholeSpan } from './chart-scale.ts';

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
  const points = [{ at: 5000, value: 1 }];
  expect(wholeSpan({ digits: 0, series: [{ kind: 'line', name: '', colour: '#000', points }] })).toEqual({ from: 4500, to: 5500 });
});

test('without a moment there is no span', () => {
  expect(wholeSpan({ digits: 0, series: [{ kind: 'difference', name: '', points: [] }] })).toBeNull();
});

test('who looks at the newest goes along with it, who looks at what was keeps it, as long as it is there', () => {
  const before = { from: 0, to: 100 };
  const now = { before, whole: { from: 40, to: 140 }, least: 10 };
  expect(followSpan({ from: 80, to: 100 }, now)).toEqual({ from: 120, to: 140 });
  expect(followSpan({ from: 50, to: 70 }, now)).toEqual({ from: 50, to: 70 });
  expect(followSpan({ from: 0, to: 20 }, now)).toEqual({ from: 40, to: 60 });
  expect(followSpan({ from: 50, to: 70 }, { ...now, whole: { from: 0, to: 15 } })).toBeNull();
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

test('what differs by no more than its last decimal lies nearly flat', () => {
  const points = [0, 0.01, 0].map((value, at) => ({ at, value }));
  const { low, high } = valueRange({ digits: 2, series: [{ kind: 'difference', name: '', points }] }, { from: 0, to: 2 });
  expect(high - low).toBeCloseTo(0.1);
});

test('a line is whole at the edges of what is seen, and where nothing lies between them', () => {
  const points = [10, 50, 30, 90].map((value, at) => ({ at, value }));
  const rangeOf = (from: number, to: number) => {
    const { low, high } = valueRange({ digits: 0, series: [{ kind: 'line', name: '', colour: '#000', points }] }, { from, to });
    return [low < 30, low < 10, high > 50, high > 90];
  };
  expect(rangeOf(1.4, 1.6)).toEqual([true, false, true, false]);
  expect(rangeOf(0.5, 1.5)).toEqual([true, true, true, false]);
  const { low, high } = valueRange(candles, { from: hour * 1.4, to: hour * 1.6 });
  expect([low < 90, high > 120]).toEqual([true, true]);
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

test('late in the evening seconds are told as in the morning, over midnight too', () => {
  const at = (hours: number, minutes: number, seconds: number) => new Date(2026, 0, 1, hours, minutes, seconds).getTime();
  const labels = (from: number, to: number) => timeTicks({ from, to }, 5).map(({ label }) => label);
  expect(labels(at(23, 59, 50) + 1, at(23, 59, 55))).toEqual(['23:59:51', '23:59:52', '23:59:53', '23:59:54', '23:59:55']);
  expect(labels(at(23, 59, 58), at(24, 0, 2))).toEqual(['23:59:58', '23:59:59', '01-02', '00:00:01', '00:00:02']);
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
