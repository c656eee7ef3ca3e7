import type { OperatorRole, OrganizationRole } from '@tenbin/accounts';
import { operatorRoles, organizationRoles } from '@tenbin/accounts';
import * as z from 'zod/mini';
import { Id, IsoTime, Language } from '../shapes.ts';

export const AdministratorRole = z.enum(Object.keys(organizationRoles) as OrganizationRole[]);
export const PlatformRole = z.enum(Object.keys(operatorRoles) as OperatorRole[]);

const memberFields = {
  _id: Id,
  email: z.string(),
  /** Has not chosen a password yet. */
  isInvited: z.boolean(),
  /** Signs in with more than a password. */
  hasFactor: z.boolean(),
  createdAt: IsoTime,
};
const selfFields = {
  language: Language,
  /** A second factor is asked for: until there is one, they can do nothing else. */
  mustAddFactor: z.boolean(),
};

/** An administrator of an organization. */
export const Administrator = z.object({ ...memberFields, role: AdministratorRole });

/** The one who asks. */
export const AdministratorSelf = z.extend(Administrator, {
  ...selfFields,
  /** The organization's: its days and months begin by it. */
  timeZone: z.string(),
});

/** Whoever operates the platform. */
export const PlatformOperator = z.object({ ...memberFields, role: PlatformRole });
export const OperatorSelf = z.extend(PlatformOperator, selfFields);

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

export type Administrator = z.infer<typeof Administrator>;
export type AdministratorSelf = z.infer<typeof AdministratorSelf>;
export type PlatformOperator = z.infer<typeof PlatformOperator>;
export type OperatorSelf = z.infer<typeof OperatorSelf>;
export type SignedInAdministrator = z.infer<typeof SignedInAdministrator>;
export type SignedInOperator = z.infer<typeof SignedInOperator>;
/** Whoever manages something, as they see themselves. */
export type StaffSelf = AdministratorSelf | OperatorSelf;
