import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { migratePglite } from '@tenbin/db';
import { systemRuntime } from '@tenbin/runtime';

const projectRoot = fileURLToPath(new URL('../../../..', import.meta.url));
const migrations = path.join(projectRoot, 'packages/db/migrations');
/** What else decides how a migrated database looks. */
const madeByCode = ['packages/db/src/jobs/install-jobs.ts', 'packages/db/src/jobs/queues.ts', 'node_modules/pg-boss/package.json'];
const cache = path.join(projectRoot, '.cache/migrated-pglite');

/** Memory, where there is a folder of it: a test's database is 43 MB that nobody wants to keep. */
const shared = '/dev/shm';
const parent = existsSync(shared) ? shared : tmpdir();
const lent = new Set<string>();
process.once('exit', () => {
  for (const folder of lent) rmSync(folder, { recursive: true, force: true });
});

/**
 * A data folder of one's own, with an empty and migrated PGlite, as `openDatabase({ dataDir })` takes it. It is gone when
 * the process ends, or before.
 */
export async function lendMigratedFolder(): Promise<{ readonly dataDir: string; readonly remove: () => Promise<void> }> {
  const dataDir = await mkdtemp(path.join(parent, 'tenbin-pglite-'));
  lent.add(dataDir);
  await copyMigratedFolder(dataDir);
  return {
    dataDir,
    async remove() {
      await rm(dataDir, { recursive: true, force: true });
      lent.delete(dataDir);
    },
  };
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
  const pglite = await PGlite.create(half);
  await migratePglite(pglite, systemRuntime());
  await pglite.close();
  await rename(half, kept).catch(async (error: unknown) => {
    await rm(half, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(kept)) throw error;
  });
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const files = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of files) hash.update(name).update(await readFile(path.join(migrations, name)));
  for (const file of madeByCode) hash.update(await readFile(path.join(projectRoot, file)));
  return hash.digest('hex').slice(0, 16);
}
