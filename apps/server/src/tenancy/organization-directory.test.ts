import type { Database, Organization } from '@tenbin/db';
import { expect, test } from 'vitest';
import { createOrganizationDirectory } from './organization-directory.ts';

test('made-up ids cost a handful of reads and no more; what is known costs none', async () => {
  let reads = 0;
  const known = { id: 'known', slug: 'tenbin' } as Organization;
  const list = async () => {
    reads += 1;
    return [known];
  };
  const directory = createOrganizationDirectory({ platform: { organizations: { list } } } as unknown as Database, { elapsedMs: () => 0 });
  const ask = (id: string) => directory.require(id).catch((error: { code: string }) => error.code);
  const answers: unknown[] = [];
  for (let count = 0; count < 100; count += 1) answers.push(await ask(`unknown${count}`));
  expect(new Set(answers)).toEqual(new Set(['organizationNotFound']));
  expect(await ask('known')).toBe(known);
  expect(reads).toBe(6);
});
