import type { OperatorRole, OrganizationRole } from '@tenbin/accounts';
import { operatorRoles, organizationRoles } from '@tenbin/accounts';
import * as z from 'zod/mini';
import { Id } from '../shapes.ts';

const AdministratorRole = z.enum(Object.keys(organizationRoles) as OrganizationRole[]);
const PlatformRole = z.enum(Object.keys(operatorRoles) as OperatorRole[]);

/** An administrator of an organization who signed in. */
export const SignedInAdministrator = z.object({
  _id: Id,
  email: z.string(),
  organization: Id,
  role: AdministratorRole,
  uniqueKey: z.string(),
});

/** An operator of the platform who signed in. */
export const SignedInOperator = z.object({ _id: Id, email: z.string(), role: PlatformRole, uniqueKey: z.string() });

export type SignedInAdministrator = z.infer<typeof SignedInAdministrator>;
export type SignedInOperator = z.infer<typeof SignedInOperator>;
