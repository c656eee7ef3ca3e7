import * as z from 'zod/mini';
import { AuditEntry, auditColumns, auditFields } from '../audit/shapes.ts';
import { route } from '../route.ts';
import { Count, csvFields, Id, pageFields } from '../shapes.ts';

const filterFields = {
  ...auditFields,
  /** Of one organization, or of the platform itself. */
  organization: z.optional(z.union([Id, z.literal('platform')])),
};

/** `organization`: null where it is the platform's own. */
export const PlatformAuditEntry = z.extend(AuditEntry, { organization: z.nullable(Id) });
export type PlatformAuditEntry = z.infer<typeof PlatformAuditEntry>;

export const listPlatformAudit = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/audit',
  summary: 'Who did what, over all organizations and the platform, newest first. That somebody looked is an entry as well.',
  query: z.object({ ...pageFields(100), ...filterFields }),
  reply: z.array(PlatformAuditEntry),
});

export const countPlatformAudit = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/audit/count',
  summary: 'How many entries a search finds.',
  query: z.object(filterFields),
  reply: Count,
});

export const downloadPlatformAudit = route({
  surface: 'operator',
  needs: 'operate',
  method: 'GET',
  path: '/ango-ya/audit/download',
  summary: 'The entries that a search finds, oldest first. That it was taken is an entry as well.',
  query: z.object({ ...filterFields, ...csvFields }),
  reply: z.string(),
  answers: 'csv',
  columns: { organization: 'text', ...auditColumns },
});
