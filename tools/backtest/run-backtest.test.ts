/** The whole command on small files: what it prints, and one sentence for each mistake. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBooks } from './read-books.ts';
import { runBacktestCommand } from './run-backtest.ts';

const header = 'timestamp_ms,open,high,low,close,volume';
const minute = 60_000;
const start = Date.parse('2026-01-01T00:00Z');

/** Prices that swing by some percent around a middle. */
function swinging(middle: number): string {
  const rows = Array.from({ length: 120 }, (_, i) => {
    const price = (at: number) => middle * (1 + 0.03 * Math.sin(at / 4 + middle));
    const [open, close] = [price(i), price(i + 1)];
    return [start + i * minute, open, Math.max(open, close), Math.min(open, close), close, 1].join();
  });
  return `${[header, ...rows].join('\n')}\n`;
}

/** The quotes lie 0.5 % from 60,000, where nobody else is: first one sells to the bot, then one buys from it, then the mid falls. */
const books = [
  {
    at: start,
    bids: [
      [59_990, 1],
      [59_000, 1],
    ],
    asks: [
      [60_010, 1],
      [61_000, 1],
    ],
  },
  { at: start + 1_000, trade: { side: 'sell', price: 59_700, amount: 0.04 } },
  { at: start + 2_000, trade: { side: 'buy', price: 60_400, amount: 5 } },
  { at: start + 3_000, bids: [[59_890, 1]], asks: [[59_910, 1]] },
].map((line) => JSON.stringify(line));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backtest-'));
  await writeFile(join(folder, 'BTC-USDT-1m.csv'), swinging(60_000));
  await writeFile(join(folder, 'ETH-USDT-1m.csv'), swinging(3_000));
  await writeFile(join(folder, 'rules.txt'), '{bad');
  const maker = { kind: 'spread', pair: 'BTC/USDT', spread: 0.5, amount: '0.1', intervalMs: 60_000 };
  const levels = { kind: 'calculateOrder', pair: 'BTC/USDT', orderLevels: 2, bidSpread: 0.5, askSpread: 0.5, orderLevelSpread: 0.5 };
  const leaning = { inventoryTargetBasePct: 50, orderAmount: 0.1, orderLevelAmount: 0, midPriceThreshold: 0, intervalMs: 60_000 };
  const files = {
    'maker.txt': JSON.stringify(maker),
    'levels.txt': JSON.stringify({ ...levels, ...leaning }),
    'odd.txt': JSON.stringify({ ...maker, spred: 1 }),
    'short.txt': JSON.stringify({ ...maker, amount: undefined }),
    'text.txt': JSON.stringify({ ...maker, spread: '1' }),
    'wide.txt': JSON.stringify({ ...maker, spread: 100 }),
    'kind.txt': JSON.stringify({ ...maker, kind: 'balancing' }),
    'grid.txt': '{"BTC/USDT":{"tickSize":"0.01","lotSize":"0.00001","minimumNotional":"5"}}',
    'ether.txt': '{"ETH/USDT":{"tickSize":"0.01","lotSize":"0.00001"}}',
    'books.txt': books.join('\n'),
    'late.txt': [...books, books[0]].join('\n'),
    'trades.txt': books.filter((line) => line.includes('trade')).join('\n'),
    'torn.txt.gz': 'no archive',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await writeFile(join(folder, 'books.txt.gz'), gzipSync(books.join('\n')));
  await writeFile(join(folder, 'half.txt'), '{"BTC/USDT":{"tickSize":"0.01","lotSize":"0.00001","minimumAmount":5}}');
});
afterAll(() => rm(folder, { recursive: true }));

function run(options: string): { code: number; out: string[]; err: string[] } {
  const said: [string[], string[]] = [[], []];
  const given = options.replaceAll('FOLDER', folder).split(' ');
  const code = runBacktestCommand(given, (target, line) => said[target - 1]?.push(line));
  return { code, out: said[0], err: said[1] };
}

test('figures are printed, and each trade is a line of the records', async () => {
  const { code, out, err } = run('--candles FOLDER --width 1 --records FOLDER/records.out');
  expect([code, err]).toEqual([0, []]);
  const executions = Number(/executions +(\d+)/.exec(out.join('\n'))?.[1]);
  expect(executions).toBeGreaterThan(10);
  const records = (await readFile(join(folder, 'records.out'), 'utf8')).trim().split('\n');
  expect(records).toHaveLength(executions + 1);
});

