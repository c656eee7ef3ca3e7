import { allRoutes } from '@tenbin/contract/reference';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { rightValue } from './right-value.ts';

const fields = Object.entries(allRoutes).flatMap(([name, route]) =>
  (['query', 'body'] as const).flatMap((part) =>
    Object.entries(route[part]?.shape ?? {}).map(([field, schema]) => ({ place: `${name} ${part} ${field}`, schema })),
  ),
);

test.each(fields)('a right value is known for $place', ({ schema }) => {
  expect(z.safeParse(schema, rightValue(schema)).success).toBe(true);
});
