import { filteredLists } from '@tenbin/accounts';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { ById, Id, named, Success, text } from '../shapes.ts';

const FilteredList = z.enum(filteredLists);

/** A filter of a list under a name; its owner's alone, or everybody's who manages the organization. */
export const SavedFilter = z.object({
  _id: Id,
  list: FilteredList,
  name: z.string(),
  /** As the address of the list says it. */
  search: z.record(z.string(), z.string()),
  isShared: z.boolean(),
  /** Of whoever asks. */
  isOwn: z.boolean(),
});
export type SavedFilter = z.infer<typeof SavedFilter>;

export const listSavedFilters = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/saved-filters',
  summary: "One's own filters of a list and those that are shared, by their names.",
  query: z.object({ list: FilteredList }),
  reply: z.array(SavedFilter),
});

export const saveFilter = route({
  surface: 'organization',
  needs: 'read',
  method: 'POST',
  path: '/admin/saved-filters',
  summary:
    "Saves a filter of a list; 100 at most. One's own of the same name is replaced where that is asked for. Sharing it with everybody needs the permission to change users.",
  body: z.object({
    list: FilteredList,
    name: text(60, { least: 1, pattern: /\S/ }),
    search: named(20, text(254)),
    isShared: z._default(z.boolean(), false),
    replaces: z._default(z.boolean(), false),
  }),
  reply: SavedFilter,
  status: 201,
  errors: ['tooManySavedFilters'],
  fieldErrors: { name: ['savedFilterExists'] },
});

export const removeSavedFilter = route({
  surface: 'organization',
  needs: 'read',
  method: 'DELETE',
  path: '/admin/saved-filters/{id}',
  summary: "Removes one's own filter; a shared one of somebody else with the permission to change users.",
  params: ById,
  reply: Success,
  errors: ['savedFilterNotFound'],
});
