import * as z from 'zod';
import type { BoundedAnswer } from '../bounded-fetch.ts';
import { PaypalError, type PaypalErrorKind } from '../paypal-error.ts';

const short = z.string().max(200);
const problem = z.object({
  name: short.optional(),
  /** Of OAuth. */
  error: short.optional(),
  debug_id: short.optional(),
  details: z
    .array(z.object({ issue: short.optional() }))
    .max(50)
    .optional(),
});

/**
 * What PayPal refused.
 *
 * @param whenBroken - what an answer of 5xx means: whether something may have been done
 */
export function refusalOf({ status, text }: BoundedAnswer, what: string, whenBroken: PaypalErrorKind): PaypalError {
  const parsed = problem.safeParse(jsonOf(text));
  const { name, error, debug_id: debugId, details = [] } = parsed.success ? parsed.data : {};
  const issues = details.flatMap(({ issue }) => (issue === undefined ? [] : [issue]));
  const kind = status >= 500 ? whenBroken : status === 429 ? 'transient' : 'rejected';
  return new PaypalError(kind, { what, status, errorName: name ?? error ?? null, issues, debugId: debugId ?? null });
}

/** @throws {PaypalError} `unknown` where it is not what PayPal promises */
export function parseAnswer<T>(schema: z.ZodType<T>, { status, text }: BoundedAnswer, what: string): T {
  const parsed = schema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.join('.'));
  throw new PaypalError('unknown', { what: `${what}: unreadable answer`, status, issues: fields.slice(0, 10) });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
