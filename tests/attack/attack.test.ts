import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextAttempt } from './attempt.ts';
import { Random } from './random.ts';
import { Sender } from './send.ts';
import { openTarget, type Target } from './target.ts';

const count = 3_000;
const seed = 1;

let target: Target;
beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target.close());

test('whatever comes in over any surface is answered, and nothing of it is a fault of ours', async () => {
  const random = new Random(seed);
  const sender = new Sender();
  const statuses = new Map<number, number>();
  const wrong: string[] = [];
  for (let sent = 0; sent < count; sent += 10) {
    const attempts = Array.from({ length: 10 }, () => nextAttempt(random, target.known));
    const replies = await Promise.all(attempts.map((attempt) => sender.send(target.urls[attempt.to], attempt)));
    for (const [index, { status, text }] of replies.entries()) {
      const { method, path } = attempts[index] ?? {};
      if (status >= 500) wrong.push(`${status} ${method} ${path?.slice(0, 200)}: ${text.slice(0, 300)}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  sender.close();
  expect(wrong).toEqual([]);
  expect(target.faults()).toEqual([]);
  expect(statuses.get(400)).toBeGreaterThan(count / 4);
  for (const status of [200, 404, 413]) expect(statuses.get(status), String(status)).toBeGreaterThan(0);
});
