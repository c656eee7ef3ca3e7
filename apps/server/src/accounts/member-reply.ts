import type { StaffRole } from '@tenbin/accounts';
import type { StaffMember } from '@tenbin/db';

/** Whoever manages an organization or the platform, as others are told of them. @param withFactor - ids of those who have a second factor */
export const memberReply = <Role extends StaffRole>(
  { id, email, role, passwordHash, createdAt }: StaffMember<Role>,
  withFactor: ReadonlySet<string>,
) => ({
  _id: id,
  email,
  role,
  isInvited: passwordHash === null,
  hasFactor: withFactor.has(id),
  createdAt: createdAt.toISOString(),
});
