import * as z from 'zod/mini';
import { AuditEntry, auditColumns, auditFields } from '../audit/shapes.ts';
import { route } from '../route.ts';
import { Count, IsoTime, organizationCsvFields, pageFields } from '../shapes.ts';

export const listAudit = route({
  surface: 'organization',
  needs: 'audit',
  method: 'GET',
  path: '/admin/audit',
  summary: 'Who did what to whom, when, from where and with which result, newest first. Entries are only added.',
  query: z.object({ ...pageFields(100), ...auditFields }),
  reply: z.array(AuditEntry),
});

export const countAudit = route({
  surface: 'organization',
  needs: 'audit',
  method: 'GET',
  path: '/admin/audit/count',
  summary: 'How many entries a search finds.',
  query: z.object(auditFields),
  reply: Count,
});

/** Days are UTC: '2026-01-31'. */
export const AuditCheck = z.object({
  /** The last day whose entries are sealed; null before the first. */
  sealedTo: z.nullable(z.string()),
  /** Of that day, made of its entries and of the seal before it: whoever keeps it elsewhere can tell whether all was made anew. */
  seal: z.nullable(z.string()),
  /** In the days that are sealed. */
  entries: z.number(),
  /** Every one of those days was looked at since then; null where none is sealed. */
  checkedAt: z.nullable(IsoTime),
  /** Days that are not what they were when they were sealed, oldest first, a hundred at most. */
  brokenDays: z.array(z.string()),
});
export type AuditCheck = z.infer<typeof AuditCheck>;

export const getAuditCheck = route({
  surface: 'organization',
  needs: 'audit',
  method: 'GET',
  path: '/admin/audit/check',
  summary: 'Whether the entries are what they were: each day is sealed when it is over, and looked at again at night.',
  reply: AuditCheck,
});

export const downloadAudit = route({
  surface: 'organization',
  needs: 'audit',
  method: 'GET',
  path: '/admin/audit/download',
  summary: 'The entries that a search finds, oldest first. That it was taken is an entry as well.',
  query: z.object({ ...auditFields, ...organizationCsvFields }),
  reply: z.string(),
  answers: 'csv',
  columns: auditColumns,
});
