import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { migratePglite } from '@tenbin/db';
import { systemRuntime } from '@tenbin/runtime';
import { lendFolder } from './lent-folders.ts';

const projectRoot = fileURLToPath(new URL('../../../..', import.meta.url));
const migrations = path.join(projectRoot, 'packages/db/migrations');
/** What else decides how a migrated database looks. */
const madeByCode = [
  'packages/db/src/jobs/install-jobs.ts',
  'packages/db/src/jobs/queues.ts',
  'node_modules/pg-boss/package.json',
  'node_modules/@electric-sql/pglite/package.json',
];
const cache = path.join(projectRoot, '.cache/migrated-pglite');

/** A data folder of one's own, with an empty and migrated PGlite, as `openDatabase({ dataDir })` takes it. */
export async function lendMigratedFolder(): Promise<{ readonly dataDir: string; readonly remove: () => Promise<void> }> {
  const { folder: dataDir, remove } = await lendFolder();
  await copyMigratedFolder(dataDir);
  return { dataDir, remove };
}

/**
 * Fills an empty data folder with a migrated PGlite: a tenth of a second where making one takes more than three. The first
 * one is made, and kept until a migration changes.
 */
export async function copyMigratedFolder(dataDir: string): Promise<void> {
  const kept = path.join(cache, await fingerprint());
  if (!existsSync(kept)) await makeFolder(kept);
  await cp(kept, path.join(dataDir, 'pglite'), { recursive: true });
}

async function makeFolder(kept: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const half = await mkdtemp(`${kept}.`);
  try {
    const pglite = await PGlite.create(half);
    await migratePglite(pglite, systemRuntime());
    await pglite.close();
    await rename(half, kept);
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(kept)) throw error;
  }
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const files = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of files) hash.update(name).update(await readFile(path.join(migrations, name)));
  for (const file of madeByCode) hash.update(await readFile(path.join(projectRoot, file)));
  return hash.digest('hex').slice(0, 16);
}
