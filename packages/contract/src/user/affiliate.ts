import { shownReferralStates } from '@tenbin/accounts';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { IsoTime } from '../shapes.ts';

export const getAffiliateCode = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/users/affiliate_code',
  summary: "The caller's own code to invite others with, and the address that leads to sign-up with it filled in.",
  reply: z.object({ code: z.string(), url: z.string() }),
  errors: ['affiliateNotOffered'],
});

/** `left`: their account was deleted. */
const ReferralState = z.enum(shownReferralStates);

export const listReferrals = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/users/referrals',
  summary: 'What became of those who signed up with the code of the caller, newest first; who they are is not told.',
  reply: z.object({
    /** How many came so far or further; who has left counts on as they were. */
    counts: z.object({ signedUp: z.number(), verified: z.number(), paid: z.number(), running: z.number() }),
    /** The newest hundred. */
    referrals: z.array(z.object({ signedUpAt: IsoTime, state: ReferralState })),
  }),
  errors: ['affiliateNotOffered'],
});
