/** What holds for the input of every call: it is bounded before anything is tried on it. A call is tested by being declared. */
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { allRoutes } from './reference.ts';

interface Place {
  readonly where: string;
  readonly schema: z.core.$ZodType;
}

/** Every field that a caller may fill: parts of the path, the query, the body. */
const fields: readonly Place[] = Object.entries(allRoutes).flatMap(([name, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, fieldsOfPart]) =>
    Object.entries(fieldsOfPart?.shape ?? {}).map(([field, schema]) => ({ where: `${name} ${part}.${field}`, schema })),
  ),
);

/** A schema and all that it is made of, down to the leaves. */
function everythingIn({ where, schema }: Place): Place[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inside = (part: z.core.$ZodType, name = ''): Place[] => everythingIn({ where: where + name, schema: part });
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return inside(def.innerType);
    case 'pipe':
      return [...inside(def.in), ...inside(def.out)];
    case 'union':
      return def.options.flatMap((option) => inside(option));
    case 'array':
      return [{ where, schema }, ...inside(def.element, '[]')];
    case 'record':
      return [{ where, schema }, ...inside(def.keyType, '{name}'), ...inside(def.valueType, '{}')];
    case 'tuple':
      if (def.rest) throw new Error(`${where}: what bounds its rest?`);
      return def.items.flatMap((item, index) => inside(item, `.${index}`));
    case 'object':
      return Object.entries(def.shape).flatMap(([name, part]) => inside(part, `.${name}`));
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'transform':
      return [{ where, schema }];
    default:
      throw new Error(`${where}: what bounds a ${def.type}?`);
  }
}

const parts = fields.flatMap(everythingIn);
const ofType = <T extends string>(type: T) => parts.filter(({ schema }) => (schema as z.core.$ZodTypes)._zod.def.type === type);
const checksOf = ({ schema }: Place) => (schema._zod.def.checks ?? []).map((check) => check._zod.def);

test('every text is cut off at its greatest length before anything else is looked at', () => {
  expect(ofType('string').length).toBeGreaterThan(100);
  for (const place of ofType('string'))
    expect(checksOf(place)[0], place.where).toMatchObject({ check: 'max_length', maximum: expect.any(Number), abort: true });
});

test('every list and every record has a greatest number', () => {
  expect(ofType('array').length).toBeGreaterThan(10);
  for (const place of ofType('array'))
    expect(checksOf(place), place.where).toContainEqual(expect.objectContaining({ check: 'max_length' }));
  expect(ofType('record').length).toBeGreaterThan(2);
  const names = Array.from({ length: 1_000 }, (_, index) => [`N${index}`, '1']);
  for (const { where, schema } of ofType('record')) expect(z.safeParse(schema, Object.fromEntries(names)).success, where).toBe(false);
});

const size = 60_000;
const filled = (piece: string, end = ''): string => piece.repeat(Math.floor(size / piece.length)) + end;
const worst: readonly unknown[] = [
  ...['1', '0', '.', '-', ' ', 'a', 'A', 'a-', 'A/', '1e', '1,', 'A:1,', '0-', '\u{1f4a5}', '\t\n'].flatMap((piece) => [
    filled(piece),
    filled(piece, 'x'),
    `.${filled(piece, '\0')}`,
  ]),
  `[${filled('"1",', '"1"')}]`,
  `{${Array.from({ length: 6_000 }, (_, index) => `"A${index}":"1"`).join()}}`,
  filled('['),
  `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`,
  Array(size / 2).fill('1x'),
  Array(10).fill(filled('1', 'x').slice(0, size / 10)),
  Object.fromEntries(Array.from({ length: 6_000 }, (_, index) => [`A${index}`, '11x'])),
  { ['1'.repeat(100)]: filled('1', 'x') },
  JSON.parse(`${'['.repeat(size / 2)}${']'.repeat(size / 2)}`),
];

/** Characters in the texts on which patterns were tried that repeat something, and the longest of these texts. */
function patternsTriedOn(schema: z.core.$ZodType, value: unknown): { readonly longest: number; readonly all: number } {
  const exec = vi.spyOn(RegExp.prototype, 'exec');
  z.safeParse(schema, value);
  const { calls, contexts } = exec.mock;
  exec.mockRestore();
  const lengths = calls.filter((_, index) => /[*+{]/.test((contexts[index] as RegExp).source)).map(([text]) => String(text).length);
  return { longest: Math.max(0, ...lengths), all: lengths.reduce((sum, length) => sum + length, 0) };
}

test('no pattern is tried on more than 100 characters at once, whatever 60 kB of input say', () => {
  const pattern = patternsTriedOn(z.string().check(z.regex(/^1+$/)), filled('1'));
  expect(pattern).toEqual({ longest: size, all: size });
  for (const { where, schema } of fields) {
    for (const value of worst) {
      const { longest, all } = patternsTriedOn(schema, value);
      expect(longest, where).toBeLessThanOrEqual(100);
      expect(all, where).toBeLessThanOrEqual(2 * size);
    }
  }
});
