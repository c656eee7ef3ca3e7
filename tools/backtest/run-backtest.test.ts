/** The whole command on small files: what it prints, and one sentence for each mistake. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backtest-'));
  await writeFile(join(folder, 'BTC-USDT-1m.csv'), swinging(60_000));
  await writeFile(join(folder, 'ETH-USDT-1m.csv'), swinging(3_000));
  await writeFile(join(folder, 'rules.txt'), '{bad');
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

describe('a mistake is told in one sentence', () => {
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
