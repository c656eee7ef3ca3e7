import { chmod, link, mkdir, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import type { Runtime } from '@tenbin/runtime';
import { DataFolderInUseError } from './database-error.ts';

interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

/** Folders that this process holds: a lock with its pid on any other folder is from an earlier life of that pid. */
const held = new Set<string>();

/**
 * Takes a data folder for this process: PGlite has no lock of its own, and two processes destroy its files.
 * The lock of a process of this machine that no longer lives is taken over.
 *
 * @returns gives the folder back
 * @throws {DataFolderInUseError}
 */
export async function lockFolder(folder: string, clock: Pick<Runtime, 'now'>): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // One of an older installation may be open to others: what is inside is nobody else's.
  await chmod(folder, 0o700);
  const file = path.join(await realpath(folder), 'tenbin.lock');
  for (let attempt = 1; ; attempt += 1) {
    if (await writeLock(file, clock.now())) {
      held.add(file);
      return async () => {
        held.delete(file);
        await rm(file, { force: true });
      };
    }
    const text = await readLock(file);
    if (text === null) continue;
    const owner = parseOwner(text);
    if (owner === null || attempt > 3 || mayLive(owner, file)) throw new DataFolderInUseError(folder, describe(owner, file));
    await removeStale(file, text);
  }
}

/** @returns false when there is one already: the file system decides who was first */
async function writeLock(file: string, now: Date): Promise<boolean> {
  const owner: Owner = { pid: process.pid, host: hostname(), since: now.toISOString() };
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.writeFile(JSON.stringify(owner));
    await handle.close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** @returns null when it is gone meanwhile */
async function readLock(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Moves the lock away and looks at it once more: when another process was faster and this is its new lock, it goes back. */
async function removeStale(file: string, staleText: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) !== staleText) await link(aside, file);
  await rm(aside, { force: true });
}

function parseOwner(text: string): Owner | null {
  try {
    const owner: unknown = JSON.parse(text);
    return isOwner(owner) ? owner : null;
  } catch {
    return null;
  }
}

function isOwner(value: unknown): value is Owner {
  return (
    typeof value === 'object' && value !== null && 'pid' in value && typeof value.pid === 'number' && 'host' in value && 'since' in value
  );
}

/** A process of another machine cannot be asked. */
function mayLive(owner: Owner, file: string): boolean {
  if (owner.host !== hostname()) return true;
  if (owner.pid === process.pid) return held.has(file);
  try {
    process.kill(owner.pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function describe(owner: Owner | null, file: string): string {
  if (owner === null) return `an unknown process (its lock ${file} cannot be read; remove it if none runs)`;
  return `process ${owner.pid} on ${owner.host} since ${owner.since} (lock: ${file})`;
}
