import { pause, systemRuntime } from '@tenbin/runtime';
import { expect, test } from 'vitest';
import { unhurriedRuntime } from './unhurried-runtime.ts';

test('of the time in which the process was kept waiting hardly any has passed, and then it goes on', async () => {
  const [machine, runtime] = [systemRuntime(), unhurriedRuntime()];
  let isOver = false;
  const over = pause(runtime, 100).then(() => {
    isOver = true;
  });
  const heldUntil = machine.elapsedMs() + 300;
  while (machine.elapsedMs() < heldUntil);
  await new Promise<void>((resolve) => machine.soon(resolve));
  expect([isOver, runtime.elapsedMs() <= 20]).toEqual([false, true]);
  await over;
  expect(runtime.now().getTime()).toBeGreaterThanOrEqual(Date.UTC(2026, 0, 1) + 100);
  runtime.stop();
});
