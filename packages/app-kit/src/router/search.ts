/** What an address says, for `validateSearch`: whatever cannot be read is as if it were not there. */

export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

/** From 1. */
export const wholeIn = (value: unknown): number | undefined =>
  Number.isInteger(Number(value)) && Number(value) >= 1 ? Number(value) : undefined;

/** A field without a value is there as undefined: the router would put what the address has in its place, whatever that is. */
export const given = <Fields extends Record<string, unknown>>(fields: Fields) => fields as { [K in keyof Fields]?: NonNullable<Fields[K]> };

/** Some fields of what an address says, changed. */
export type SearchChange<Search> = { readonly [Field in keyof Search]?: Search[Field] | undefined };

/**
 * What an address says after a change of some fields; what is undefined or empty goes, and a changed search begins at its
 * first page. To be given to the router as a function of what the address says by then: two changes may come before the page
 * is drawn again.
 */
export const changedSearch = <Search extends object>(now: Search, next: SearchChange<NoInfer<Search>>): Search =>
  Object.fromEntries(
    Object.entries({ ...now, page: undefined, ...next }).filter(([, value]) => value !== undefined && value !== ''),
  ) as Search;
