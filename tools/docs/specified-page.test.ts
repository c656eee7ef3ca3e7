import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nameOfCall, ofEveryCall, specifiedBanners, specifiedCalls, specifiedScreens } from './specified-page.ts';

const textOf = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
/** As a test may write it: with expressions in the place of ids. */
const inTest = (text: string) => new RegExp(text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '\\$\\{[^}]+\\}'));

test.each(specifiedCalls)('%s %s is there, and its test calls it', (...call) => {
  const [, path, file] = call;
  expect(nameOfCall(call)).not.toBeNull();
  const parts = path.split('/').slice(2);
  const last = parts.filter((part) => !part.startsWith('{')).at(-1) ?? '';
  expect(textOf(file), file).toMatch(inTest(last));
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

test.each(ofEveryCall)('%s is there', (file) => {
  expect(existsSync(new URL(`../../${file}`, import.meta.url))).toBe(true);
});
