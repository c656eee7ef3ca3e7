/** Some fields of what an address says, changed; what is undefined goes. */
export type SearchChange<Search> = { readonly [Field in keyof Search]?: Search[Field] | undefined };

/** A changed search begins at its first page, unless that is said. */
export const changedSearch = <Search extends object>(now: Search, next: SearchChange<Search>): Search =>
  Object.fromEntries(Object.entries({ ...now, page: undefined, ...next }).filter(([, value]) => value !== undefined)) as Search;
