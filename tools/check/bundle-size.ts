import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type DeclaredScreen, routesIn } from './routes-in.ts';

/** A chunk as Vite's manifest has it. */
export interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  /** Fetched by what runs in it: at once, or when something is done. */
  readonly dynamicImports?: readonly string[];
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

/** Scripts of a page that is the first one opened: each is waited for, and a page asks for about ten other things. */
const maxFiles = 14;

const login: Visit = { name: 'login page', sources: ['index.html', 'src/words/ja/public.ts'], budget: 230 };

/** How a front end is measured. */
interface FrontEnd {
  /** What the first page after the login brings, which the further ones find there. */
  readonly first: Visit;
  /** Sources of routes, below the app. */
  readonly routes: string;
  /** What a page's source is called in the manifest. */
  readonly pagesOf: (imported: string, folder: string) => string;
  /** The word files that a route's loader fetches, by what its loader names. */
  readonly words: Readonly<Record<string, readonly string[]>>;
}

/** By what a section names them; all but those of the log-in are gathered in one file. */
const sectionWords = (file: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    [...readFileSync(file, 'utf8').matchAll(/^ {2}(\w+): \{$/gm)].map(([, name = '']) => [
      name,
      [name === 'auth' ? 'src/words/ja/auth.ts' : 'words-ja'],
    ]),
  );

/** By its folder below `apps`, in Japanese; the other language has the same files. */
const frontEnds: Readonly<Record<string, FrontEnd>> = {
  console: {
    first: { name: 'dashboard after it', sources: ['src/words/ja/authenticated.ts', 'main'], after: login, budget: 100 },
    routes: 'src/app/router.tsx',
    pagesOf: (imported) => ({ './main-pages.ts': 'main', './mailed-pages.ts': 'mailed' })[imported] ?? join('src/app', imported),
    words: {
      fetchAuthenticatedWords: ['src/words/ja/authenticated.ts'],
      fetchBotWords: ['src/words/ja/bot-pages.ts'],
      fetchLegalWords: ['src/words/ja/legal.ts'],
      fetchPlanWords: ['src/words/ja/plan.ts'],
      fetchSecurityWords: ['src/words/ja/security.ts'],
      fetchStatementWords: ['src/words/ja/statement.ts'],
    },
  },
  admin: {
    first: { name: 'frame after it', sources: ['shell', 'words-ja'], after: login, budget: 100 },
    routes: 'src/features/*/routes.ts',
    pagesOf: (imported, folder) => (folder.endsWith('sign-in') ? 'mailed' : join(folder, imported)),
    words: sectionWords('apps/admin/src/app/section-words.ts'),
  },
  operator: {
    first: { name: 'frame after it', sources: ['shell', 'words-ja'], after: login, budget: 100 },
    routes: 'src/app/router.tsx',
    pagesOf: (imported) => (imported.includes('/sign-in/') ? 'mailed' : join('src/app', imported)),
    words: { botFiles: ['words-ja'], auth: ['words-ja'] },
  },
};

/** Fetched when something is done, not with the page that can do it. */
const onDemand = [
  // Once somebody presses the button of their passkey.
  '@simplewebauthn/browser/',
  // Once somebody leaves a field that is wrong.
  'packages/app-kit/src/forms/form-problem.ts',
] as const;

/** Names of a loader that are no word files. */
const loaderParts = new Set(['context', 'app', 'words', 'i18n', 'loadNamespaces', 'pageFiles']);

function wordsOf({ path, loads }: DeclaredScreen, { words }: FrontEnd): readonly string[] {
  return loads
    .filter((name) => !loaderParts.has(name))
    .flatMap((name) => {
      const files = words[name];
      if (!files) throw new Error(`${path} loads ${name}, of which no word file is known`);
      return files;
    });
}

/** Every screen of a front end, and what it brings where the login and the first page behind it have been. */
function visitsOf(app: string, frontEnd: FrontEnd): readonly Visit[] {
  const root = join('apps', app);
  const screens = globSync(frontEnd.routes, { cwd: root }).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    // A section's words are fetched with any of its pages.
    const [, shared = ''] = /createSection\(\{[^}]*?words: \[([^\]]*)\]/.exec(source) ?? [];
    const sharedLoads = shared.match(/\w+/g) ?? [];
    return routesIn(source).map((screen) => ({
      ...screen,
      pages: frontEnd.pagesOf(screen.pages, join(file, '..')),
      loads: [...sharedLoads, ...screen.loads],
    }));
  });
  const isFirst = ({ pages, loads }: DeclaredScreen): boolean => loads.length === 0 && frontEnd.first.sources.includes(pages);
  const isPublic = ({ pages }: DeclaredScreen): boolean => /mailed$|sign-in/.test(pages);
  const further = screens
    .filter((screen) => !isFirst(screen))
    .map((screen) => ({
      name: screen.path,
      sources: [screen.pages, ...wordsOf(screen, frontEnd)],
      after: isPublic(screen) ? login : frontEnd.first,
      budget: 100,
    }));
  const names = [frontEnd.first.name, ...screens.filter(isFirst).map(({ path }) => path)].join(' ');
  return [login, { ...frontEnd.first, name: names }, ...together(further)];
}

