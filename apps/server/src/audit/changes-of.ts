import type { AuditFacts } from '@tenbin/db';

/** Characters of a value that are kept. */
const most = 500;

/** What was changed, each as it was before and as it is after; what stayed is left out. */
export function changesOf(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): AuditFacts {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const [was, is] = [textOf(before[name]), textOf(after[name])];
      return was === is
        ? []
        : [
            [`${name}Before`, was],
            [`${name}After`, is],
          ];
    }),
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value ?? null) ?? '')).slice(0, most);
