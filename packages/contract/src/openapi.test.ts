import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { allRoutes, openApiOf } from './reference.ts';

/** Beyond what it recommends: every group of calls is declared. */
const rules = { 'operation-tag-defined': 'error' } as const;

const findingsIn = async (document: object) =>
  lintFromString({ source: JSON.stringify(document), config: await createConfig({ extends: ['recommended-strict'], rules }) });

test('the document passes a linter that is not ours, without a word', async () => {
  expect(await findingsIn(openApiOf(allRoutes))).toEqual([]);
});

test('the linter finds what is wrong', async () => {
  const { servers, ...document } = openApiOf(allRoutes);
  expect(servers).toBeDefined();
  expect((await findingsIn(document)).map(({ ruleId }) => ruleId)).toEqual(['no-empty-servers']);
});
