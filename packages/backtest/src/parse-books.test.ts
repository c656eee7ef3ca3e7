import { describe, expect, test } from 'vitest';
import { bookLimits, parseBooks } from './parse-books.ts';

const read = (text: string) => [...parseBooks(new TextEncoder().encode(text), { source: 'books' })];
const book = '{"at":1000,"bids":[[99,1],[98,2]],"asks":[[101,0.5]]}';
const trade = '{"at":1000,"trade":{"side":"buy","price":101,"amount":0.25}}';

test('books and trades come as they were written, empty lines between them or not', () => {
  const at = new Date(1000);
  const found = [
    {
      book: {
        at,
        bids: [
          [99, 1],
          [98, 2],
        ],
        asks: [[101, 0.5]],
      },
    },
    { trade: { at, price: 101, amount: 0.25, takerSide: 'buy' } },
  ];
  expect(read(`${book}\n${trade}`)).toEqual(found);
  expect(read(`${book}\r\n\n${trade}\n`)).toEqual(found);
  expect(read('')).toEqual([]);
  expect(read('{"at":1,"bids":[],"asks":[[1,1]]}')).toHaveLength(1);
});

describe('a line that cannot be used is named with its problem', () => {
  const levels = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => [index + 2, 1]));
  test.each([
    ['{"at":1', 'noJson'],
    ['7', 'noJson'],
    ['null', 'noJson'],
    ['{"at":1}', 'neitherBookNorTrade'],
    ['{"at":1,"bids":[]}', 'neitherBookNorTrade'],
    ['{"bids":[],"asks":[]}', 'noTime'],
    ['{"at":-1,"bids":[],"asks":[]}', 'noTime'],
    ['{"at":1e300,"bids":[],"asks":[]}', 'noTime'],
    ['{"at":999,"bids":[],"asks":[]}', 'earlierThanTheLineBefore'],
    ['{"at":1000,"bids":[],"asks":[]}', 'noLevels'],
    ['{"at":1000,"bids":[[1]],"asks":[]}', 'levelInvalid'],
    ['{"at":1000,"bids":[[1,"1"]],"asks":[]}', 'levelInvalid'],
    ['{"at":1000,"bids":[],"asks":[[1,0]]}', 'levelInvalid'],
    ['{"at":1000,"bids":[[1,1],[2,1]],"asks":[]}', 'bidsNotFallingOrAsksNotRising'],
    ['{"at":1000,"bids":[],"asks":[[2,1],[2,1]]}', 'bidsNotFallingOrAsksNotRising'],
    ['{"at":1000,"bids":[[2,1]],"asks":[[2,1]]}', 'bidNotBelowAsk'],
    ['{"at":1000,"trade":{"side":"both","price":1,"amount":1}}', 'tradeInvalid'],
    ['{"at":1000,"trade":{"side":"buy","price":-1,"amount":1}}', 'tradeInvalid'],
    ['{"at":1000,"trade":{"side":"buy","price":1}}', 'tradeInvalid'],
    [`{"at":1000,"bids":[],"asks":${levels(bookLimits.levels + 1)}}`, 'tooManyLevels'],
    [' '.repeat(bookLimits.lineBytes + 1), 'tooLong'],
  ])('%.60s', (line, problem) => {
    // At the first line nothing is earlier.
    const lines = problem === 'noTime' || line.includes('"at":1,') || line === '{"at":1}' ? `\n${line}` : `${book}\n${line}`;
    expect(() => read(lines)).toThrow(expect.objectContaining({ code: 'bookLineInvalid', facts: { source: 'books', line: 2, problem } }));
  });

  test('but as much as a line may hold is taken', () => {
    expect(read(`{"at":1000,"bids":[],"asks":${levels(bookLimits.levels)}}`)).toHaveLength(1);
  });
});
