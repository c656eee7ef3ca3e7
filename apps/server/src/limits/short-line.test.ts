import { expect, test } from 'vitest';
import { ShortLine } from './short-line.ts';

test('two at once, one waits, the fourth is refused at once; each key for itself', async () => {
  const line = new ShortLine({ atOnce: 2, waiting: 1 });
  const open: (() => void)[] = [];
  const come = (key: string) => line.pass(key, () => new Promise<string>((resolve) => open.push(() => resolve(key))));
  const [first, second, third] = [come('a'), come('a'), come('a')];
  await expect(come('a')).rejects.toMatchObject({ code: 'tooManyRequests' });
  const other = come('b');
  expect(open).toHaveLength(3);
  open[0]?.();
  expect(await first).toBe('a');
  const fourth = come('a');
  for (let given = 1; given < 5; given += 1) {
    while (open.length <= given) await Promise.resolve();
    open[given]?.();
  }
  expect(await Promise.all([second, third, fourth, other])).toEqual(['a', 'a', 'a', 'b']);
});

test('a place is given back also by what fails', async () => {
  const line = new ShortLine({ atOnce: 1, waiting: 0 });
  await expect(line.pass('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await line.pass('a', async () => 1)).toBe(1);
});
