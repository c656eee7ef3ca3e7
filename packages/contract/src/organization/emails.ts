import { broadcastKinds, broadcastStates, type LeftOutReason, userConditions } from '@tenbin/accounts';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { ById, Count, Id, IsoTime, Moment, Success, skipFields, text } from '../shapes.ts';
import { UserFilter } from './user-filter.ts';

/** Named one by one. */
const maxNamedUsers = 1_000;

/** By language; empty in one that it is not written in: its readers get the other one. */
const Wording = (most: number) => z.object({ ja: z._default(text(most), ''), en: z._default(text(most), '') });

const written = {
  subject: Wording(100),
  /** Markdown: headings, paragraphs, lists, quotes, code, rules, emphasis and links. */
  body: Wording(20_000),
  /** `service`: what its readers have to know, always mailed; by owners only. `news`: not to those who have switched news off. */
  kind: z.enum(broadcastKinds),
};

/** All whom the list of users finds by the same filter; where users are named, those of them. */
const Audience = z.extend(UserFilter, { userIds: z.optional(z.array(Id).check(z.maxLength(maxNamedUsers))) });

const BothLanguages = z.object({ ja: z.string(), en: z.string() });
const LeftOut = z.object({
  banned: z.number(),
  unverified: z.number(),
  bounced: z.number(),
  unsubscribed: z.number(),
} satisfies Record<LeftOutReason, z.ZodMiniNumber>);

/** A mail to many users. */
const BroadcastSummary = z.object({
  _id: Id,
  kind: z.enum(broadcastKinds),
  state: z.enum(broadcastStates),
  subject: BothLanguages,
  audience: z.object({
    condition: z.enum(userConditions),
    /** The rest of the filter, by the names of its fields; moments in ISO 8601. */
    filter: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    /** Of so many that were named; null: of all. */
    namedUsers: z.nullable(z.number()),
  }),
  /** The administrator's address; null where it is not known any more. */
  createdBy: z.nullable(z.string()),
  createdAt: IsoTime,
  sendAt: IsoTime,
  startedAt: z.nullable(IsoTime),
  endedAt: z.nullable(IsoTime),
  /** Who is to be mailed, as of its beginning; null before. */
  recipients: z.nullable(z.number()),
});

export const Broadcast = z.extend(BroadcastSummary, {
  body: BothLanguages,
  results: z.object({
    sent: z.number(),
    waiting: z.number(),
    /** By what the mail server said; the most frequent first. */
    failed: z.array(z.object({ reason: z.string(), count: z.number() })),
    leftOut: LeftOut,
  }),
  /** Why it does not go on: the mail server takes no mails until then, or too many were refused (null: until it is resumed). An empty reason: the database was restored. */
  trouble: z.nullable(z.object({ reason: z.string(), until: z.nullable(IsoTime) })),
});
export type Broadcast = z.infer<typeof Broadcast>;

export const broadcastEmail = route({
  surface: 'organization',
  needs: 'mail',
  method: 'POST',
  path: '/admin/emails/broadcast',
  summary:
    'Mails many users, each once and in their language, at once or at a time. Who gets it is fixed when it begins. Refused where `expectedCount` is not how many it would be now. With a header `Idempotency-Key` it is made once, however often it is asked for.',
  body: z.object({
    ...written,
    audience: Audience,
    /** Absent: at once. One that is over is refused. */
    sendAt: z.optional(Moment),
    /** As it was counted: somebody has looked at it. */
    expectedCount: z.number().check(z.int(), z.minimum(0)),
  }),
  reply: z.object({ _id: Id, recipients: z.number() }),
  status: 201,
  errors: ['permissionMissing', 'nobodyToMail', 'audienceChanged', 'idempotencyKeyReused'],
  fieldErrors: { body: ['emailNotWritten'], sendAt: ['sendTimeTooLate'] },
});

export const countRecipients = route({
  surface: 'organization',
  needs: 'mail',
  method: 'POST',
  path: '/admin/emails/count',
  summary: 'How many users a broadcast would reach now, and how many it would leave out, by why.',
  body: z.object({ audience: Audience, kind: written.kind }),
  reply: z.object({ count: z.number(), leftOut: LeftOut }),
  audited: false,
});

const Rendered = z.nullable(z.object({ subject: z.string(), html: z.string(), text: z.string() }));

export const previewEmail = route({
  surface: 'organization',
  needs: 'mail',
  method: 'POST',
  path: '/admin/emails/preview',
  summary: 'The mail as its readers get it, in the look of the brand, by language; null in one that it is not written in.',
  body: z.object(written),
  reply: z.object({ ja: Rendered, en: Rendered }),
  audited: false,
});

export const sendTestEmail = route({
  surface: 'organization',
  needs: 'mail',
  method: 'POST',
  path: '/admin/emails/test',
  summary: "Mails it to the caller's own address, in each language that it is written in.",
  body: z.object(written),
  reply: z.object({ to: z.string() }),
  fieldErrors: { body: ['emailNotWritten'] },
});

export const listEmails = route({
  surface: 'organization',
  needs: 'mail',
  method: 'GET',
  path: '/admin/emails',
  summary: 'The broadcasts of the organization, newest first.',
  query: z.object(skipFields(100)),
  reply: z.array(BroadcastSummary),
});

export const getEmail = route({
  surface: 'organization',
  needs: 'mail',
  method: 'GET',
  path: '/admin/emails/{id}',
  summary: 'A broadcast with how far it is: sent, waiting, failed by reason, and left out by why.',
  params: ById,
  reply: Broadcast,
  errors: ['emailNotFound'],
});

export const cancelEmail = route({
  surface: 'organization',
  needs: 'mail',
  method: 'DELETE',
  path: '/admin/emails/{id}',
  summary: 'Takes a broadcast back: what has not been sent is not sent. Refused once it has ended.',
  params: ById,
  reply: Success,
  errors: ['emailNotFound', 'emailEnded'],
});

export const resumeEmail = route({
  surface: 'organization',
  needs: 'mail',
  method: 'PUT',
  path: '/admin/emails/{id}/resume',
  summary: 'Goes on with a broadcast that was paused: too many of its mails were refused, or the database was restored.',
  params: ById,
  reply: Success,
  errors: ['permissionMissing', 'emailNotFound', 'emailNotPaused'],
});

export const countBouncingAddresses = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/emails/bounces/count',
  summary: 'How many users have an address that the mail server refuses for good. Broadcasts leave them out until it takes a mail to them.',
  reply: Count,
});
