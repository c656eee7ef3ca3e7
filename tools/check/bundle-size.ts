import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A chunk as Vite's manifest has it. */
export interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

/** What a first visit of a page loads: these sources, and all that they import. */
export interface Visit {
  readonly name: string;
  readonly sources: readonly string[];
  /** A page whose scripts are there already. */
  readonly after?: Visit;
  /** kB (1000 bytes) of JavaScript, gzip. */
  readonly budget: number;
}

const login: Visit = {
  name: 'login page',
  sources: ['index.html', 'src/words/ja/entrance.ts', 'src/shell/entrance.tsx', 'src/features/auth/login-page.tsx'],
  budget: 230,
};
const dashboard: Visit = {
  name: 'dashboard after it',
  sources: ['src/words/ja/inside.ts', 'src/shell/shell.tsx', 'src/features/dashboard/dashboard-page.tsx'],
  after: login,
  budget: 80,
};
const visits = [login, dashboard];

/**
 * The scripts that a visit fetches, without those that the page before it brought.
 *
 * @throws {Error} a source has no chunk: the list of sources above is out of date
 */
export function filesOf(visit: Visit, manifest: Manifest): Set<string> {
  const found = new Set<string>();
  const collect = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is not in the manifest`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const next of chunk.imports ?? []) collect(next);
  };
  for (const source of visit.sources) collect(source);
  if (visit.after) for (const file of filesOf(visit.after, manifest)) found.delete(file);
  return found;
}

/** Measures a built console. @returns lines for people, and whether every visit keeps to its budget */
export function measureConsole(folder: string): { readonly lines: readonly string[]; readonly ok: boolean } {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const measured = visits.map((visit) => {
    const files = [...filesOf(visit, manifest)].filter((file) => file.endsWith('.js'));
    const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0) / 1000;
    return { ...visit, size, count: files.length };
  });
  return {
    lines: measured.map(({ name, size, count, budget }) => `${name}: ${size.toFixed(1)} kB gzip in ${count} files, budget ${budget} kB`),
    ok: measured.every(({ size, budget }) => size <= budget),
  };
}

if (import.meta.main) {
  const { lines, ok } = measureConsole(process.argv[2] ?? 'apps/console/dist');
  console.log(lines.join('\n'));
  if (!ok) process.exitCode = 1;
}
