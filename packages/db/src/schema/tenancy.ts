import { sql } from 'drizzle-orm';
import { type AnyPgColumn, pgPolicy, pgRole } from 'drizzle-orm/pg-core';

/** The role under which every statement of an organization runs. It bypasses nothing. */
export const tenantRoleName = 'tenbin_tenant';
/** The session setting that says which organization that is. */
export const organizationSetting = 'app.organization_id';

const tenantRole = pgRole(tenantRoleName).existing();

/** Row-level security: only rows of the organization that the connection is set to, for reading and for writing. */
export function ofOwnOrganization(column: AnyPgColumn) {
  const own = sql`${column} = current_setting('${sql.raw(organizationSetting)}')::uuid`;
  return pgPolicy('own_organization', { for: 'all', to: tenantRole, using: own, withCheck: own });
}
