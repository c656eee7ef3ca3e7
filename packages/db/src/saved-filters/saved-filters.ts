import type { FilteredList } from '@tenbin/accounts';

/** What somebody looks for again: how the address of a list says it, under a name. */
export interface SavedFilter {
  readonly id: string;
  readonly list: FilteredList;
  readonly name: string;
  readonly search: Readonly<Record<string, string>>;
  /** Everybody who manages the organization has it. */
  readonly isShared: boolean;
  /** Whose it is. */
  readonly by: string;
}

/** The filters that the administrators of one organization have saved. */
export interface SavedFilters {
  /** Somebody's own, and those that are shared, by their names. */
  list(list: FilteredList, by: string): Promise<SavedFilter[]>;
  /**
   * @param how - `replaces`: the same person's filter of that list and name, where there is one
   * @throws {DbError} `savedFilterExists`, `tooManySavedFilters`
   */
  save(
    filter: Omit<SavedFilter, 'id'>,
    how: { readonly replaces: boolean; readonly at: Date },
  ): Promise<{ readonly before: SavedFilter | null; readonly saved: SavedFilter }>;
  /** @returns null where it is neither theirs nor shared, or not there */
  find(id: string, by: string): Promise<SavedFilter | null>;
  remove(id: string): Promise<void>;
}

/** Of one person, over all lists. */
export const maxSavedFilters = 100;
