import * as z from 'zod/mini';
import { route } from '../route.ts';
import { ById, IsoTime, Success, text } from '../shapes.ts';
import { Email, FactorCode, factorCodeErrors, NewPassword, Password, SignedInUser } from '../users/shapes.ts';
import { OwnSessions } from '../users/sign-in-shapes.ts';

export const changePassword = route({
  surface: 'user',
  method: 'PUT',
  path: '/api/users/self/password',
  summary: "Changes the caller's password. Stops all of their bots, removes their stored API keys, and ends all of their other sessions.",
  body: NewPassword,
  reply: z.extend(Success, { stoppedBots: z.number(), removedApiKeys: z.number() }),
  sensitive: true,
  fieldErrors: { password: ['wrongPassword'], newPassword: ['currentlyUsedPassword', 'weakPassword'] },
});

export const changeEmail = route({
  surface: 'user',
  method: 'PUT',
  path: '/api/users/self/email',
  summary: "Mails a code to another address that the caller wants to have. Until it is entered the present one stays the account's.",
  body: z.object({ email: Email, newEmail: Email, password: z.optional(text(200)) }),
  reply: z.extend(Success, { resendAfterSeconds: z.number() }),
  sensitive: true,
  errors: ['resendTooSoon'],
  fieldErrors: {
    email: ['emailNotCurrent'],
    newEmail: ['invalidEmail', 'currentlyUsedEmail'],
    password: ['passwordRequired', 'wrongPassword'],
  },
});

export const verifyEmail = route({
  surface: 'user',
  method: 'PUT',
  path: '/api/users/self/email/verify',
  summary: 'Confirms the new address with the mailed code. Ends every session of the caller and answers with the key of a new one.',
  body: z.object({ newEmail: Email, code: text(20) }),
  reply: SignedInUser,
  sensitive: true,
  fieldErrors: {
    newEmail: ['emailNotExpected', 'emailTaken'],
    code: ['verificationCodeWrong', 'verificationCodeExpired', 'verificationCodeUsedUp', 'codesLocked'],
    emailOrPassword: ['emailOrPassword'],
  },
});

/** What is kept of somebody, list by list, as other calls show it. */
const Kept = z.array(z.looseObject({}));

export const exportSelf = route({
  surface: 'user',
  method: 'POST',
  path: '/api/users/self/export',
  summary:
    'Everything that is kept of the caller, as a file: profile, sign-in methods, sessions, exchange accounts, bots (deleted ones too) with their records, trades, orders and decisions, rebalances, plans, payments, invitations, and what they did. Never a secret. It is mailed that it was taken.',
  body: z.object({
    password: Password,
    /** Where a second factor is set up. */
    code: z.optional(FactorCode),
  }),
  reply: z.object({
    exportedAt: IsoTime,
    profile: z.looseObject({}),
    mailTopics: z.looseObject({}),
    pushTopics: z.looseObject({}),
    pushBrowsers: Kept,
    signInMethods: z.looseObject({}),
    sessions: Kept,
    exchangeAccounts: Kept,
    bots: Kept,
    records: Kept,
    trades: Kept,
    orders: Kept,
    timeline: Kept,
    rebalances: Kept,
    subscriptions: Kept,
    payments: Kept,
    campaignCodes: z.array(z.string()),
    invitations: Kept,
    actions: Kept,
  }),
  sensitive: true,
  fieldErrors: { password: ['wrongPassword'], code: factorCodeErrors },
});

export const deleteSelf = route({
  surface: 'user',
  method: 'POST',
  path: '/api/users/self/delete',
  summary:
    "Deletes the caller's account, once all of their bots have come to rest and no plan is charged for. Payments and trades stay in the books, of nobody; the address may sign up again.",
  body: z.object({
    password: Password,
    /** Where a second factor is set up. */
    code: z.optional(FactorCode),
  }),
  reply: Success,
  sensitive: true,
  errors: ['botRunning', 'botStopping', 'rebalanceUnderWay', 'subscriptionRunning', 'paymentProviderUnavailable', 'paymentProviderRefused'],
  fieldErrors: { password: ['wrongPassword'], code: factorCodeErrors },
});

export const listSessions = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/users/self/sessions',
  summary: 'Where the caller is signed in, the latest use first.',
  reply: OwnSessions,
});

export const endSession = route({
  surface: 'user',
  method: 'DELETE',
  path: '/api/users/self/sessions/{id}',
  summary: 'Ends one session of the caller at once.',
  params: ById,
  reply: Success,
  errors: ['sessionNotFound'],
});

export const endOtherSessions = route({
  surface: 'user',
  method: 'DELETE',
  path: '/api/users/self/sessions',
  summary: 'Ends every session of the caller but the one that asks.',
  reply: Success,
});
