import * as z from 'zod/mini';
import { route } from '../route.ts';
import { ById, Count, Id, IsoTime, skipFields, text } from '../shapes.ts';
import { AdministeredUser } from '../users/administered-user.ts';

/** A user of any organization. */
export const PlatformUser = z.object({
  _id: Id,
  organization: Id,
  email: z.string(),
  uid: z.string(),
  createdAt: IsoTime,
  verifiedAt: z.nullable(IsoTime),
  bannedAt: z.nullable(IsoTime),
  lastSeenAt: z.nullable(IsoTime),
  botCount: z.number(),
  runningCount: z.number(),
});
export type PlatformUser = z.infer<typeof PlatformUser>;

const filterFields = {
  /** Part of the address, any case. */
  email: z.optional(text(254)),
  /** The id, or the short number that users know. */
  id: z.optional(text(36)),
  organization: z.optional(Id),
};
const { organization: _organization, ...ownFilterFields } = filterFields;

export const listPlatformUsers = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/users',
  summary: 'The users of all organizations, newest first. Each look is written down.',
  query: z.object({ ...skipFields(100), ...filterFields }),
  reply: z.array(PlatformUser),
});

export const countPlatformUsers = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/users/count',
  summary: 'How many there are.',
  query: z.object(filterFields),
  reply: Count,
});

export const listUsersOfOrganization = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/organizations/{id}/users',
  summary: 'The users of one organization, newest first. Each look is written down.',
  params: ById,
  query: z.object({ ...skipFields(100), ...ownFilterFields }),
  reply: z.array(PlatformUser),
  errors: ['organizationNotFound'],
});

export const getPlatformUser = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/users/{id}',
  summary: 'A user of any organization, as its administrators see them. Each look is written down.',
  params: ById,
  reply: z.extend(AdministeredUser, { organization: Id }),
  errors: ['userNotFound'],
});
