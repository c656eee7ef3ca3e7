import type { Organization, OrganizationDatabase } from '@tenbin/db';
import { Refusal } from '../route/refusal.ts';

/** @throws {Refusal} `organizationFull` where the organization has as many users as it may */
export async function requireRoomForUser({ limits: { users: most } }: Organization, { users }: OrganizationDatabase): Promise<void> {
  if (most !== null && (await users.count()) >= most) throw new Refusal('organizationFull', { facts: { most } });
}

/** The same where one is made, inside its transaction: of two at once the second counts the first. */
export const requireRoomNow = async (within: OrganizationDatabase): Promise<void> =>
  requireRoomForUser(await within.lockOrganization(), within);
