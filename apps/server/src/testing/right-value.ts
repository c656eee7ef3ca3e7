import * as z from 'zod/mini';

/** Texts and numbers of which one is right for every leaf of the contract. */
const candidates: readonly unknown[] = [
  '01979f3e-7c1a-7000-8000-000000000001',
  'BTC/USDT',
  'USDT',
  '0.01',
  0.01,
  1,
  10,
  2026,
  true,
  'BTC:0.1,ETH:2,USDT:6000',
  '2026-01-01',
  'trader@example.com',
  'hinoki',
  'ja',
  '1h',
  'path',
  'Asia/Tokyo',
  '2026-01',
  '#1b5a8c',
  'f'.repeat(64),
  '/legal/terms-of-service',
  '2026/01',
  '150.25',
  'https://exchange.example',
  // Of a browser that is told something: its public key, and what it shares.
  'B'.repeat(87),
  'A'.repeat(22),
  // Where a look at everything goes on.
  'bots.01979f3e-7c1a-7000-8000-000000000001',
];

/** What stands in a field in place of what would be found for it; undefined: nothing. */
export type GivenValue = (field: string, schema: z.core.$ZodType) => unknown;

/** A value that a schema takes. */
export function rightValue(schema: z.core.$ZodType, given: GivenValue = () => undefined): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, part]) => [name, given(name, part) ?? rightValue(part, given)]));
    case 'optional':
    case 'nullable':
    case 'default':
      return rightValue(def.innerType, given);
    case 'array':
      return [rightValue(def.element, given)];
    case 'tuple':
      return def.items.map((item) => rightValue(item, given));
    case 'record':
      return { [def.keyType._zod.def.type === 'enum' ? String(rightValue(def.keyType)) : 'BTC']: rightValue(def.valueType, given) };
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'pipe':
      // Of a list that is tidied, the list.
      return def.in._zod.def.type === 'array' ? rightValue(def.in, given) : candidateFor(schema);
    default:
      return candidateFor(schema);
  }
}

function candidateFor(schema: z.core.$ZodType): unknown {
  const right = candidates.find((candidate) => z.safeParse(schema, candidate).success);
  if (right === undefined) throw new Error(`no value is known that a ${schema._zod.def.type} of the contract takes`);
  return right;
}
