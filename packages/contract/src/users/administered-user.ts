import { subscriptionSources } from '@tenbin/billing';
import * as z from 'zod/mini';
import { Subscription } from '../plans/shapes.ts';
import { Id, IsoTime, Language } from '../shapes.ts';
import { User } from './shapes.ts';

/** A user as the administrators of their organization see them. */
export const AdministeredUser = z.object({
  _id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  uid: z.string(),
  language: Language,
  referralCode: z.string(),
  referredBy: z.nullable(Id),
  isAffiliate: z.boolean(),
  organizationUserSince: IsoTime,
  verifiedAt: z.nullable(IsoTime),
  bannedAt: z.nullable(IsoTime),
  lastSeenAt: z.nullable(IsoTime),
  botStatus: User.shape.botStatus,
  botCount: z.number(),
  runningCount: z.number(),
  isPaid: z.boolean(),
  planName: z.nullable(z.string()),
  periodEnd: z.nullable(IsoTime),
  /** Of their plan's trading limit, in percent, used in this payment period; null where there is no limit. */
  limitUsed: z.nullable(z.number()),
  /** USD of this calendar month (UTC). */
  volumeThisMonth: z.number(),
  isFlagged: z.boolean(),
  note: z.string(),
  /** The mail server refuses their address for good, with its code; null: it does not. */
  bounce: z.nullable(z.object({ reason: z.string(), at: IsoTime })),
});
export type AdministeredUser = z.infer<typeof AdministeredUser>;

/** With what only a look at one of them shows. */
export const ExaminedUser = z.extend(AdministeredUser, {
  phoneNumber: z.string(),
  address: z.string(),
  /** Something is asked for beside the password. */
  hasFactor: z.boolean(),
  /** The one that runs, or the last that ended. */
  subscription: z.nullable(z.extend(Subscription, { source: z.enum(subscriptionSources) })),
});
export type ExaminedUser = z.infer<typeof ExaminedUser>;
