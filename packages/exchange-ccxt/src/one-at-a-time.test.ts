import { expect, test } from 'vitest';
import { OneAtATime } from './one-at-a-time.ts';

test('calls with one key go out one after the other, those with another beside them, and a failure keeps nobody', async () => {
  const queue = new OneAtATime();
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const call = (key: string, name: string, fails = false) =>
    queue
      .run(key, async () => {
        began.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        if (fails) throw new Error(name);
        return name;
      })
      .catch(() => 'failed');
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const [first, second, third] = [call('k', '1', true), call('k', '2'), call('other', '3')];
  await settle();
  expect(began).toEqual(['1', '3']);
  ends.get('1')?.();
  await settle();
  expect(began).toEqual(['1', '3', '2']);
  ends.get('2')?.();
  ends.get('3')?.();
  expect(await Promise.all([first, second, third])).toEqual(['failed', '2', '3']);
});
