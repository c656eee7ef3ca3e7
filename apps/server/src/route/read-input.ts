import type { Route } from '@tenbin/contract';
import type * as z from 'zod/mini';
import { InputError } from './input-error.ts';

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
    const result = schema.safeParse(value);
    if (result.success) {
      const field = fieldWithNul(value) ?? emptyNumber(value, result.data);
      if (field === null) return result.data;
      issues.push({ code: 'custom', path: [field], message: 'NUL, or nothing', input: value });
      return undefined;
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

/** No text of ours holds the character NUL, and PostgreSQL cannot store it. @returns the field that has one */
function fieldWithNul(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [field, part] of Object.entries(value)) if (hasNul(part) || field.includes('\0')) return field;
  return null;
}

/** An empty text is no number, although JavaScript takes it for 0. @returns the field that has one */
function emptyNumber(given: unknown, read: unknown): string | null {
  const numbers = Object.entries(read ?? {}).filter(([, value]) => value === 0);
  return numbers.find(([field]) => /^\s*$/.test(String(Reflect.get(Object(given), field))))?.[0] ?? null;
}

/** Without recursion: a small body may be nested deeper than calls can be. */
function hasNul(value: unknown): boolean {
  const left = [value];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (typeof one === 'string' && one.includes('\0')) return true;
    if (typeof one !== 'object' || one === null) continue;
    for (const [name, part] of Object.entries(one)) {
      if (name.includes('\0')) return true;
      if (part !== undefined) left.push(part);
    }
  }
  return false;
}
