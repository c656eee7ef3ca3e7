/** What an administrator of an organization may be allowed to do. */
export const organizationPermissions = [
  /** See users, bots and stops. */
  'read',
  /** Stop bots. */
  'stop',
  /** Change users, suspend them and let them in again. */
  'users',
  /** Start bots. */
  'bots',
  'plans',
  /** Mail news to users. */
  'mail',
  /** Mail users what they cannot switch off. */
  'serviceMail',
  /** See bills and payments. */
  'money',
  /** Take data out: downloads and exports. */
  'export',
  'settings',
  'administrators',
  /** See who did what. */
  'audit',
] as const;
export type OrganizationPermission = (typeof organizationPermissions)[number];

/** The same of an operator of the platform. */
export const operatorPermissions = ['read', 'operate'] as const;
export type OperatorPermission = (typeof operatorPermissions)[number];

/** What each role may do; nothing that is not named. */
export const organizationRoles = {
  owner: organizationPermissions,
  manager: ['read', 'stop', 'users', 'bots', 'plans', 'mail'],
  support: ['read', 'stop'],
  finance: ['money', 'export'],
} as const satisfies Readonly<Record<string, readonly OrganizationPermission[]>>;
export type OrganizationRole = keyof typeof organizationRoles;

export const operatorRoles = {
  operator: operatorPermissions,
  observer: ['read'],
} as const satisfies Readonly<Record<string, readonly OperatorPermission[]>>;
export type OperatorRole = keyof typeof operatorRoles;

/** Of those who manage an organization or the platform. */
export type StaffRole = OrganizationRole | OperatorRole;
export type Permission = OrganizationPermission | OperatorPermission;

const permissions: Readonly<Record<StaffRole, readonly Permission[]>> = { ...organizationRoles, ...operatorRoles };

export const mayDo = (role: StaffRole, permission: Permission): boolean => permissions[role].includes(permission);

/** Nobody gives a role, or touches whoever has it, that includes what their own does not. */
export const isAtMost = (role: OrganizationRole, own: OrganizationRole): boolean =>
  organizationRoles[role].every((permission) => mayDo(own, permission));

/** Roles of which one is always left: whoever invites the others. */
const lastingRoles: ReadonlySet<StaffRole> = new Set<StaffRole>(['owner', 'operator']);

interface Member {
  readonly id: string;
  readonly role: StaffRole;
  /** They have not come yet, and so are none. */
  readonly isInvited: boolean;
}

/** Whether somebody is the only one left in a role that may not run out, and so keeps it. */
export const isLastOf = (all: readonly Member[], { id, role, isInvited }: Member): boolean =>
  lastingRoles.has(role) && !isInvited && !all.some((one) => one.id !== id && one.role === role && !one.isInvited);
