import { listSavedFilters, removeSavedFilter, type SavedFilter, saveFilter } from '@tenbin/contract';
import type { SavedFilter as Stored } from '@tenbin/db';
import { changesOf } from '../../audit/changes-of.ts';
import { requirePermission } from '../../route/authenticate.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

const reply = ({ id, by, search, ...filter }: Stored, administratorId: string): SavedFilter => ({
  _id: id,
  ...filter,
  search: { ...search },
  isOwn: by === administratorId,
});

const handleList = implementForAdministrator(listSavedFilters, async ({ query, actor: { organization, administratorId } }) =>
  (await organization.savedFilters.list(query.list, administratorId)).map((filter) => reply(filter, administratorId)),
);

/** A text may hold half a sign, which JSON in the database cannot. */
const wellFormed = (search: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]));

const handleSave = implementForAdministrator(saveFilter, async ({ body: { replaces, ...body }, actor, deps, audit }) => {
  if (body.isShared) requirePermission({ needs: 'users' }, actor);
  const { organization, administratorId: by } = actor;
  return organization.transaction(async (within) => {
    const how = { replaces, at: deps.clock.now() };
    const { before, saved } = await within.savedFilters.save({ ...body, search: wellFormed(body.search), by }, how);
    const { id: filterId, list, name, search, isShared } = saved;
    audit.add({
      filterId,
      list,
      name,
      isShared,
      ...(before && changesOf({ search: before.search, isShared: before.isShared }, { search, isShared })),
    });
    await audit.storeIn(within);
    return reply(saved, by);
  });
});

const handleRemove = implementForAdministrator(removeSavedFilter, async ({ params, actor, audit }) => {
  const { organization, administratorId: by } = actor;
  return organization.transaction(async (within) => {
    const found = await within.savedFilters.find(params.id, by);
    if (!found) throw new Refusal('savedFilterNotFound');
    if (found.by !== by) requirePermission({ needs: 'users' }, actor);
    await within.savedFilters.remove(params.id);
    audit.add({ list: found.list, name: found.name });
    await audit.storeIn(within);
    return { success: true };
  });
});

export const savedFilterCalls: readonly Implementation[] = [handleList, handleSave, handleRemove];
