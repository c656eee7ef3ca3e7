import * as z from 'zod/mini';
import { route } from '../route.ts';
import { Id, text } from '../shapes.ts';

/** What the pages must know before they paint. */
export const getInstallation = route({
  surface: 'public',
  method: 'GET',
  path: '/api/installation',
  summary: 'The brand of this address, its organization, and whether this is a trial.',
  /** Only in a trial: the brand to show, whatever the address, by either name. */
  query: z.object({
    brand: z.optional(text(40)),
    wl: z.optional(text(40)),
    /** Of a brand's draft, as in its address; nothing is shown of one that is over. */
    draft: z.optional(text(100)),
  }),
  errors: ['notFound'],
  reply: z.object({
    organization: Id,
    organizationName: z.string(),
    /** The brand's settings, as `brands/<name>/brand.json` has them. */
    brand: z.record(z.string(), z.unknown()),
    /** It is a draft that nobody sees who has not been given its address. */
    isDraft: z.boolean(),
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
