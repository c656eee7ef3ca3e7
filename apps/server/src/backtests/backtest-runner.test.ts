import { afterAll, expect, test } from 'vitest';
import { createBacktestRunner } from './backtest-runner.ts';

const runner = createBacktestRunner();
afterAll(() => runner.close());

test('one asker has four back-tests under way at most, and the others go on', async () => {
  const held = Array.from({ length: 4 }, () => Promise.withResolvers<string>());
  const underWay = held.map(({ promise }) => runner.admit('192.0.2.1', () => promise));
  await expect(runner.admit('192.0.2.1', async () => 'fifth')).rejects.toMatchObject({
    code: 'tooManyRequests',
    details: { retryAfterSeconds: 5 },
  });
  expect(await runner.admit('192.0.2.2', async () => 'another')).toBe('another');
  held[0]?.reject(new Error('failed'));
  await expect(underWay[0]).rejects.toThrow('failed');
  expect(await runner.admit('192.0.2.1', async () => 'next')).toBe('next');
  for (const { resolve } of held) resolve('done');
  expect(await Promise.all(underWay.slice(1))).toEqual(['done', 'done', 'done']);
});
