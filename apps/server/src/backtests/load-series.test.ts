import type { Exchange } from '@tenbin/db';
import { expect, test } from 'vitest';
import type { CandleService } from '../candles/candle-service.ts';
import { loadSeries } from './load-series.ts';

const now = new Date('2026-06-01T00:00:00Z');
const daysBefore = (days: number) => new Date(now.getTime() - days * 86_400_000);
const asked: string[] = [];
const candles = {
  loadDays: async (_: Exchange, { pair }: { pair: string }) => {
    asked.push(pair);
    throw new Error('nothing is there');
  },
} as unknown as CandleService;

const load = (days: number, pairs: readonly string[]) =>
  loadSeries({} as Exchange, { pairs, start: daysBefore(days), end: now, now, interval: '1m', asker: null }, candles);

test('all series together have their size, and nothing is loaded of what is larger', async () => {
  const six = ['A/U', 'B/U', 'C/U', 'D/U', 'E/U', 'F/U'];
  await expect(load(200, six)).rejects.toMatchObject({
    code: 'periodTooLong',
    details: { facts: { candles: 288_000, most: 275_000 } },
  });
  expect(asked).toEqual([]);
  await expect(load(190, six)).rejects.toThrow('nothing is there');
  expect(asked).toEqual(six);
});
