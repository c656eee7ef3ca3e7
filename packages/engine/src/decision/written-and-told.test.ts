import { isSettled, type TimelineEntry } from '@tenbin/bots';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrivals } from '../testing/arrivals.ts';
import { placedBy, start, view } from '../testing/running-bot.ts';
import type { BotEvent } from './bot-event.ts';
import type { BotState, View } from './bot-state.ts';
import { decide } from './decide.ts';
import type { Decision } from './decision-builder.ts';

/** One by one. */
function decisionsOf(events: readonly BotEvent[]): Decision[] {
  const decisions: Decision[] = [];
  let state = start;
  for (const event of events) {
    const decision = decide(state, event, view);
    decisions.push(decision);
    state = decision.state;
  }
  return decisions;
}

test('every order is written down before it is sent, and sent once', () => {
  let sent = 0;
  fc.assert(
    fc.property(arrivals, ({ arrived }) => {
      const known = new Set(start.orders.map(({ clientOrderId }) => clientOrderId));
      for (const { step, acts } of decisionsOf(arrived))
        for (const { clientOrderId } of placedBy({ acts })) {
          expect(step?.orders?.find((one) => one.clientOrderId === clientOrderId)?.state).toBe('pending');
          expect(known.has(clientOrderId)).toBe(false);
          known.add(clientOrderId);
          sent += 1;
        }
    }),
    { numRuns: 100 },
  );
  expect(sent).toBeGreaterThan(0);
});

test('every order has a line in the timeline when it is sent, and one when it is over', () => {
  const counts = { sent: 0, over: 0 };
  fc.assert(
    fc.property(arrivals, ({ arrived }) => {
      const ordersOf = ({ step }: Decision, kinds: readonly TimelineEntry['kind'][]) =>
        (step?.timeline ?? []).flatMap(({ kind, facts }) =>
          kinds.includes(kind) && 'clientOrderId' in facts ? [facts.clientOrderId] : [],
        );
      const told = new Set<unknown>();
      for (const decision of decisionsOf(arrived)) {
        const sent = placedBy(decision).map(({ clientOrderId }) => clientOrderId);
        expect(ordersOf(decision, ['placed'])).toEqual(sent);
        for (const id of ordersOf(decision, ['filled', 'cancelled', 'refused', 'neverPlaced'])) told.add(id);
        const over = decision.state.orders.filter(isSettled).map(({ clientOrderId }) => clientOrderId);
        expect(over.filter((id) => !told.has(id))).toEqual([]);
        counts.sent += sent.length;
        counts.over += over.length;
      }
    }),
    { numRuns: 200 },
  );
  expect(Math.min(counts.sent, counts.over)).toBeGreaterThan(0);
});

test('what nothing is sent or cancelled for is told: a cancelled order that is not confirmed holds up its place', () => {
  const [order] = start.orders;
  if (!order) throw new Error('no order');
  const at = (ms: number): View => ({ ...view, now: new Date(view.now.getTime() + ms) });
  const asked: BotState = { ...start, orders: start.orders.map((one) => (one === order ? { ...one, cancelAskedAt: view.now } : one)) };
  const linesAfter = (ms: number) => decide(asked, { type: 'ticked' }, at(ms)).step?.timeline ?? [];
  const { pair, side, clientOrderId } = order;
  expect(linesAfter(4_999).map(({ kind }) => kind)).not.toContain('waitingForCancel');
  expect(linesAfter(5_000)).toMatchObject([{ kind: 'waitingForCancel', facts: { pair, side, clientOrderId } }]);
});