test('a sweep prints a line for each width', () => {
  const { code, out } = run('--candles FOLDER --width 1..2 --steps 3');
  expect([code, out.map((line) => line.split(',')[0])]).toEqual([0, ['width', '1', '1.5', '2']]);
});

describe('a market maker', () => {
  const plan = '--maker FOLDER/maker.txt --rules FOLDER/grid.txt --balance BTC:1,USDT:60000';

  test.each(['books.txt', 'books.txt.gz'])('over recorded books (%s) earns what it was traded at, and its parts add up', (file) => {
    const { code, out, err } = run(`${plan} --books FOLDER/${file} --json`);
    expect([code, err]).toEqual([0, []]);
    const found = JSON.parse(out.join('\n'));
    expect(found).toMatchObject({ pair: 'BTC/USDT', bought: 1, sold: 1, startWorth: 120_000, volume: 0.04 * 59_700 + 0.1 * 60_300 });
    // 300 better than the mid on 0.04 bought and 0.1 sold; then 0.93996 fall by 100.
    expect(found.spread).toBeCloseTo(300 * 0.14, 6);
    expect(found.fees).toBeCloseTo(0.001 * (0.04 * 60_000 + 0.1 * 60_300), 6);
    expect(found.inventory).toBeCloseTo(-100 * (1 + 0.04 - 0.00004 - 0.1), 6);
    expect(found.result).toBeCloseTo(found.endWorth - found.startWorth, 6);
  });

  test.each(['maker.txt', 'levels.txt'])('over candles (%s) trades by the same strategy, and its parts add up', (file) => {
    const given = `${plan.replace('maker.txt', file)} --candles FOLDER`;
    const { code, out, err } = run(`${given} --json`);
    expect([code, err]).toEqual([0, []]);
    const { bought, sold, spread, inventory, fees, startWorth, endWorth } = JSON.parse(out.join('\n'));
    expect(Math.min(bought, sold)).toBeGreaterThan(5);
    expect(spread).toBeGreaterThan(0);
    expect(spread + inventory - fees).toBeCloseTo(endWorth - startWorth, 4);
    expect(run(given).out.find((line) => line.startsWith('trades'))).toContain(`${bought + sold} (${bought} bought, ${sold} sold)`);
  });

  test('a stretch of the candles may be chosen', () => {
    const { out } = run(`${plan} --candles FOLDER --from 2026-01-01T00:30Z --json`);
    const whole = run(`${plan} --candles FOLDER --json`);
    expect(JSON.parse(out.join('')).volume).toBeLessThan(JSON.parse(whole.out.join('')).volume);
  });
});

test.each(['books.txt', 'books.txt.gz'])('a recording that is larger than may be held (%s) is not read', (file) => {
  const tooLarge = expect.objectContaining({ code: 'booksTooLarge' });
  expect(() => readBooks(join(folder, file), 100)).toThrow(tooLarge);
  // Packed it is smaller than that, unpacked it is not.
  expect(() => readBooks(join(folder, file), 250)).toThrow(tooLarge);
});

