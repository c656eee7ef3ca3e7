/** The lists of which administrators may save a filter. */
export const filteredLists = ['users', 'bots'] as const;
export type FilteredList = (typeof filteredLists)[number];
