import { expect, test } from 'vitest';
import { stackWorth } from './stack-worth.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

test('each layer stands on those before it, and the tallest comes first', () => {
  const { layers, worth, held } = stackWorth([{ at: at(0), worth: { BTC: 10, ETH: 20, USDT: 30 }, holding: 59 }]);
  expect(layers.map(({ currency, points }) => [currency, points[0]?.value])).toEqual([
    ['USDT', 60],
    ['ETH', 30],
    ['BTC', 10],
  ]);
  expect([worth, held]).toEqual([60, 59]);
});

test('a time without prices is left out, not drawn as worth nothing', () => {
  const {
    layers,
    holding,
    at: told,
    worth,
  } = stackWorth([
    { at: at(0), worth: null, holding: null },
    { at: at(1), worth: { BTC: 1 }, holding: null },
  ]);
  expect(layers[0]?.points).toHaveLength(1);
  expect(holding).toEqual([]);
  expect([told, worth]).toEqual([Date.parse(at(1)), 1]);
});

test('without any price there is nothing to say', () => {
  expect(stackWorth([])).toEqual({ layers: [], holding: [], at: null, worth: null, held: null });
});
