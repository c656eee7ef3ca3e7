import { entryKinds } from '@tenbin/bots';
import { Movement } from '@tenbin/contract';
import type { VirtualMovement } from '@tenbin/db';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { movementReply } from './reply.ts';

const ends = [
  ['rest', '-1'],
  ['a1', '1'],
] as const;
const entriesOf = (kind: string) =>
  ends.map(([account, amount]) => ({ kind, account, currency: 'BTC', amount })) as VirtualMovement['entries'];
const given: VirtualMovement = {
  subAccountId: 'a1',
  number: 7,
  at: new Date('2026-01-01T00:00:00Z'),
  cause: 'give',
  entries: entriesOf('transfer'),
  counterpartId: null,
  by: null,
  reason: null,
  reverses: null,
  isReversed: false,
};
const replyOf = (changes: Partial<VirtualMovement>): Movement =>
  z.parse(Movement, movementReply({ ...given, ...changes }, new Map([['a1', 'maker']])));
const kindsOf = (kind: string) => replyOf({ entries: entriesOf(kind) }).entries.map((entry) => entry.kind);

test.each(entryKinds)('an entry of money of the kind %s is told as what it is', (kind) => {
  expect(kindsOf(kind)).toEqual([kind, kind]);
});

test('one of a kind that only another version knows is told as another one', () => {
  expect(kindsOf('airdrop')).toEqual(['other', 'other']);
});

test('what somebody moved is told as what can be taken back until it was, and what happened never', () => {
  const isReversible = (changes: Partial<VirtualMovement>) => replyOf(changes).isReversible;
  expect(isReversible({})).toBe(true);
  expect(isReversible({ isReversed: true })).toBe(false);
  for (const cause of ['fill', 'orders', 'wallet', 'reversal'] as const) expect(isReversible({ cause })).toBe(false);
});
