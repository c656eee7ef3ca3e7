import { sql as fragment, getTableName, type SQL, type Table } from 'drizzle-orm';

/**
 * Whether the user of a row pays in vain: they or their organization are suspended, or they are there for referrals only, so that
 * they may not trade whatever they pay; or nothing is to be paid there.
 */
export function isHeldBack(table: Table): SQL {
  // Named with its table: a statement of one table leaves it out, and these have columns of the same name.
  const of = fragment.identifier(getTableName(table));
  return fragment`(
    exists (select from users u where u.organization_id = ${of}.organization_id and u.id = ${of}.user_id
      and (u.banned_at is not null or u.is_affiliate))
    or exists (select from organizations o where o.id = ${of}.organization_id and (o.suspended_at is not null or o.is_free)))`;
}
