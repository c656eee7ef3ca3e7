import { expect, test } from 'vitest';
import { settleAll } from './settle-all.ts';

const refusedForAnother = () => Object.assign(new Error('current transaction is aborted'), { code: '25P02' });
const overflow = Object.assign(new Error('numeric field overflow'), { code: '22003' });

async function late(error: Error): Promise<never> {
  await new Promise((resolve) => setImmediate(resolve));
  throw error;
}

test('why a statement failed is told, though the refusals of those behind it are heard before', async () => {
  await expect(settleAll([Promise.resolve(), late(overflow), Promise.reject(refusedForAnother())])).rejects.toBe(overflow);
});

test('nothing is told before all have ended', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isTold = false;
  const told = settleAll([Promise.reject(overflow), promise]).catch(() => (isTold = true));
  await late(overflow).catch(() => undefined);
  expect(isTold).toBe(false);
  resolve();
  await told;
  expect(isTold).toBe(true);
});

test('what failed before them is told as it is', async () => {
  const refusal = refusedForAnother();
  await expect(settleAll([Promise.reject(refusal)])).rejects.toBe(refusal);
  await expect(settleAll([null, undefined, Promise.resolve()])).resolves.toBeUndefined();
});
