import type { OrganizationDatabase } from '../database/database.ts';
import { platformOrganizationId } from '../schema/tenancy.ts';
import type { Operators } from './staff.ts';

/** The platform's administrators are its operators: a check of their table holds that they have no other roles. */
export function operatorsIn({
  organizationId,
  administrators,
}: Pick<OrganizationDatabase, 'organizationId' | 'administrators'>): Operators {
  if (organizationId !== platformOrganizationId) throw new Error('operators are the platform’s');
  return administrators as unknown as Operators;
}
