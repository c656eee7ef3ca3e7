import type { StoredRecord } from '@tenbin/db';
import { contractRecord } from '@tenbin/testkit';
import { expect, test } from 'vitest';
import { recordReply } from './record-reply.ts';

test.each([
  [['1', '2'], undefined],
  [['1', 'inferred-7-0'], true],
])('a record of the trades %j says whether they were reckoned from the order’s totals', (tradeIds, isInferred) => {
  const stored = { ...contractRecord({ clientOrderId: 'T1x1', createdAt: new Date(), tradeIds }), id: 'a', botId: 'b', number: 1 };
  expect(recordReply(stored as StoredRecord).isInferred).toBe(isInferred);
});