describe('a mistake is told in one sentence', () => {
  const maker = '--maker FOLDER/maker.txt --rules FOLDER/grid.txt';
  const of = (file: string) => `--maker FOLDER/${file} --rules FOLDER/grid.txt --balance BTC:1 --books FOLDER/books.txt`;
  test.each([
    ['--width 1', 'Missing: --candles.'],
    ['--candles FOLDER', 'Missing: --width.'],
    ['--candles /nowhere --width 1', 'There are no candle files in /nowhere'],
    ['--candles FOLDER --width abc', '--width abc cannot be used: it is no number.'],
    ['--candles FOLDER --width 0', '--width 0 cannot be used: it must be above 0.'],
    ['--candles FOLDER --width 120', 'The order width must be greater than 0 and at most 99.9.'],
    ['--candles FOLDER --width 1 --fee 50', 'The fee is a fraction between -0.1 and 0.1.'],
    ['--candles FOLDER --width 1 --mode fast', '--mode fast cannot be used: one of path, cautious.'],
    ['--candles FOLDER --width 1 --pairs BTC', "'BTC' is no currency pair"],
    ['--candles FOLDER --width 1 --pairs BTC/XXX', 'there are BTC/USDT, ETH/USDT'],
    ['--candles FOLDER --width 1 --balance BTC', 'write it like BTC:0.1,ETH:2,USDT:6000'],
    ['--candles FOLDER --width 1 --balance BTC:1:2', 'write it like BTC:0.1,ETH:2,USDT:6000'],
    ['--candles FOLDER --width 1 --balance BTC:1,BTC:2', 'BTC is named twice'],
    ['--candles FOLDER --width 1 --balance BTC:1', 'There is no balance of USDT.'],
    ['--candles FOLDER --width 1 --balance BTC:1 --worth 5', 'given by --balance already'],
    ['--candles FOLDER --width 1 --worth 0', '--worth 0 cannot be used: it must be above 0.'],
    ['--candles FOLDER --width 1 --rules FOLDER/none', 'there is no such file or folder'],
    ['--candles FOLDER --width 1 --rules FOLDER/rules.txt', 'it is no JSON'],
    ['--candles FOLDER --width 1 --rules FOLDER/half.txt', 'at BTC/USDT: tickSize and lotSize are needed'],
    ['--candles FOLDER --width 1 --records FOLDER/none/records.csv', 'there is no such file or folder'],
    ['--candles FOLDER --width 1 --from 1', '--from 1 cannot be used: write it like 2026-01-31'],
    ['--candles FOLDER --width 1 --from 2030-01-01', 'no moment in this period'],
    ['--candles FOLDER --width 1 --from 2026-01-02 --to 2026-01-01', 'must lie after --from'],
    ['--candles FOLDER --width 1..2 --steps 1e9', 'a whole number from 2 to 10000'],
    ['--candles FOLDER --width 1..2 --steps 0', 'a whole number from 2 to 10000'],
    ['--candles FOLDER --width 1..2 --records -', 'need a single one'],
    ['--maker FOLDER/maker.txt', 'Missing: --rules.'],
    ['--maker FOLDER/maker.txt --rules FOLDER/grid.txt', 'Missing: --balance.'],
    [`${maker} --balance BTC:1`, 'Missing: --candles or --books.'],
    [`${maker} --balance BTC:1 --books FOLDER/books.txt --from 2026-01-01`, 'it goes with neither --candles nor --from'],
    [`${maker} --balance BTC:1 --books FOLDER/none`, 'there is no such file or folder'],
    [`${maker} --balance BTC:1 --books FOLDER/rules.txt`, 'rules.txt, line 1 is no book or trade (no json)'],
    [`${maker} --balance BTC:1 --books FOLDER/late.txt`, 'late.txt, line 5 is no book or trade (earlier than the line before)'],
    [`${maker} --balance BTC:1 --books FOLDER/trades.txt`, 'has no book with both sides'],
    [`${maker} --balance BTC:1 --books FOLDER/torn.txt.gz`, 'cannot be unpacked'],
    [`${maker} --balance BTC:0,USDT:0 --books FOLDER/books.txt`, 'BTC, USDT'],
    ['--maker FOLDER/maker.txt --rules FOLDER/ether.txt --balance BTC:1 --books FOLDER/books.txt', 'at BTC/USDT: there are none'],
    [of('rules.txt'), 'it is no JSON'],
    [of('odd.txt'), 'a spread bot has no spred'],
    [of('short.txt'), 'amount is missing'],
    [of('text.txt'), 'spread is no number'],
    [of('kind.txt'), 'its kind is neither spread nor calculateOrder'],
    [of('wide.txt'), '99.9999'],
    [`${of('maker.txt')} --width 1`, "Unknown option '--width'"],
    ['--candles FOLDER --width 1..', '--width  cannot be used'],
    ['--candles FOLDER --width 1 --nonsense', "Unknown option '--nonsense'"],
  ])('%s', (options, words) => {
    const { code, out, err } = run(options);
    expect(code).toBe(2);
    expect(out).toEqual([]);
    expect(err).toHaveLength(1);
    expect(err[0]).toContain(words);
  });
});
