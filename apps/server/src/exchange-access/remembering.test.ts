import { expect, test } from 'vitest';
import { createRemembering } from './remembering.ts';

test('an answer is remembered for its time, and then asked for again', async () => {
  let now = 0;
  let asked = 0;
  const remembering = createRemembering<number>({ forMs: 1_000, clock: { elapsedMs: () => now } });
  const read = async () => {
    asked += 1;
    return asked;
  };
  expect([await remembering.get('a', read), await remembering.get('a', read), await remembering.get('b', read)]).toEqual([1, 1, 2]);
  now = 1_000;
  expect(await remembering.get('a', read)).toBe(3);
});

test('who asks while the answer is under way waits for the same one', async () => {
  let asked = 0;
  const answer = Promise.withResolvers<void>();
  const remembering = createRemembering<number>({ forMs: 1_000, clock: { elapsedMs: () => 0 } });
  const read = async () => {
    asked += 1;
    await answer.promise;
    return asked;
  };
  const both = [remembering.get('a', read), remembering.get('a', read)];
  answer.resolve();
  expect(await Promise.all(both)).toEqual([1, 1]);
});

test('a failure is told to all who wait, and not remembered', async () => {
  const remembering = createRemembering<number>({ forMs: 1_000, clock: { elapsedMs: () => 0 } });
  const fail = () => Promise.reject(new Error('away'));
  const both = await Promise.allSettled([remembering.get('a', fail), remembering.get('a', fail)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await remembering.get('a', async () => 7)).toBe(7);
});
