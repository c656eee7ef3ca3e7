import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { typesOf } from './checks.ts';

const compiler = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
const [, ...given] = typesOf('types', 'tsconfig.json').command;

let project: string;
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
};
const configure = (options: object): void =>
  write('tsconfig.json', JSON.stringify({ compilerOptions: { noEmit: true, module: 'nodenext', types: [], ...options } }));
/** What is wrong, by the codes of the compiler. */
const faults = (): string[] => {
  try {
    execFileSync(compiler, given, { cwd: project, encoding: 'utf8' });
    return [];
  } catch (error) {
    return [...String((error as { stdout: string }).stdout).matchAll(/TS\d+/g)].map(([code]) => code);
  }
};

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'types-'));
  configure({ strict: true });
  write('node_modules/dependency/package.json', '{ "name": "dependency", "types": "index.d.ts" }');
  write('node_modules/dependency/index.d.ts', 'export const width: number;');
  write('width.ts', 'const parts = 2;\nexport const half = (width: number): number => width / 2;');
  write('bot.ts', "import { width } from 'dependency';\nimport { half } from './width.js';\nexport const bot = half(width);");
  expect(faults()).toEqual([]);
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

test.each([
  ['a file that it imports', () => write('width.ts', 'export const half = (width: string): number => width.length;'), ['TS2345']],
  ['a dependency', () => write('node_modules/dependency/index.d.ts', 'export const width: string;'), ['TS2345']],
  ['a dependency that is gone', () => rmSync(join(project, 'node_modules'), { recursive: true }), ['TS2307']],
  ['a file that is gone', () => rmSync(join(project, 'width.ts')), ['TS2307']],
  ['a setting', () => configure({ strict: true, noUnusedLocals: true }), ['TS6133']],
] as const)('a file that was right is looked at again after a change of %s', (_what, change, wrong) => {
  change();
  expect(faults()).toEqual(wrong);
  expect(faults()).toEqual(wrong);
});
