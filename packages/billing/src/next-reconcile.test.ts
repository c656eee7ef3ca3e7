import { expect, test } from 'vitest';
import { nextReconcile } from './next-reconcile.ts';
import type { Subscription } from './subscription.ts';
import { day, subscription } from './testing/samples.ts';

const hour = 1 / 24;
const failed = { kind: 'paymentFailed', cause: 'declined', failedAt: day(31), graceUntil: day(36), isGraceOver: false } as const;

test.each<readonly [string, Partial<Subscription>, number, number]>([
  ['a day on while all is settled', {}, 5, 6],
  ['at the end of the period', {}, 30.5, 31],
  ['hourly from then on, until the provider moves on', {}, 31, 31 + hour],
  ['hourly while a payment stands out', { status: failed, period: { start: day(31), end: day(59) } }, 32, 32 + hour],
  ['when a grace ends', { status: failed, period: { start: day(31), end: day(59) } }, 36 - hour / 2, 36],
  ['hourly while it is suspended', { status: { kind: 'suspended', since: day(3) } }, 5, 5 + hour],
  ['when a gift ends', { source: 'gift', expiresAt: day(5.5) }, 5, 5.5],
])('is %s', (_, given, now, next) => {
  expect(nextReconcile(subscription(given), day(now))).toEqual(day(next));
});
