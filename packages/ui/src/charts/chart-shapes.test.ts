import { expect, test } from 'vitest';
import { gridOf, shapesOf } from './chart-shapes.ts';

const colours = { text: '#111', paper: '#fff', line: '#eee', up: '#0a0', down: '#a00' };
const grid = gridOf({ from: 0, to: 100 }, { low: -10, high: 10 }, { width: 100, height: 20 });

test('a line goes through its points', () => {
  const points = [
    { at: 0, value: -10 },
    { at: 50, value: 0 },
    { at: 100, value: 10 },
  ];
  expect(shapesOf({ digits: 0, series: [{ kind: 'line', name: '', colour: '#00f', points }] }, grid, colours)).toEqual([
    { path: 'M0 20L50 10L100 0', stroke: '#00f', dashed: false },
  ]);
});

test('a difference that crosses 0 has each side in its colour, from where it crosses', () => {
  const points = [
    { at: 0, value: 5 },
    { at: 100, value: -5 },
  ];
  const shapes = shapesOf({ digits: 0, series: [{ kind: 'difference', name: '', points }] }, grid, colours);
  expect(shapes.filter(({ stroke }) => stroke)).toEqual([
    { path: 'M0 5L50 10', stroke: '#0a0' },
    { path: 'M50 10L100 15', stroke: '#a00' },
  ]);
  expect(shapes.filter(({ opacity }) => opacity).map(({ fill }) => fill)).toEqual(['#0a0', '#a00']);
});

test('candles have the colour of their way, and a mark stands beside its candle', () => {
  const candles = [
    { at: 20, open: 0, high: 6, low: -2, close: 4 },
    { at: 40, open: 4, high: 5, low: -6, close: -4 },
  ];
  const marks = [
    { at: 20, above: true, colour: '#f0f' },
    { at: 40, above: false, colour: '#0ff' },
    { at: 60, above: true, colour: '#f0f' },
  ];
  const shapes = shapesOf({ digits: 0, series: [{ kind: 'candles', name: '', candles }], marks }, grid, colours);
  expect(shapes.map(({ fill }) => fill)).toEqual(['#0a0', '#a00', '#f0f', '#0ff']);
  // From the open at 0 (10 pixels down) to the close at 4 (6 down), 0.7 of the 20 pixels between two candles wide.
  expect(shapes[0]?.path).toContain('M13 6h14v4h-14Z');
  // Above the high at 6 (4 pixels down), pointing at it; what is in no candle is nowhere.
  expect(shapes[2]?.path).toBe('M20 0l-5 -8h10Z');
  expect(shapes[3]?.path).toBe('M40 20l-5 8h10Z');
});
