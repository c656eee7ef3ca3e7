import { campaignCodeFaults } from '@tenbin/billing';
import * as z from 'zod/mini';

/** The body of every refusal. `code` is always there and stable. */
export const ErrorReply = z.object({
  statusCode: z.number(),
  code: z.string(),
  /** What happened, in the caller's language (`Accept-Language`). */
  message: z.string(),
  /** What its caller can do, in the same language. */
  advice: z.string(),
  /** What the refusal is about: `minimum`, `pair` … */
  facts: z.optional(z.record(z.string(), z.unknown())),
  /** By field name. */
  error: z.optional(z.record(z.string(), z.string())),
  type: z.optional(z.enum(campaignCodeFaults)),
  sessionTimeout: z.optional(z.boolean()),
});

export type ErrorReply = z.infer<typeof ErrorReply>;
