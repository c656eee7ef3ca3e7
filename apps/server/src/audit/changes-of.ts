/** Characters of a value that are kept. */
const maxLength = 500;

type KeyOf<Values> = Values extends unknown ? keyof Values & string : never;
type ValueOf<Values, Name> = Values extends unknown ? (Name extends keyof Values ? Values[Name] : never) : never;
type TextOf<Value> = Value extends string ? Value : string;
type Changes<Values> = { readonly [Name in KeyOf<Values> as `${Name}Before` | `${Name}After`]?: TextOf<ValueOf<Values, Name>> };

/** What was changed, each as it was before and as it is after; what stayed is left out. */
export function changesOf<Before extends object, After extends object>(before: Before, after: After): Changes<Before | After> {
  const [old, now] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const [was, is] = [textOf(old.get(name)), textOf(now.get(name))];
      return was === is
        ? []
        : [
            [`${name}Before`, was],
            [`${name}After`, is],
          ];
    }),
  ) as Changes<Before | After>;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value ?? null) ?? '')).slice(0, maxLength);
