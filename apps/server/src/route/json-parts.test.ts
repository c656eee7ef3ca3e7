import { expect, test } from 'vitest';
import { jsonParts } from './json-parts.ts';

async function* pages() {
  yield [1, 2];
  yield [];
  yield [{ a: 'b' }];
}

test('values and lists by pages are one object', async () => {
  const parts: string[] = [];
  for await (const part of jsonParts({ name: async () => 'x', list: pages, empty: async function* () {} })) parts.push(part);
  expect(JSON.parse(parts.join(''))).toEqual({ name: 'x', list: [1, 2, { a: 'b' }], empty: [] });
});

test('nothing is read before it is written: what fails meanwhile fails whoever asked', async () => {
  let reads = 0;
  const parts = jsonParts({
    name: () => {
      reads += 1;
      return Promise.reject(new Error('away'));
    },
  });
  await parts.next();
  expect(reads).toBe(0);
  await expect(parts.next()).rejects.toThrow('away');
});