/** The same visit by somebody who reads English. */
export const inEnglish = (visit: Visit): Visit => ({
  ...visit,
  sources: visit.sources.map((source) => source.replace(/\/ja\//, '/en/').replace(/^words-ja$/, 'words-en')),
  ...(visit.after && { after: inEnglish(visit.after) }),
});

/** Screens that bring the same are one visit, with all their addresses. */
export function together(visits: readonly Visit[]): readonly Visit[] {
  const bySources = Map.groupBy(visits, ({ sources, after }) => JSON.stringify([...new Set(sources), after?.name]));
  return [...bySources.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, name: [first, ...others].map(({ name }) => name).join(' ') }] : [],
  );
}

/**
 * The scripts that a visit fetches, with what it fetches by itself once it is there, without those that the pages before it
 * brought.
 *
 * @param isApart - of a source that is fetched by running scripts: only with a page of its own, or when something is done
 * @throws {Error} a source has no chunk: the list of sources above is out of date
 */
export function filesOf(visit: Visit, manifest: Manifest, isApart: (source: string) => boolean = () => false): Set<string> {
  const found = new Set<string>();
  const collect = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is not in the manifest`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const next of chunk.imports ?? []) collect(next);
    for (const next of chunk.dynamicImports ?? []) if (!isApart(next)) collect(next);
  };
  for (const source of visit.sources) collect(keyOf(source, manifest));
  for (let { after } = visit; after; after = after.after) for (const file of filesOf(after, manifest, isApart)) found.delete(file);
  return found;
}

const keyOf = (source: string, manifest: Manifest): string =>
  Object.keys(manifest).find((key) => key.startsWith('_') && manifest[key]?.name === source) ?? source;

/** A worker is fetched by its address: it stands in no manifest, but in what starts it. */
export const workersIn = (script: string): readonly string[] => [
  ...new Set([...script.matchAll(/new Worker\([^)]*?(assets\/[\w-]+\.js)/g)].map(([, file = '']) => file)),
];

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

/** Measures a built front end. @returns lines for people, and whether every visit keeps to its budgets and every chunk can run */
function measure(app: string, frontEnd: FrontEnd): { readonly lines: readonly string[]; readonly ok: boolean } {
  const folder = join('apps', app, 'dist');
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const circle = circleOf(manifest);
  const visits = visitsOf(app, frontEnd);
  const everyVisit = visits.flatMap((visit) => [visit, inEnglish(visit)]);
  const own = new Set(everyVisit.flatMap(({ sources }) => sources.map((source) => keyOf(source, manifest))));
  const isApart = (source: string): boolean =>
    own.has(source) || /(?:^|\/)(?:words|messages\/src)\/|^_words-/.test(source) || onDemand.some((part) => source.includes(part));
  const read = (file: string): Buffer => readFileSync(join(folder, file));
  const scriptsOf = (visit: Visit): number =>
    [...filesOf(visit, manifest, isApart)].filter((file) => file.endsWith('.js')).length + (visit.after ? scriptsOf(visit.after) : 0);
  const weigh = (visit: Visit) => {
    const scripts = [...filesOf(visit, manifest, isApart)].filter((file) => file.endsWith('.js'));
    const files = [...scripts, ...scripts.flatMap((file) => workersIn(read(file).toString()))];
    const size = files.reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0) / 1000;
    return { size, count: files.length, all: scriptsOf(visit) };
  };
  // Of each figure that of the language that has more.
  const measured = visits.map((visit) => {
    const [one, other] = [weigh(visit), weigh(inEnglish(visit))];
    const most = (of: keyof typeof one) => Math.max(one[of], other[of]);
    return { ...visit, size: most('size'), count: most('count'), all: most('all') };
  });
  return {
    lines: [
      ...measured.map(
        ({ name, size, count, all, budget }) =>
          `${app}, ${name}: ${size.toFixed(1)} kB gzip in ${count} files, budget ${budget} kB; ${all} files in all, at most ${maxFiles}`,
      ),
      ...(circle ? [`${app}, chunks import one another: ${circle.join(' → ')}`] : []),
    ],
    ok: circle === null && measured.every(({ size, budget, all }) => size <= budget && all <= maxFiles),
  };
}

if (import.meta.main) {
  const measured = Object.entries(frontEnds).map(([app, frontEnd]) => measure(app, frontEnd));
  console.log(measured.flatMap(({ lines }) => lines).join('\n'));
  if (measured.some(({ ok }) => !ok)) process.exitCode = 1;
}
