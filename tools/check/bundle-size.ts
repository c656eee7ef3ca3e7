import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A chunk as Vite's manifest has it. */
export interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  /** Of a file that sources are gathered in. */
  readonly name?: string;
}
export type Manifest = Readonly<Record<string, Chunk>>;

/** What a first visit of a page loads: these sources, and all that they import. */
export interface Visit {
  readonly name: string;
  /** By their paths, or by the name of the file that they are gathered in. */
  readonly sources: readonly string[];
  /** A page whose scripts are there already. */
  readonly after?: Visit;
  /** kB (1000 bytes) of JavaScript, gzip. */
  readonly budget: number;
}

const consoleLogin: Visit = {
  name: 'login page',
  sources: ['index.html', 'src/words/ja/public.ts'],
  budget: 230,
};
const consoleMain: Visit = {
  name: 'main pages after it',
  sources: ['src/words/ja/authenticated.ts', 'main'],
  after: consoleLogin,
  budget: 100,
};
const adminLogin: Visit = { name: 'login page', sources: ['index.html', 'src/words/ja/public.ts'], budget: 230 };
const adminShell: Visit = { name: 'frame after it', sources: ['src/shell/pages.ts'], after: adminLogin, budget: 100 };
const operatorLogin: Visit = { name: 'login page', sources: ['index.html', 'src/words/ja/public.ts'], budget: 230 };
const operatorShell: Visit = {
  name: 'frame after it',
  sources: ['src/shell/pages.ts', 'src/words/ja/pages.ts'],
  after: operatorLogin,
  budget: 100,
};
const operatorMain: Visit = { name: 'pages', sources: ['src/app/pages.ts'], after: operatorShell, budget: 100 };

/** Pages that are fetched in one file when the first of them is opened, each section for itself. */
const sectionsOf = (manifest: Manifest, after: Visit): Visit[] =>
  Object.keys(manifest).flatMap((source) => {
    const [, name] = /^src\/features\/([^/]+)\/pages\.ts$/.exec(source) ?? [];
    return name === undefined ? [] : [{ name: `section ${name}`, sources: [source], after, budget: 100 }];
  });

/** By its folder below `apps`. */
const frontEnds: Readonly<Record<string, (manifest: Manifest) => readonly Visit[]>> = {
  console: () => [consoleLogin, consoleMain],
  admin: (manifest) => [adminLogin, adminShell, ...sectionsOf(manifest, adminShell)],
  operator: () => [operatorLogin, operatorShell, operatorMain],
};

/**
 * The scripts that a visit fetches, without those that the pages before it brought.
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
  const named = (source: string) => Object.keys(manifest).find((key) => key.startsWith('_') && manifest[key]?.name === source);
  for (const source of visit.sources) collect(named(source) ?? source);
  for (let { after } = visit; after; after = after.after) for (const file of filesOf(after, manifest)) found.delete(file);
  return found;
}

/**
 * Chunks that import one another, in a circle: one of them runs before what it needs is there, and the page stays blank.
 *
 * @returns the files of one circle; null where there is none
 */
export function circleOf(manifest: Manifest): readonly string[] | null {
  const left = new Set<string>();
  const circleFrom = (key: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(key)) return [...path.slice(path.indexOf(key)), key].map((one) => manifest[one]?.file ?? one);
    if (left.has(key)) return null;
    for (const next of manifest[key]?.imports ?? []) {
      const circle = circleFrom(next, [...path, key]);
      if (circle) return circle;
    }
    left.add(key);
    return null;
  };
  for (const key of Object.keys(manifest)) {
    const circle = circleFrom(key, []);
    if (circle) return circle;
  }
  return null;
}

/** Measures a built front end. @returns lines for people, and whether every visit keeps to its budget and every chunk can run */
function measure(
  app: string,
  visitsIn: (manifest: Manifest) => readonly Visit[],
): { readonly lines: readonly string[]; readonly ok: boolean } {
  const folder = join('apps', app, 'dist');
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const circle = circleOf(manifest);
  const measured = visitsIn(manifest).map((visit) => {
    const files = [...filesOf(visit, manifest)].filter((file) => file.endsWith('.js'));
    const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0) / 1000;
    return { ...visit, size, count: files.length };
  });
  return {
    lines: [
      ...measured.map(
        ({ name, size, count, budget }) => `${app}, ${name}: ${size.toFixed(1)} kB gzip in ${count} files, budget ${budget} kB`,
      ),
      ...(circle ? [`${app}, chunks import one another: ${circle.join(' → ')}`] : []),
    ],
    ok: circle === null && measured.every(({ size, budget }) => size <= budget),
  };
}

if (import.meta.main) {
  const measured = Object.entries(frontEnds).map(([app, visitsIn]) => measure(app, visitsIn));
  console.log(measured.flatMap(({ lines }) => lines).join('\n'));
  if (measured.some(({ ok }) => !ok)) process.exitCode = 1;
}
