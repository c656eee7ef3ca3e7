import { botStatuses } from '@tenbin/bots';
import type { CallCode } from '@tenbin/messages';
import * as z from 'zod/mini';
import { Subscription } from '../plans/shapes.ts';
import { Id, IsoTime, Language, text } from '../shapes.ts';

export const User = z.object({
  _id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string(),
  address: z.string(),
  /** Short and readable, for support. */
  uid: z.string(),
  createdAt: IsoTime,
  language: Language,
  referralCode: z.nullable(z.string()),
  organization: Id,
  /** The one that runs, or the last one that ended. */
  subscription: z.nullable(Subscription),
  actionFlags: z.array(z.string()),
  botStatus: z.enum(botStatuses),
  isPaid: z.boolean(),
  isAffiliate: z.boolean(),
});

/** Only sign-in, verify and verify-updated-e-mail hand out the key. */
export const SignedInUser = z.extend(User, { uniqueKey: z.string() });

/** Alike for an address that is new, one that has signed up before, and a user's: which it is, the mail tells its owner. */
export const SignedUp = z.extend(User, {
  /** Goes with the mailed code at verify, in the place of the password. Handed out once. */
  ticket: z.string(),
  /** Whether a mail was sent: none is while the address is spared from the one before. */
  mailed: z.boolean(),
  /** When the next mail may be asked for. */
  resendAfterSeconds: z.number(),
});

export const Email = text(254, { least: 3 });
export const Password = text(200, { least: 1 });
/** `password`: the current one. */
export const NewPassword = z.object({ password: Password, newPassword: Password });
/** Six digits of an authenticator app, or a recovery code. */
export const FactorCode = text(40);
/** What a call that takes a code of a second factor may refuse it with. */
export const factorCodeErrors = ['factorCodeWrong', 'codesLocked'] as const satisfies readonly CallCode[];

export type User = z.infer<typeof User>;
export type SignedInUser = z.infer<typeof SignedInUser>;
