import * as z from 'zod/mini';
import { route } from '../route.ts';
import { Count, organizationCsvFields, skipFields } from '../shapes.ts';
import { AdministeredUser } from '../users/administered-user.ts';
import { userFilterFields } from './user-filter.ts';
import { UserSort } from './user-sort.ts';

export const listUsers = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/users',
  summary: 'The users that a filter finds, by pages, in an order.',
  query: z.object({ ...skipFields(100), ...userFilterFields, sort: z.optional(UserSort) }),
  reply: z.array(AdministeredUser),
});

export const countUsers = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/users/count',
  summary: 'How many users a filter finds.',
  query: z.object(userFilterFields),
  reply: Count,
});

export const downloadUsers = route({
  surface: 'organization',
  needs: 'export',
  method: 'GET',
  path: '/admin/users/download',
  summary: 'All users that a filter finds, oldest first.',
  query: z.object({ ...userFilterFields, ...organizationCsvFields }),
  reply: z.string(),
  answers: 'csv',
  columns: {
    _id: 'text',
    uid: 'text',
    email: 'text',
    firstName: 'text',
    lastName: 'text',
    language: 'text',
    organizationUserSince: 'time',
    verifiedAt: 'time',
    bannedAt: 'time',
    lastSeenAt: 'time',
    isPaid: 'text',
    planName: 'text',
    periodEnd: 'time',
    botCount: 'number',
    runningCount: 'number',
    volumeThisMonth: 'number',
    referralCode: 'text',
    referredBy: 'text',
    isAffiliate: 'text',
  },
});
