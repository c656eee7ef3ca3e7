import { expect, test } from 'vitest';
import { pause } from './pause.ts';
import { systemRuntime } from './system-runtime.ts';

const runtime = systemRuntime();

test('timers and immediates of the machine go off, or not where they were taken back', async () => {
  const received: string[] = [];
  runtime.after(1, () => received.push('taken back'))();
  runtime.soon(() => received.push('taken back'))();
  runtime.every(1, () => received.push('taken back'))();
  await new Promise<void>((resolve) => runtime.soon(resolve));
  const stop = runtime.every(1, () => received.push('again'));
  while (received.length < 2) await pause(runtime, 1);
  stop();
  expect(new Set(received)).toEqual(new Set(['again']));
});

test('what it says of time, chance and ids can be used', () => {
  const before = runtime.elapsedMs();
  expect(Math.abs(runtime.now().getTime() - Date.now())).toBeLessThan(10_000);
  expect(runtime.elapsedMs()).toBeGreaterThanOrEqual(before);
  expect(runtime.random()).toBeLessThan(1);
  expect(runtime.newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
