import { entryKinds } from '@tenbin/bots';
import { Movement } from '@tenbin/contract';
import type { VirtualMovement } from '@tenbin/db';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { movementReply } from './reply.ts';

const kindsOf = (kind: string) => {
  const ends = [
    ['rest', '-1'],
    ['a1', '1'],
  ] as const;
  const movement: VirtualMovement = {
    subAccountId: 'a1',
    number: 7,
    at: new Date('2026-01-01T00:00:00Z'),
    cause: 'transfer',
    entries: ends.map(([account, amount]) => ({ kind, account, currency: 'BTC', amount })) as VirtualMovement['entries'],
    counterpartId: null,
    by: null,
    reason: null,
    reverses: null,
  };
  return z.parse(Movement, movementReply(movement, new Map([['a1', 'maker']]))).entries.map((entry) => entry.kind);
};

test.each(entryKinds)('an entry of money of the kind %s is told as what it is', (kind) => {
  expect(kindsOf(kind)).toEqual([kind, kind]);
});

test('one of a kind that only another version knows is told as another one', () => {
  expect(kindsOf('airdrop')).toEqual(['other', 'other']);
});
