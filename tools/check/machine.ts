import { isTest, partOf, type Source, type Violation } from './imports.ts';

/** Something of the machine that the runtime gives instead. */
export interface Machine {
  readonly kind: string;
  readonly pattern: RegExp;
  readonly instead: string;
}

/** A file that may ask the machine for some of it. */
export interface MachineUse {
  readonly path: string;
  readonly kinds: readonly string[];
  readonly reason: string;
}

export interface MachineRules {
  readonly machine: readonly Machine[];
  readonly uses: readonly MachineUse[];
  /** Parts that this is not about. */
  readonly elsewhere: readonly string[];
}

/**
 * Holds sources against the one place that asks the machine for time and chance: nobody but the files that are listed does, and whoever
 * is listed does.
 */
export function checkMachine(sources: readonly Source[], { machine, uses, elsewhere }: MachineRules): Violation[] {
  const found = sources.flatMap((source) => {
    const part = partOf(source.path);
    if (!part || elsewhere.includes(part) || isTest(source.path)) return [];
    return linesOf(source).flatMap(({ text, line }) =>
      machine.filter(({ pattern }) => pattern.test(text)).map(({ kind, instead }) => ({ path: source.path, line, kind, instead })),
    );
  });
  const isListed = (path: string, kind: string) => uses.some((use) => use.path === path && use.kinds.includes(kind));
  const unlisted = found
    .filter(({ path, kind }) => !isListed(path, kind))
    .map(({ path, line, kind, instead }) => ({ path, line, message: `asks the machine for ${kind}: take ${instead}` }));
  const idle = uses.flatMap(({ path, kinds }) =>
    kinds
      .filter((kind) => !found.some((one) => one.path === path && one.kind === kind))
      .map((kind) => ({ path, line: 1, message: `does not ask the machine for ${kind} any more: take it off the list` })),
  );
  return [...unlisted, ...idle];
}

/** Without comments. */
const linesOf = ({ text }: Source): { readonly text: string; readonly line: number }[] =>
  text
    .split('\n')
    .map((line, index) => ({ text: line, line: index + 1 }))
    .filter(({ text: line }) => !/^\s*(?:\/\/|\/?\*)/.test(line));
