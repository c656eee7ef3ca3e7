import { expect, test } from 'vitest';
import { foldEntry, type LastWritten } from './timeline.ts';

const waiting = (order: number, atMs: number) =>
  ({ kind: 'waitingForTrades', at: new Date(atMs), facts: { pair: 'BTC/USDT', side: 'buy', clientOrderId: `T1x${order}` } }) as const;

test('what repeats itself is written again after three minutes only', () => {
  const first = foldEntry(new Map(), waiting(1, 0), null);
  const second = foldEntry(first.last, waiting(1, 60_000), null);
  const third = foldEntry(second.last, waiting(1, 180_000), null);
  expect([first, second, third].map(({ isWritten }) => isWritten)).toEqual([true, false, true]);
});

test('of orders that are long over nothing is remembered', () => {
  let last: LastWritten = new Map();
  for (let order = 1; order <= 1_000; order += 1) last = foldEntry(last, waiting(order, order * 60_000), null).last;
  expect(last.size).toBeLessThan(10);
});
