import { expect, test } from 'vitest';
import { createAttemptLimit } from './attempt-limit.ts';
import { createSharedLimit } from './shared-limit.ts';

const of = (organizationId: string, userId: string) => ({ organizationId, userId });
const within = (tries: number) => createAttemptLimit({ tries, withinMs: 60_000, clock: { elapsedMs: () => 0 } });

test('one user does not use up what an organization has, nor one organization what all have', () => {
  const limit = createSharedLimit({ user: within(2), organization: within(3), all: within(4) });
  const take = (organization: string, user: string) => limit.take(of(organization, user)) === 0;
  expect([take('a', '1'), take('a', '1'), take('a', '1')]).toEqual([true, true, false]);
  expect([take('a', '2'), take('a', '2')]).toEqual([true, false]);
  expect([take('b', '1'), take('c', '1')]).toEqual([true, false]);
  limit.giveBack(of('a', '1'));
  expect([take('c', '1'), take('d', '1')]).toEqual([true, false]);
});
