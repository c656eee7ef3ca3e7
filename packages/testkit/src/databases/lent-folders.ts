import { accessSync, constants, rmSync, statfsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Memory, where there is a folder of it with room: the databases of tests are tens of megabytes that nobody wants to keep. */
const inMemory = '/dev/shm';
const neededBytes = 2e9;
const parent = hasRoom(inMemory) ? inMemory : tmpdir();
const prefix = 'tenbin-test-';

const lent = new Set<string>();
process.once('exit', () => {
  for (const folder of lent) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder, which is gone when the process ends, or before. */
export async function lendFolder(): Promise<{ readonly folder: string; readonly remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(parent, `${prefix}${process.pid}-`));
  lent.add(folder);
  return {
    folder,
    async remove() {
      await rm(folder, { recursive: true, force: true });
      lent.delete(folder);
    },
  };
}

/** Takes away what processes left that were killed: the name of a folder says whose it is. */
export async function removeLeftFolders(): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : 0;
    if (pid > 0 && !isAlive(pid)) await rm(path.join(parent, name), { recursive: true, force: true });
  }
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > neededBytes;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
