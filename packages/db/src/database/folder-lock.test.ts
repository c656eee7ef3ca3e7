import { execFile } from 'node:child_process';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { systemRuntime } from '@tenbin/runtime';
import { beforeEach, describe, expect, test } from 'vitest';
import { DataFolderInUseError } from './database-error.ts';
import { lockFolder } from './folder-lock.ts';

const lockModule = new URL('./folder-lock.ts', import.meta.url).href;
const run = promisify(execFile);

/** Takes the folder in another process. @returns its exit code and what it said */
async function takeElsewhere(folder: string, then = ''): Promise<string> {
  const script = `const { lockFolder } = await import('${lockModule}'); await lockFolder(process.argv[1], { now: () => new Date() }); ${then} console.log('taken')`;
  try {
    return (await run(process.execPath, ['--input-type=module', '-e', script, folder])).stdout.trim();
  } catch (error) {
    return String(error);
  }
}

describe('a data folder', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tenbin-lock-'));
  });

  test('is refused to a second process, by the name of the first', async () => {
    const unlock = await lockFolder(folder, systemRuntime());
    expect(await takeElsewhere(folder)).toContain(`is in use by process ${process.pid} on ${hostname()}`);
    await unlock();
    expect(await takeElsewhere(folder)).toBe('taken');
  });

  test('is refused to a second opening in the same process', async () => {
    const unlock = await lockFolder(folder, systemRuntime());
    await expect(lockFolder(folder, systemRuntime())).rejects.toThrow('is in use by');
    await unlock();
    await (await lockFolder(folder, systemRuntime()))();
  });

  test('is taken over from a process that died', async () => {
    expect(await takeElsewhere(folder, 'process.kill(process.pid, "SIGKILL");')).toContain('SIGKILL');
    expect(await readdir(folder)).toEqual(['tenbin.lock']);
    await (await lockFolder(folder, systemRuntime()))();
    expect(await readdir(folder)).toEqual([]);
  });

  test('is taken over from an earlier process that had our own number', async () => {
    const earlier = { pid: process.pid, host: hostname(), since: '2026-01-01T00:00:00Z' };
    await writeFile(path.join(folder, 'tenbin.lock'), JSON.stringify(earlier));
    const release = await lockFolder(folder, systemRuntime());
    await expect(lockFolder(folder, systemRuntime())).rejects.toThrow(DataFolderInUseError);
    await release();
    expect(await readdir(folder)).toEqual([]);
  });

  test('is left to a process of another machine, and to a lock that cannot be read', async () => {
    const file = path.join(folder, 'tenbin.lock');
    await writeFile(file, JSON.stringify({ pid: 1, host: 'elsewhere', since: '2026-01-01T00:00:00Z' }));
    await expect(lockFolder(folder, systemRuntime())).rejects.toThrow('process 1 on elsewhere');
    await writeFile(file, 'half a lo');
    await expect(lockFolder(folder, systemRuntime())).rejects.toThrow('cannot be read');
  });
});
