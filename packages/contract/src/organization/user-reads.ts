import { mailRecordStatuses } from '@tenbin/accounts';
import * as z from 'zod/mini';
import { AuditActor } from '../audit/shapes.ts';
import { Bot } from '../bots/shapes.ts';
import { PaymentRecord } from '../plans/shapes.ts';
import { Rebalance } from '../rebalances/shapes.ts';
import { route } from '../route.ts';
import { ById, Id, IsoTime, skipFields, Volume } from '../shapes.ts';

export const listBotsOfUser = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/users/{id}/bots',
  summary: 'The bots of a user, oldest first.',
  params: ById,
  reply: z.array(Bot),
  errors: ['userNotFound'],
});

export const listRebalancesOfUser = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/users/{id}/auto-rebalance-logs',
  summary: 'The rebalances of a user with their turnover and fees, newest first.',
  params: ById,
  query: z.object(skipFields(100)),
  reply: z.array(Rebalance),
  errors: ['userNotFound'],
});

export const listPaymentsOfUser = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/users/{id}/transaction-logs',
  summary: 'The payments of a user, newest first.',
  params: ById,
  query: z.object(skipFields(100)),
  reply: z.array(PaymentRecord),
  errors: ['userNotFound'],
});

export const getVolumeOfUser = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/users/{id}/volume/this-month',
  summary: "What a user's bots traded in this calendar month (UTC), in USD.",
  params: ById,
  reply: Volume,
  errors: ['userNotFound'],
});

export const listSessionsOfUser = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/users/{id}/sessions',
  summary: 'Where a user is signed in, latest use first.',
  params: ById,
  reply: z.array(
    z.object({ _id: Id, agent: z.nullable(z.string()), address: z.nullable(z.string()), createdAt: IsoTime, lastUsedAt: IsoTime }),
  ),
  errors: ['userNotFound'],
});

/** Something that was done by a user, or to them. */
const UserAct = z.object({
  kind: z.literal('act'),
  _id: Id,
  at: IsoTime,
  actor: AuditActor,
  /** Of an administrator: their address, also once they are removed. */
  by: z.nullable(z.string()),
  action: z.string(),
  /** The code of its refusal; null: it was done. */
  refusal: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  network: z.nullable(z.string()),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

/** A fact about a payment: it was made, failed, or went back. */
const UserPayment = z.object({ kind: z.literal('payment'), _id: z.string(), at: IsoTime, payment: PaymentRecord });

const UserMail = z.object({
  kind: z.literal('mail'),
  _id: Id,
  at: IsoTime,
  /** What it was about: 'passwordReset'. */
  about: z.string(),
  /** `bounced`: the address is not there; `refused` or `failed`: the mail server did not take it. */
  status: z.enum(mailRecordStatuses),
});

/** Something that happened to a user: an act with who did it, a payment, a mail. */
export const UserEvent = z.discriminatedUnion('kind', [UserAct, UserPayment, UserMail]);
export type UserEvent = z.infer<typeof UserEvent>;

export const listUserEvents = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/users/{id}/timeline',
  summary: 'What was done by a user and to them, by whom and why, with their payments and the mails that they were sent, newest first.',
  params: ById,
  query: z.object(skipFields(100)),
  reply: z.array(UserEvent),
  errors: ['userNotFound'],
});
