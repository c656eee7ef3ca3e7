import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, pgPolicy, pgRole } from 'drizzle-orm/pg-core';

/** The role under which every statement of an organization runs. It bypasses nothing. */
export const tenantRoleName = 'tenbin_tenant';
/** The session setting that says which organization that is. */
export const organizationSetting = 'app.organization_id';

/** The organization of what the platform owns: no organization has this id, so none sees those rows. */
export const platformOrganizationId = '00000000-0000-0000-0000-000000000000';

const tenantRole = pgRole(tenantRoleName).existing();

/** Row-level security: only rows of the organization that the connection is set to, for reading and for writing. */
export function ofOwnOrganization(column: AnyPgColumn) {
  const own = sql`${column} = current_setting('${sql.raw(organizationSetting)}')::uuid`;
  return pgPolicy('own_organization', { for: 'all', to: tenantRole, using: own, withCheck: own });
}

/** What belongs to a user belongs to that user's organization; what belongs to none, to the platform. */
export function ofUserOrPlatform(
  name: string,
  { organizationId, userId }: { readonly organizationId: AnyPgColumn; readonly userId: AnyPgColumn },
) {
  return check(name, sql`(${userId} is null) = (${organizationId} = '${sql.raw(platformOrganizationId)}'::uuid)`);
}
