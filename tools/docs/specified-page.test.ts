import { existsSync, readFileSync } from 'node:fs';
import { languages } from '@tenbin/accounts';
import { expect, test } from 'vitest';
import { bannerKinds } from '../../apps/console/src/shell/banner-kinds.ts';
import { specifiedBanners, specifiedScreens, specifiedToasts } from '../../apps/console/src/testing/specified-views.ts';
import { failures } from '../../apps/console/src/words/en/failures.ts';
import { specifiedSurfaces } from '../../apps/server/src/testing/specified-calls.ts';
import { routesIn } from '../check/routes-in.ts';
import { nameOfCall, ofEveryCall } from './specified-page.ts';

const textOf = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test.each(specifiedSurfaces.flatMap(({ calls }) => calls))('%s %s is there, and its test says that it made it', (...call) => {
  expect(nameOfCall(call)).not.toBeNull();
  const file = call[2];
  expect(textOf(`apps/server/src/${file}`), file).toMatch(/^test\(.*, expectSpecifiedCalls\);$/m);
});

test.each(specifiedSurfaces)('every call that $whose has by the specification stands once', ({ calls, count }) => {
  expect(new Set(calls.map(([method, path]) => `${method} ${path}`)).size).toBe(calls.length);
  expect(calls).toHaveLength(count);
});

const withoutSlash = (address: string): string => (address === '/' ? address : address.replace(/\/$/, ''));

test('every address that the router of the console has is a row, and no row is for none', () => {
  const addresses = [...routesIn(textOf('apps/console/src/app/router.tsx')).map(({ path }) => path), '/login'];
  expect(specifiedScreens.map(([, address]) => withoutSlash(address)).sort()).toEqual(addresses.sort());
});

test('every banner that the console can show is a row, and no row is for none', () => {
  expect(specifiedBanners.map(([, name]) => name).sort()).toEqual([...bannerKinds, 'sessionTimeout'].sort());
});

test('every message of what failed is a row, and no row is for none', () => {
  expect(specifiedToasts.map(([, name]) => name).sort()).toEqual([...Object.keys(failures), 'processingFailed', 'askFailed'].sort());
});

/** The test that fails unless the file rendered each view that it is named for. */
const showsWhatItStandsFor = /^test\(.*, expectSpecifiedViews\);$/m;

test.each(specifiedScreens)('%s (%s) is opened by its test, and looked at in a browser', (_screen, address, file) => {
  expect(textOf(file), file).toMatch(showsWhatItStandsFor);
  const addressed = address.replaceAll(/[.*+?^()|[\]\\]/g, '\\$&').replaceAll(/\$(?!\{)\w+/g, "[^'`]+");
  expect(textOf('tests/journeys/every-page.spec.ts')).toMatch(new RegExp(`['\`]${addressed}`));
  const router = `${textOf('apps/console/src/app/router.tsx')}${textOf('packages/app-kit/src/router/frame.tsx')}`;
  expect(router).toContain(`path: '${withoutSlash(address)}'`);
});

test.each(specifiedBanners)('%s is shown by its test', (_banner, _name, file) => {
  expect(textOf(file), file).toMatch(showsWhatItStandsFor);
});

const wordFiles = [
  'apps/console/src/words/{language}/failures.ts',
  'packages/ui/src/words/{language}.ts',
  'packages/bot-views/src/words/{language}/rebalance.ts',
];

test.each(specifiedToasts)('%s: said in both languages, and shown by its test', (_toast, name, file) => {
  for (const language of languages)
    expect(wordFiles.map((words) => textOf(words.replace('{language}', language))).join('\n')).toContain(`  ${name}: `);
  expect(textOf(file), file).toMatch(showsWhatItStandsFor);
});

test.each(ofEveryCall)('%s is there', (file) => {
  expect(existsSync(new URL(`../../${file}`, import.meta.url))).toBe(true);
});
