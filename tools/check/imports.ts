import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** A file as the check sees it. */
export interface Source {
  /** From the project's root, with slashes: `packages/market/src/pair.ts`. */
  readonly path: string;
  readonly text: string;
}

export interface Violation {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

export interface Rules {
  readonly table: Readonly<Record<string, readonly string[]>>;
  readonly pureParts: readonly string[];
  readonly surfaces: Readonly<Record<string, readonly string[]>>;
}

const statement =
  /^\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;
/** Tests, and what only tests use. */
export const isTest = (path: string) => /\.test\.tsx?$|\/(?:conformance|testing)\//.test(path);

/**
 * Holds sources against the import table.
 *
 * - a part imports of ours only what its row allows, and only through the package's door;
 * - relative imports stay inside their part;
 * - features of an app (folders below its `features`) do not import one another;
 * - surfaces of a part import neither one another nor are imported by what they share;
 * - pure parts import nothing of Node.
 */
export function checkImports(sources: readonly Source[], rules: Rules): Violation[] {
  return sources.flatMap((source) => {
    const part = partOf(source.path);
    if (!part || isTest(source.path)) return [];
    if (!rules.table[part]) return [{ path: source.path, line: 1, message: `${part} is not in the import table` }];
    return importsOf(source).flatMap(({ target, line }) => {
      const message = objection(source.path, part, target, rules);
      return message ? [{ path: source.path, line, message }] : [];
    });
  });
}

function objection(path: string, part: string, target: string, rules: Rules): string | null {
  if (target.startsWith('node:')) return rules.pureParts.includes(part) ? `${part} is pure and may not import ${target}` : null;
  if (target.startsWith('@tenbin/')) {
    const name = target.split('/')[1] ?? '';
    if (name === part) return `inside ${part}, import the file itself, not ${target}`;
    return rules.table[part]?.includes(name)
      ? null
      : `${part} may not import ${name}; it may import ${rules.table[part]?.join(', ') || 'nothing of ours'}`;
  }
  if (!target.startsWith('.')) return null;
  const reached = join(dirname(path), target).split(sep).join('/');
  if (partOf(reached) !== part) return `${target} leaves ${part}: import @tenbin/${partOf(reached) ?? '…'} by its name`;
  const from = featureOf(path);
  const to = featureOf(reached);
  if (from && to && from !== to) return `feature ${from} may not import feature ${to}: move what both need out of features/`;
  return objectionOfSurface(folderOf(path), folderOf(reached), rules.surfaces[part] ?? []);
}

function objectionOfSurface(from: string | null, to: string | null, surfaces: readonly string[]): string | null {
  if (from === null || to === null || from === to || !surfaces.includes(to)) return null;
  return surfaces.includes(from)
    ? `surface ${from} may not import surface ${to}: move what both need beside them`
    : `${from} is shared and may not import surface ${to}`;
}

export const partOf = (path: string): string | null => /^(?:packages|apps)\/([^/]+)\/src\//.exec(path)?.[1] ?? null;
/** The first folder below a part's root; null for a file at the root itself. */
const folderOf = (path: string): string | null => /^(?:packages|apps)\/[^/]+\/src\/([^/]+)\//.exec(path)?.[1] ?? null;
const featureOf = (path: string): string | null => /\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? null;

function importsOf({ text }: Source): { target: string; line: number }[] {
  return [...text.matchAll(statement)].map((match) => ({
    target: match[1] ?? match[2] ?? match[3] ?? '',
    line: text.slice(0, match.index).split('\n').length + (match[0].match(/^\n+/)?.[0].length ?? 0),
  }));
}

/** Every TypeScript source below the given folders. */
export function readSources(root: string, folders: readonly string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/node_modules|[\\/]dist[\\/]?/.test(entry.parentPath))
      .map((entry) => {
        const path = resolve(entry.parentPath, entry.name);
        return { path: relative(root, path).split(sep).join('/'), text: readFileSync(path, 'utf8') };
      }),
  );
}
