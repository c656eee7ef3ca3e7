import { auditActors } from '@tenbin/accounts';
import * as z from 'zod/mini';
import { Flag, Id, IsoTime, listOf, periodFields, text } from '../shapes.ts';

export const AuditActor = z.enum(auditActors);

export const auditFields = {
  ...periodFields,
  actor: z.optional(AuditActor),
  /** Who did it: an id, or the address of a user or an administrator. */
  by: z.optional(text(254, { least: 1 })),
  /** Whom or what it was about, or who did it: an id, or an address. */
  about: z.optional(text(254, { least: 1 })),
  /** Names of calls: 'banUser,pardonUser'. */
  actions: z.optional(listOf(text(60, { pattern: /^[A-Za-z]+$/ }))),
  /** Only what was refused, or only what was done. */
  refused: z.optional(Flag),
};

export const AuditEntry = z.object({
  _id: Id,
  at: IsoTime,
  actor: AuditActor,
  actorId: z.nullable(Id),
  /** The actor's address; null where they have none, or are not there any more. */
  actorEmail: z.nullable(z.string()),
  role: z.nullable(z.string()),
  sessionId: z.nullable(Id),
  /** The call, or what a worker or a command did. */
  action: z.string(),
  /** The code of the refusal; null where it was done. */
  refusal: z.nullable(z.string()),
  /** In the words of who did it. */
  reason: z.nullable(z.string()),
  network: z.nullable(z.string()),
  agent: z.nullable(z.string()),
  /** Whom and what it was about; what was changed as `…Before` and `…After`. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Of people who are named by an id in the facts: their addresses. */
  people: z.record(z.string(), z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const auditColumns = {
  _id: 'text',
  at: 'time',
  actor: 'text',
  actorId: 'text',
  actorEmail: 'text',
  role: 'text',
  sessionId: 'text',
  action: 'text',
  refusal: 'text',
  reason: 'text',
  network: 'text',
  agent: 'text',
  facts: 'text',
} as const;
