import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let root: string;
const calls = () => readFileSync(join(root, 'calls'), 'utf8').trim().split('\n');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'prepare ñ '));
  for (const folder of ['tools/setup', 'bin']) mkdirSync(join(root, folder), { recursive: true });
  copyFileSync(join(import.meta.dirname, 'prepare.mjs'), join(root, 'tools/setup/prepare.mjs'));
  writeFileSync(join(root, 'package-lock.json'), '{}');
  // Says what it was asked for, and leaves what is looked for afterwards.
  const npm =
    '#!/bin/sh\necho "$@" >> calls\nmkdir -p node_modules/node/bin\n: > node_modules/node/bin/node\nfor app in console admin operator; do mkdir -p apps/$app/dist; : > apps/$app/dist/index.html; done\n';
  writeFileSync(join(root, 'bin/npm'), npm, { mode: 0o755 });
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function prepare(purpose: string, environment: NodeJS.ProcessEnv = {}): void {
  const PATH = [join(root, 'bin'), process.env.PATH].join(delimiter);
  execFileSync(process.execPath, [join(root, 'tools/setup/prepare.mjs'), purpose], {
    env: { ...process.env, PATH, ...environment },
    stdio: 'pipe',
  });
}

test('who starts the product gets what runs it, once', () => {
  prepare('start');
  expect(calls()).toEqual([expect.stringMatching(/^ci --omit=dev /), 'run --silent build']);
  prepare('start');
  expect(calls()).toHaveLength(2);
});

test('who tests or checks it gets what that needs, whatever the machine leaves out by habit', () => {
  prepare('start');
  prepare('check', { NODE_ENV: 'production' });
  expect(calls().at(-1)).toMatch(/^ci --include=dev /);
});
