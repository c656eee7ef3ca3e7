import { bulkActs, targetOutcomes } from '@tenbin/accounts';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { ById, Id, IsoTime, skipFields, text } from '../shapes.ts';
import { UserFilter } from './user-filter.ts';

/** An act on many users as far as it is. */
export const BulkActSummary = z.object({
  _id: Id,
  act: z.enum(bulkActs),
  reason: z.string(),
  /** The address of who asked, also once they are removed; null where it is not known any more. */
  by: z.nullable(z.string()),
  askedAt: IsoTime,
  count: z.number(),
  doneCount: z.number(),
  refusedCount: z.number(),
  /** Null while somebody waits for their turn. */
  endedAt: z.nullable(IsoTime),
});
export type BulkActSummary = z.infer<typeof BulkActSummary>;

/** With what became of each. */
export const BulkAct = z.extend(BulkActSummary, {
  /** A page of them, refused ones first, and then those who have had their turn. */
  targets: z.array(
    z.object({
      user: Id,
      email: z.string(),
      outcome: z.nullable(z.enum(targetOutcomes)),
      code: z.nullable(z.string()),
      stopId: z.nullable(Id),
      /** Suspended, and still charged: the payment provider could not be reached, and it is tried again. */
      isCharged: z.boolean(),
    }),
  ),
});
export type BulkAct = z.infer<typeof BulkAct>;

export const actOnUsers = route({
  surface: 'organization',
  needs: 'stop',
  method: 'POST',
  path: '/admin/user-acts',
  summary:
    'Stops the bots of many users, or suspends them: those who are named, or all whom a filter finds, if they are as many as expected. It goes on by itself until each has had their turn. Suspending needs the permission for it.',
  body: z.object({
    act: z.enum(bulkActs),
    ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(1000))),
    /** As in a list of users; not beside ids. */
    filter: z.optional(UserFilter),
    expectedCount: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
    reason: text(500, { least: 1, pattern: /\S/ }),
  }),
  reply: BulkAct,
  status: 201,
  errors: ['selectionChanged'],
});

export const listBulkActs = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/user-acts',
  summary: 'The acts on many users that were asked for, the newest first, and how far each is.',
  query: z.object(skipFields(50)),
  reply: z.array(BulkActSummary),
});

export const getBulkAct = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/user-acts/{id}',
  summary: 'How far an act on many users is, and what became of each.',
  params: ById,
  query: z.object(skipFields(1000)),
  reply: BulkAct,
  errors: ['bulkActNotFound'],
});
