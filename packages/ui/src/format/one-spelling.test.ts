import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../../..');
const linesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !name.startsWith('format'))
    .flatMap((name) => {
      const code = readFileSync(join(root, folder, name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      return code.split('\n').map((line) => `${folder}/${name}: ${line.trim()}`);
    });

const screens = [
  'apps/console/src',
  'apps/admin/src',
  'apps/operator/src',
  'packages/app-kit/src',
  'packages/bot-views/src',
  'packages/ui/src',
].flatMap(linesOf);
const texts = [...screens, ...['packages/messages/src', 'packages/mail/src', 'apps/server/src'].flatMap(linesOf)];
const withMatch = (lines: readonly string[], pattern: RegExp) => lines.filter((line) => pattern.test(line));

test('a screen writes no percent sign of its own', () => {
  const written = withMatch(screens, /(?:[>"'`]%|[}\s]%[<"'`])/);
  expect(written.filter((line) => !line.includes('/words/'))).toEqual([]);
});

test('a screen writes no dash of its own for a figure that is not known', () => {
  expect(withMatch(screens, /(?<!\()['"`>][–—-]['"`<]/)).toEqual([]);
});

test('there is one dash', () => {
  expect(withMatch(texts, /–/).length).toBeGreaterThan(10);
  expect(withMatch(texts, /—/)).toEqual([]);
});

test('no text has a space before a percent sign', () => {
  expect(withMatch(texts, /[\d}] %(?![ \w])/)).toEqual([]);
});

test('an invoice has one name', () => {
  const english = texts.filter((line) => /\/en[./]/.test(line) && !/ (?:import|export) /.test(line));
  expect(withMatch(english, /\binvoices?\b/i).length).toBeGreaterThan(5);
  expect(withMatch(english, /['"`](?:[^'"`]* )?bills?\b/i)).toEqual([]);
});
