/** Whether a read was one for a text. It stays as it was found: a search costs too much to be made anew with every decision. */
export const isSearch = (queryKey: readonly unknown[]): boolean =>
  (queryKey.at(-1) as { readonly query?: { readonly text?: string } } | undefined)?.query?.text !== undefined;
