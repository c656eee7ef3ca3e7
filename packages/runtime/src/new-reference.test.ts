import { expect, test } from 'vitest';
import { newReference } from './new-reference.ts';
import { VirtualRuntime } from './virtual-runtime.ts';

test('a reference is short enough to be read out, and another one each time', () => {
  const runtime = new VirtualRuntime();
  const made = Array.from({ length: 1000 }, () => newReference(runtime));
  for (const one of made) expect(one).toMatch(/^[0-9a-f]{10}$/);
  expect(new Set(made).size).toBe(1000);
});
