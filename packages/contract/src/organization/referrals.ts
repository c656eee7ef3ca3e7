import { shownReferralStates } from '@tenbin/accounts';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { Count, Id, IsoTime, periodFields, skipFields, text } from '../shapes.ts';

/** What the referral ledger, its count and its file are filtered by. */
export const referralFields = {
  /** When the invited user came. */
  ...periodFields,
  /** Who invited: their code, or a part of their address. */
  referrer: z.optional(text(254)),
};

/** Somebody who came by another's invitation, what became of it, and what they have paid so far. */
export const ReferralEntry = z.object({
  date: IsoTime,
  code: z.string(),
  referrerId: Id,
  /** The address. */
  referrer: z.string(),
  referredUser: Id,
  email: z.string(),
  /** Each with all that stand before it; `left`: their account was deleted, and their address with it. */
  state: z.enum(shownReferralStates),
  firstPayment: z.nullable(IsoTime),
  /** Whole yen, less what went back. */
  paid: z.number(),
});
export type ReferralEntry = z.infer<typeof ReferralEntry>;

export const listReferralLedger = route({
  surface: 'organization',
  needs: 'money',
  method: 'GET',
  path: '/admin/referrals',
  summary: 'The referral ledger: who came by whose invitation, what became of it and what they have paid so far, newest first.',
  query: z.object({ ...skipFields(100), ...referralFields }),
  reply: z.array(ReferralEntry),
});

export const countReferralLedger = route({
  surface: 'organization',
  needs: 'money',
  method: 'GET',
  path: '/admin/referrals/count',
  summary: 'How many came by an invitation.',
  query: z.object(referralFields),
  reply: Count,
});
