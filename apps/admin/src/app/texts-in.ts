import { textIn } from '@tenbin/app-kit';

/** Of what an address says, for `validateSearch`: the texts of these names. */
export const textsIn = <const Name extends string>(search: Readonly<Record<string, unknown>>, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, textIn(search[name])])) as { readonly [K in Name]: string | undefined };
