import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { allRoutes, openApiOf } from './reference.ts';

/** Beyond what it recommends: every group of calls is declared. */
const rules = { 'operation-tag-defined': 'error' } as const;

/** Two paths as they were specified. Their methods differ, and a bot's id is never "test". */
const specified =
  'Paths should resolve unambiguously. Found two ambiguous paths: `/ango-ya/bots/{id}/performance` and `/ango-ya/bots/test/{num}`.';

async function findingsIn(document: object) {
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const findings = await lintFromString({ source: JSON.stringify(document), config });
  expect(findings.map(({ message }) => message)).toContain(specified);
  return findings.filter(({ message }) => message !== specified);
}

test('the document passes a linter that is not ours, without a word', async () => {
  expect(await findingsIn(openApiOf(allRoutes))).toEqual([]);
});

test('the linter finds what is wrong', async () => {
  const { servers, ...document } = openApiOf(allRoutes);
  expect(servers).toBeDefined();
  expect((await findingsIn(document)).map(({ ruleId }) => ruleId)).toEqual(['no-empty-servers']);
});
