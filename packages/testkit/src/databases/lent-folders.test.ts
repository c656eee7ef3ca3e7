import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { lendFolder, removeLeftFolders } from './lent-folders.ts';

const source = fileURLToPath(new URL('lent-folders.ts', import.meta.url));

/** Borrows a folder, names it, and ends. */
const borrowAndEnd = (how: string): string =>
  spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `console.log((await (await import('${source}')).lendFolder()).folder); ${how}`],
    {
      encoding: 'utf8',
    },
  ).stdout.trim();

test('a folder is gone once it is given back, or its process has ended', async () => {
  const { folder, remove } = await lendFolder();
  expect(existsSync(folder)).toBe(true);
  await remove();
  expect(existsSync(folder)).toBe(false);
  const ended = borrowAndEnd('');
  expect([ended, existsSync(ended)]).toEqual([expect.stringContaining('tenbin-test-'), false]);
});

test('what a killed process left is taken away, and nothing of one that lives', async () => {
  const { folder, remove } = await lendFolder();
  const left = borrowAndEnd("process.kill(process.pid, 'SIGKILL')");
  expect(existsSync(left)).toBe(true);
  await removeLeftFolders();
  expect([existsSync(left), existsSync(folder)]).toEqual([false, true]);
  await remove();
});
