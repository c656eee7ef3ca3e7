import { DomainError } from '@tenbin/market';
import { describe, expect, test } from 'vitest';
import { candleGaps } from './candle-gaps.ts';
import { DecimalReader } from './decimal-reader.ts';
import { parseCandles } from './parse-candles.ts';

const header = 'timestamp_ms,open,high,low,close,volume';
const good = ['60000,100,110,90,105,1.5', '120000,105,106,104,104.25,0', '240000,104,104,103,103,2'];
const later = ['300000,103,103,103,103,1', '360000,103,103,103,103,1'];
const parse = (lines: readonly string[]) => parseCandles(lines.join('\n'), { pair: 'BTC/USDT', source: 'btc.csv' });

function factsOf(act: () => unknown): Record<string, unknown> {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, ...error.facts };
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('candle files', () => {
  test('are read into columns, with the interval and the finest price step seen', () => {
    const candles = parse([header, ...good]);
    expect([...candles.at]).toEqual([60000, 120000, 240000]);
    expect([...candles.close]).toEqual([105, 104.25, 103]);
    expect(candles.volume[0]).toBe(1.5);
    expect(candles.intervalMs).toBe(60000);
    expect(candles.priceStep).toBe(0.01);
    expect(candleGaps(candles.at, candles.intervalMs)).toEqual([{ after: 120000, missing: 1 }]);
  });

  test('may have other columns, another order, Windows line ends, a byte order mark and an empty end', () => {
    const text = '\uFEFFsymbol,close,open,high,low,volume,timestamp\r\nBTC,105,100,110,90,1,60000\r\nBTC,104,105,106,104,0,120000\r\n\r\n';
    const candles = parseCandles(new TextEncoder().encode(text), { pair: 'BTC/USDT' });
    expect([...candles.open]).toEqual([100, 105]);
    expect([...candles.at]).toEqual([60000, 120000]);
  });

  const complaints = [
    { says: 'a word for a price', line: '180000,105,x,104,104,0', column: 'high', problem: 'notANumber', value: 'x' },
    { says: 'a number with a tail', line: '180000,105,106,104,104abc,0', column: 'close', problem: 'notANumber', value: '104abc' },
    { says: 'an empty cell', line: '180000,105,,104,104,0', column: 'high', problem: 'missing', value: '' },
    { says: 'a line that ends too early', line: '180000,105,106,104', column: 'close', problem: 'missing', value: '' },
    {
      says: 'a line with a cell too many',
      line: '180000,105,106,104,104,0,7',
      column: 'volume',
      problem: 'moreColumnsThanTheHeader',
      value: '0',
    },
    { says: 'a price of 0', line: '180000,105,106,0,104,0', column: 'low', problem: 'notPositive', value: '0' },
    { says: 'a negative volume', line: '180000,105,106,104,104,-1', column: 'volume', problem: 'negative', value: '-1' },
    { says: 'a high under the close', line: '180000,105,105,104,105.5,0', column: 'high', problem: 'highUnderOpenOrClose', value: '105' },
    { says: 'a low over the open', line: '180000,105,107,106,106,0', column: 'low', problem: 'lowOverOpenOrClose', value: '106' },
    { says: 'a time that goes back', line: '120000,105,106,104,104,0', column: 'at', problem: 'notAfterThePrevious', value: '120000' },
    { says: 'a time beside the grid', line: '200000,105,106,104,104,0', column: 'at', problem: 'offTheInterval', value: '200000' },
  ];
  test.each(complaints)('$says: row, column, value and problem are named', ({ line, column, problem, value }) => {
    const facts = factsOf(() => parse([header, good[0]!, good[1]!, line, ...good.slice(2), ...later]));
    expect(facts).toEqual({ code: 'candleRowInvalid', source: 'btc.csv', row: 4, column, problem, value });
  });

  test('a file without a column says which', () => {
    expect(factsOf(() => parse(['timestamp_ms,open,high,low,volume', good[0]!]))).toMatchObject({
      code: 'candleColumnMissing',
      column: 'close',
    });
  });

  test('a packed file says so, and one candle is too few', () => {
    expect(factsOf(() => parseCandles(Uint8Array.of(0x1f, 0x8b, 8), { pair: 'BTC/USDT' }))).toMatchObject({ code: 'candlesCompressed' });
    expect(factsOf(() => parse([header, good[0]!]))).toMatchObject({ code: 'tooFewCandles', candles: 1 });
  });
});

test('numbers are read as Number() reads them, to the last bit', () => {
  const texts = [
    '0',
    '-1',
    '0.1',
    '.5',
    '5.',
    '56738.76',
    '0.00002208',
    '1e-7',
    '9007199254740993',
    '123456789.123456789123',
    '1.7976931348623157e308',
  ];
  for (const text of texts) {
    const reader = new DecimalReader(new TextEncoder().encode(`${text},`));
    expect(reader.read()).toBe(Number(text));
    expect(reader.position).toBe(text.length);
  }
});
