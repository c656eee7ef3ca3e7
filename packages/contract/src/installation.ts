import * as z from 'zod/mini';
import { route } from './route.ts';
import { DecimalText, Id, IsoTime, named, text } from './shapes.ts';

/** What the pages must know before they paint. */
export const getInstallation = route({
  surface: 'public',
  method: 'GET',
  path: '/api/installation',
  summary: 'The brand of this address, its organization, and whether this is a trial.',
  /** Only in a trial: the brand to show, whatever the address. */
  query: z.object({ brand: z.optional(text(40)) }),
  reply: z.object({
    organization: Id,
    organizationName: z.string(),
    /** The brand's settings, as `brands/<name>/brand.json` has them. */
    brand: z.record(z.string(), z.unknown()),
    /** Null where nothing is being tried out. */
    trial: z.nullable(
      z.object({
        /** How many times faster than real time the virtual exchange's market moves. */
        timeScale: z.number(),
        /** An exchange account to try with is made at POST /trial/venue/accounts. */
        inbox: z.string(),
      }),
    ),
  }),
});

export const listTrialMails = route({
  surface: 'public',
  method: 'GET',
  path: '/trial/inbox.json',
  summary: 'Trial only: the mails that were sent, newest first.',
  reply: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string(), at: IsoTime })),
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
