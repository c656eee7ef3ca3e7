import * as z from 'zod/mini';
import { route } from '../route.ts';
import { IsoTime, Language, listOf, Moment, Success, text, Volume } from '../shapes.ts';
import { User } from '../users/shapes.ts';

export const signOut = route({
  surface: 'user',
  method: 'DELETE',
  path: '/api/users/session',
  summary: 'Ends the session at once.',
  reply: Success,
  whileViewing: true,
});

export const getSelf = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/users/self',
  summary: 'The caller.',
  reply: User,
});

/** As people write them, full-width digits and any dash too: at least six signs, or nothing. */
const phoneNumber = /^(?:[+＋(（]?[0-9０-９][-0-9０-９ 　()（）.－ー‐–−]{5,28})?$/;

/** Characters that a user's own data have at most. */
export const maxSelfLengths = { firstName: 100, lastName: 100, phoneNumber: 30, address: 300 } as const;

const userFields = z.object({
  firstName: z.optional(text(maxSelfLengths.firstName)),
  lastName: z.optional(text(maxSelfLengths.lastName)),
  phoneNumber: z.optional(text(maxSelfLengths.phoneNumber, { pattern: phoneNumber })),
  address: z.optional(text(maxSelfLengths.address)),
  language: z.optional(Language),
  actionFlags: z.optional(z.array(text(60)).check(z.maxLength(20))),
});

export const updateSelf = route({
  surface: 'user',
  method: 'PUT',
  path: '/api/users/self',
  summary: "Changes the caller's own data. Action flags are added to those already there.",
  body: userFields,
  reply: User,
  fieldErrors: { actionFlags: ['invalidActionFlags'] },
});

export const patchSelf = route({
  surface: 'user',
  method: 'PATCH',
  path: '/api/users/self',
  summary: 'The same as PUT.',
  body: userFields,
  reply: User,
  fieldErrors: { actionFlags: ['invalidActionFlags'] },
});

export const getOwnVolumeThisMonth = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/users/self/volume/this-month',
  summary: "What all bots of the caller traded in this calendar month, by the organization's clocks, in USD.",
  reply: Volume,
});

export const getOwnVolumeUse = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/users/self/volume',
  summary:
    "What all bots of the caller traded in their payment period, which the plan's limit counts; without a plan, in the calendar month. Deleted bots count too.",
  query: z.object({
    /** Moments at which the reply also tells what had been used. */
    at: z.optional(listOf(Moment, 20)),
  }),
  reply: z.object({
    /** USD, 4 decimals. */
    used: z.number(),
    /** The same in the calendar month, by the organization's clocks: from `monthStart` until before `monthEnd`. */
    thisMonth: z.number(),
    monthStart: IsoTime,
    monthEnd: IsoTime,
    /** What was used of the period up to each moment that was asked for, in their order. */
    usedAt: z.array(z.number()),
    /** USD; null: no upper limit. */
    limit: z.nullable(z.number()),
    rest: z.nullable(z.number()),
    /** Whole percents, cut off; 100 where nothing is left. */
    consumption: z.nullable(z.number()),
    /** From 80 % on. */
    isNearlyUsedUp: z.boolean(),
    start: IsoTime,
    end: IsoTime,
  }),
});
