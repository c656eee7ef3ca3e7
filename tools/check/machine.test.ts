import { expect, test } from 'vitest';
import { readSources } from './imports.ts';
import { checkMachine } from './machine.ts';
import { elsewhere, machine, uses } from './machine-table.ts';

const messages = (path: string, text: string, listed: typeof uses = []) =>
  checkMachine([{ path, text }], { machine, elsewhere, uses: listed }).map((violation) => violation.message);

test('the project asks the machine for time and chance where it says so, and nowhere else', () => {
  const sources = readSources(process.cwd(), ['packages', 'apps']);
  expect(checkMachine(sources, { machine, elsewhere, uses })).toEqual([]);
});

test.each([
  ['the clock', 'const at = Date.now();'],
  ['the clock as a default', 'function wait(now = Date.now()) {}'],
  ['the clock as a value', 'const next = risingNonce(Date.now, 1);'],
  ['a date of now', 'return { at: new Date() };'],
  ['the elapsed time', 'const began = performance.now();'],
  ['a timer', 'setTimeout(wake, 5);'],
  ['a timer that is handed on', 'await new Promise(setImmediate);'],
  ['a timer as a promise', "import { setTimeout as pause } from 'node:timers/promises';"],
  ['a signal of the machine', 'fetch(url, { signal: AbortSignal.timeout(5) });'],
  ['chance', 'const delay = 5 * Math.random();'],
  ['ids', 'const id = crypto.randomUUID();'],
  ['chance that is no secret', 'const mark = randomInt(1000);'],
])('catches %s', (_, text) => {
  expect(messages('packages/engine/src/x.ts', text)).toHaveLength(1);
});

test('lets through dates that are made of something, comments, tests, and front ends', () => {
  expect(messages('packages/engine/src/x.ts', 'const at = new Date(row.at);\n// Date.now() is not asked\n * setTimeout')).toEqual([]);
  expect(messages('packages/engine/src/x.test.ts', 'Date.now();')).toEqual([]);
  expect(messages('apps/console/src/x.ts', 'Date.now();')).toEqual([]);
});

test('whoever is listed asks for what the list says', () => {
  const path = 'packages/engine/src/x.ts';
  const listed = [{ path, kinds: ['secrets'], reason: 'a key' }];
  expect(messages(path, 'const key = randomBytes(32);', listed)).toEqual([]);
  expect(messages(path, 'const key = given;', listed)).toEqual(['does not ask the machine for secrets any more: take it off the list']);
});
