import type { Route } from '@tenbin/contract';
import type * as z from 'zod/mini';
import { InputError } from './input-error.ts';
import { unfitField } from './unfit-field.ts';

interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

export interface CheckedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Checks and converts what came in, by the route's schemas. All that is wrong is told at once.
 *
 * @throws {InputError}
 */
export function readInput(route: Route, raw: RawInput): CheckedInput {
  const issues: z.core.$ZodIssue[] = [];
  const read = (schema: z.ZodMiniObject | undefined, value: unknown): unknown => {
    if (!schema) return undefined;
    const refuse = (field: string): void =>
      void issues.push({ code: 'custom', path: [field], message: 'NUL, too much, or nothing', input: value });
    const excess = unfitField(value);
    if (excess !== null) return refuse(excess);
    const result = schema.safeParse(value);
    if (result.success) {
      const empty = emptyNumber(value, result.data);
      return empty === null ? result.data : refuse(empty);
    }
    issues.push(...result.error.issues.map((issue) => ({ ...issue, input: inputAt(value, issue.path) }) as z.core.$ZodIssue));
    return undefined;
  };
  const input: CheckedInput = {
    params: read(route.params, raw.params),
    query: read(route.query, raw.query),
    // An absent body is an empty one, so that the refusal names the fields.
    body: read(route.body, raw.body ?? {}),
  };
  if (issues.length > 0) throw new InputError(issues);
  return input;
}

/**
 * Zod leaves the input out of an issue; whether it was there at all decides the words. A list that came as one text was
 * there, also where what is in it is wrong.
 */
function inputAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((part, key) => (typeof part === 'object' && part !== null ? Reflect.get(part, key) : part), value);
}

/** An empty text is no number, although JavaScript takes it for 0. @returns the field that has one */
function emptyNumber(given: unknown, read: unknown): string | null {
  const numbers = Object.entries(read ?? {}).filter(([, value]) => value === 0);
  return numbers.find(([field]) => /^\s*$/.test(String(Reflect.get(Object(given), field))))?.[0] ?? null;
}
