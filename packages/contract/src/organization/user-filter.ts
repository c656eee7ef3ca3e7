import { userConditions } from '@tenbin/accounts';
import * as z from 'zod/mini';
import { Flag, Id, Moment, text } from '../shapes.ts';
import { User } from '../users/shapes.ts';

const Least = text(30, { pattern: /^\d{1,15}(?:\.\d{1,8})?$/ });

/** What a list of users, its count and its file are filtered by; a field that is absent lets everybody through. */
export const userFilterFields = {
  condition: z.optional(z.enum(userConditions)),
  /** Part of the address, any case. */
  email: z.optional(text(254)),
  /** The id, or the short number that users know. */
  id: z.optional(text(36)),
  botStatus: z.optional(User.shape.botStatus),
  /** Any version of it. */
  plan: z.optional(Id),
  periodEndsFrom: z.optional(Moment),
  periodEndsBefore: z.optional(Moment),
  /** USD traded in this calendar month (UTC). */
  volumeFrom: z.optional(Least),
  volumeBelow: z.optional(Least),
  /** Of their plan's trading limit, in percent, used in this payment period; a limit of nothing is used up. */
  limitUsedFrom: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000))),
  /** Who invited them: the id, or the referral code. */
  referrer: z.optional(text(36)),
  seenFrom: z.optional(Moment),
  /** Those who were never seen as well. */
  seenBefore: z.optional(Moment),
  isVerified: z.optional(Flag),
  isBanned: z.optional(Flag),
  isFlagged: z.optional(Flag),
  /** A payment of theirs failed: within its grace they count as paid all the same. */
  isPaymentMissing: z.optional(Flag),
  /** The mail server refuses their address for good. */
  isBouncing: z.optional(Flag),
  /** They came then or later. */
  cameFrom: z.optional(Moment),
  cameBefore: z.optional(Moment),
};

/** The same in a body, where a field that is misspelt must not let everybody through. */
export const UserFilter = z.strictObject(userFilterFields);
export type UserFilter = z.input<typeof UserFilter>;
