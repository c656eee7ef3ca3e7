import type { PriceTick } from '@tenbin/exchange';
import { systemRuntime } from '@tenbin/runtime';
import { expect, test } from 'vitest';
import { PriceBoard } from './price-board.ts';

const runtime = systemRuntime();

const pair = 'BTC/USDT';
const tick = (bestBid: string, bestAsk: string, last: string): PriceTick => ({ pair, bestBid, bestAsk, last, at: new Date(0) });
const shown = ({ bestBid, bestAsk, last }: PriceTick) => `${bestBid} ${bestAsk} ${last}`;

function board() {
  const emitted: string[] = [];
  return { emitted, board: new PriceBoard(runtime, (news) => emitted.push(shown(news))) };
}

test('a quote and a trade change the tick they belong to', () => {
  const { board: prices, emitted } = board();
  prices.takeSnapshot([tick('9', '11', '10')], prices.changes);
  prices.takeQuote(pair, { bid: '9.5', ask: '10.5' });
  prices.takeTrade(pair, { price: '10.2' });
  expect(emitted).toEqual(['9 11 10', '9.5 10.5 10', '9.5 10.5 10.2']);
});

test('what was seen already is not told again', () => {
  const { board: prices, emitted } = board();
  const quote = { bid: '9.5', ask: '10.5', last: '10' };
  prices.takeQuote(pair, quote);
  prices.takeQuote(pair, quote);
  prices.takeSnapshot([tick('9.5', '10.5', '10')], prices.changes);
  expect(emitted).toEqual(['9.5 10.5 10']);
});

test('a snapshot does not overwrite what was streamed since it was asked for', () => {
  const { board: prices, emitted } = board();
  prices.takeSnapshot([tick('9', '11', '10')], prices.changes);
  const asked = prices.changes;
  prices.takeQuote(pair, { bid: '20', ask: '21' });
  prices.takeSnapshot([tick('9', '11', '10.5')], asked);
  expect(emitted.at(-1)).toBe('20 21 10');
});

test('no tick is told while a side of the book is unknown', () => {
  const { board: prices, emitted } = board();
  prices.takeTrade(pair, { price: '10' });
  prices.takeQuote(pair, { bid: '9' });
  expect(emitted).toEqual([]);
  expect(prices.latest(pair)).toBeNull();
});

test('after a break the same price is news', () => {
  const { board: prices, emitted } = board();
  prices.takeSnapshot([tick('9', '11', '10')], prices.changes);
  prices.forget([pair]);
  prices.takeSnapshot([tick('9', '11', '10')], prices.changes);
  expect(emitted).toEqual(['9 11 10', '9 11 10']);
});
