import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

test('two go through at a time, in the order in which they came, and one that fails holds nobody up', async () => {
  const semaphore = new Semaphore(2);
  const inside: number[] = [];
  const entered: number[] = [];
  let most = 0;
  const visits = [1, 2, 3, 4, 5].map((visitor) =>
    semaphore.run(async () => {
      entered.push(visitor);
      inside.push(visitor);
      most = Math.max(most, inside.length);
      // Whoever may come in beside them has by then.
      await new Promise<void>((done) => setImmediate(done));
      inside.splice(inside.indexOf(visitor), 1);
      if (visitor === 2) throw new Error('stumbled');
    }),
  );
  const outcomes = await Promise.allSettled(visits);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(entered).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});
