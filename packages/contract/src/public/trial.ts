import * as z from 'zod/mini';
import { route } from '../route.ts';
import { DecimalText, IsoTime, named, text } from '../shapes.ts';

export const listTrialMails = route({
  surface: 'public',
  method: 'GET',
  path: '/trial/inbox.json',
  summary: 'Trial only: the mails that were sent, newest first.',
  reply: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string(), at: IsoTime })),
});

export const showTrialInbox = route({
  surface: 'public',
  method: 'GET',
  path: '/trial/inbox',
  summary: 'Trial only: the same as a page.',
  query: z.object({ lng: z.optional(text(40)) }),
  reply: z.string(),
  answers: 'html',
});

export const createTrialAccount = route({
  surface: 'public',
  method: 'POST',
  path: '/trial/venue/accounts',
  audited: false,
  summary: 'Trial only: makes an account on the virtual exchange.',
  body: z.object({ balances: z.optional(named(20, DecimalText)), passphrase: z.optional(text(100)) }),
  reply: z.object({ key: z.string(), secret: z.string() }),
  status: 201,
});

export const getTrialVenue = route({
  surface: 'public',
  method: 'GET',
  path: '/trial/venue',
  summary: 'Trial only: prices, books and accounts of the virtual exchange.',
  reply: z.record(z.string(), z.unknown()),
});
