import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { allRoutes, openApiOf } from '@tenbin/contract/reference';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const generator = fileURLToPath(new URL('cli.js', import.meta.resolve('oazapfts')));
const compiler = join(root, 'node_modules/.bin/tsc');

/** Within the project, where the generated client finds what it imports. */
let folder: string;

beforeAll(async () => {
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'generated-client-'));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApiOf(allRoutes)));
  await run(process.execPath, [generator, join(folder, 'openapi.json'), join(folder, 'client.ts')]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @returns what the compiler says of a program that calls the client; nothing where it has no objection */
async function objectionsTo(program: string): Promise<string> {
  writeFileSync(join(folder, 'program.ts'), `import * as api from './client.ts';\n${program}\n`);
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--noEmit', '--skipLibCheck', '--allowImportingTsExtensions'];
  const shape = ['--ignoreConfig', '--target', 'es2024', '--module', 'nodenext', '--types', ''];
  return run(compiler, [...shape, ...strict, join(folder, 'program.ts')]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test('a client that is generated from the document has every call, by its name, and its types hold', async () => {
  const client = readFileSync(join(folder, 'client.ts'), 'utf8');
  const missing = Object.keys(allRoutes).filter((name) => !client.includes(`export function ${name}(`));
  expect(missing).toEqual([]);
  expect(
    await objectionsTo(`
      const signedIn = await api.signIn({ email: 'a@b.jp', password: 'Secret1pass' });
      if (signedIn.status === 401) signedIn.data.code satisfies string;
      const bots = await api.listBots();
      if (bots.status === 200) for (const bot of bots.data) bot.name satisfies string;
    `),
  ).toBe('');
});

test('what a call does not take, or does not answer, the generated types refuse', async () => {
  expect(await objectionsTo(`await api.signIn({ email: 'a@b.jp' });`)).toContain("Property 'password' is missing");
  expect(await objectionsTo(`const bots = await api.listBots(); if (bots.status === 200) bots.data[0]?.colour;`)).toContain(
    "Property 'colour' does not exist",
  );
});
