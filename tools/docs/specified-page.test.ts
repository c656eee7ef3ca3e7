import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { specifiedCalls } from '../../apps/server/src/testing/specified-calls.ts';
import { nameOfCall, ofEveryCall, specifiedBanners, specifiedScreens, specifiedToasts } from './specified-page.ts';

const textOf = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test.each(specifiedCalls)('%s %s is there, and its test says that it made it', (...call) => {
  expect(nameOfCall(call)).not.toBeNull();
  const file = call[2];
  expect(textOf(`apps/server/src/${file}`), file).toMatch(/^test\(.*, expectSpecifiedCalls\);$/m);
});

test('every call of an end user that was specified stands once', () => {
  const named = specifiedCalls.map(([method, path]) => `${method} ${path}`);
  expect(new Set(named).size).toBe(named.length);
  expect(named).toHaveLength(49);
});

test.each(specifiedScreens)('%s (%s) is opened by its test, and looked at in a browser', (_screen, address, file) => {
  expect(textOf(file)).toContain(address === '/' ? "'/'" : address.replace(/\/$/, ''));
  expect(textOf('tests/journeys/every-page.spec.ts')).toContain(`'${address}`);
  const router = `${textOf('apps/console/src/app/router.tsx')}${textOf('packages/app-kit/src/router/frame.tsx')}`;
  expect(router).toContain(`path: '${address === '/' ? '/' : address.replace(/\/$/, '')}'`);
});

test.each(specifiedBanners)('%s is shown by its test', (_banner, name, file) => {
  expect(textOf(file)).toMatch(new RegExp(name, 'i'));
});

const wordFiles = [
  'apps/console/src/words/{language}/failures.ts',
  'packages/ui/src/words/{language}.ts',
  'packages/bot-views/src/words/{language}/rebalance.ts',
];

test.each(specifiedToasts)('%s: said in both languages, and shown by its test', (_toast, name, file) => {
  for (const language of ['ja', 'en'])
    expect(wordFiles.map((words) => textOf(words.replace('{language}', language))).join('\n')).toContain(`  ${name}: `);
  const isNamed = textOf(file).includes(`'${name}'`) || textOf(file).includes(`.${name}`);
  expect(isNamed, `${file} names ${name}`).toBe(true);
});

test.each(ofEveryCall)('%s is there', (file) => {
  expect(existsSync(new URL(`../../${file}`, import.meta.url))).toBe(true);
});
