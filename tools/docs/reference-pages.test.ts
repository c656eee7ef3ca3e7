import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { referencePages } from './reference-pages.ts';

test.each(Object.entries(referencePages()))('docs/reference/%s says what the code says', (file, text) => {
  expect(readFileSync(new URL(`../../docs/reference/${file}`, import.meta.url), 'utf8'), 'npm run docs').toBe(text);
});
