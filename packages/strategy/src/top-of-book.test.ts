import { expect, test } from 'vitest';
import { type OwnInBook, topWithout } from './top-of-book.ts';

const book = {
  bids: [
    [99, 2],
    [98, 5],
  ],
  asks: [
    [101, 1],
    [103, 4],
  ],
} as const;
const own = (side: OwnInBook['side'], price: string, remaining: string): OwnInBook => ({ side, price, remaining });

test('the middle is that of the best prices that others make', () => {
  expect(topWithout([], book)).toEqual({ bestBid: 99, bestAsk: 101, mid: 100 });
  expect(topWithout([own('sell', '101', '1')], book)).toEqual({ bestBid: 99, bestAsk: 103, mid: 101 });
  expect(topWithout([own('sell', '101', '0.4'), own('buy', '99', '1.5')], book)?.mid).toBe(100);
  expect(topWithout([own('buy', '99', '0.5'), own('buy', '99', '1.5')], book)?.bestBid).toBe(98);
});

test('there is none where a side is empty without our own orders, or the sides leave no room', () => {
  expect(topWithout([], { ...book, asks: [] })).toBeNull();
  expect(topWithout([own('buy', '99', '2'), own('buy', '98', '5')], book)).toBeNull();
  expect(topWithout([], { ...book, asks: [[99, 1]] })).toBeNull();
});
