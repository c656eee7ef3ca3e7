import { heldAfter, movementsOf } from '@tenbin/bots';
import type { OrderReport } from '@tenbin/exchange';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdingsOf } from '../account/position.ts';
import { fillOf, reported, reportOf, start, view } from '../testing/running-bot.ts';
import { nobody } from '../testing/siblings.ts';
import type { BotEvent } from './bot-event.ts';
import type { BotState } from './bot-state.ts';
import { decide } from './decide.ts';

type WhileStopping = 'tick' | 'ask' | 'answer' | { readonly cancel: number; readonly isTold: boolean };

/** What may happen between an exchange and a bot that is asked to stop, in any order; in the end the exchange answers. */
const whileStopping = fc
  .array(
    fc.oneof(
      fc.constantFrom<WhileStopping>('ask', 'answer', 'tick'),
      fc.record({ cancel: fc.nat(start.orders.length - 1), isTold: fc.boolean() }),
    ),
    { minLength: 10, maxLength: 40 },
  )
  .map((happens): WhileStopping[] => [...happens, ...start.orders.map((_, cancel) => ({ cancel, isTold: true })), 'tick', 'ask', 'answer']);

/** @returns what was open at the exchange when the bot was stopped, and what it was stopped by; null: it is not */
function stopAsked(happens: readonly WhileStopping[]): { readonly open: readonly string[]; readonly by: BotEvent['type'] } | null {
  let { state } = decide(start, { type: 'stopAsked', by: 'user-1' }, view);
  const open = new Map(start.orders.map((order) => [order.clientOrderId, order]));
  /** What the exchange saw when it was asked last. */
  let seen: { readonly askedAt: Date; readonly openOrders: readonly OrderReport[] } | null = null;
  /** What a happening tells the bot. */
  function told(happening: WhileStopping): BotEvent | null {
    if (happening === 'tick') return { type: 'ticked' };
    if (happening === 'ask') {
      const { askedAt, isUnderWay } = state.snapshot ?? {};
      if (askedAt && isUnderWay) seen = { askedAt, openOrders: [...open.values()].map((order) => reported(order, 'open')) };
      return null;
    }
    if (happening === 'answer') return seen && { type: 'snapshotTaken', snapshot: { ...seen, ...nothingElse } };
    const order = start.orders[happening.cancel];
    if (order) open.delete(order.clientOrderId);
    return order && happening.isTold ? reportOf(order, 'cancelled', '0') : null;
  }
  for (const [index, happening] of happens.entries()) {
    const event = told(happening);
    if (!event) continue;
    ({ state } = decide(state, event, { ...view, now: new Date(view.now.getTime() + index * 1_000) }));
    if (state.phase.kind === 'stopped') return { open: [...open.keys()], by: event.type };
  }
  return null;
}
const nothingElse = { otherOrders: [], fills: [], wallet: {}, others: nobody };

test('a bot is stopped when the exchange confirmed, after the last news of any order, that none of ours is open', () => {
  let stopped = 0;
  fc.assert(
    fc.property(whileStopping, (happens) => {
      const end = stopAsked(happens);
      if (end) stopped += 1;
      expect(end ?? { open: [], by: 'snapshotTaken' }).toEqual({ open: [], by: 'snapshotTaken' });
    }),
    { numRuns: 200 },
  );
  expect(stopped).toBeGreaterThan(0);
});

test('a stop was asked for when somebody asked, however late that is heard of, but never before this run', () => {
  const running = { kind: 'running', since: new Date(view.now.getTime() - 60_000) } as const;
  const heldOf = (secondsAgo: number) => {
    const askedAt = new Date(view.now.getTime() - secondsAgo * 1000);
    const { phase } = decide({ ...start, phase: running }, { type: 'stopAsked', by: 'user-1', askedAt }, view).state;
    return phase.kind === 'stopping' && (view.now.getTime() - phase.askedAt.getTime()) / 1000;
  };
  expect([30, 90, -5].map(heldOf)).toEqual([30, 0, 0]);
});

test('a snapshot from before the last change of an order does not confirm a stop', () => {
  const [order] = start.orders;
  if (!order) throw new Error('no order');
  const alone = { ...start, orders: [order] };
  const asked = decide(alone, { type: 'stopAsked', by: 'user-1' }, view).state;
  const early = { ...asked, snapshot: { askedAt: view.now, changes: asked.changes, isUnderWay: true } };
  const cancelled = decide(early, reportOf(order, 'cancelled', '0'), view).state;
  const snapshot = { askedAt: view.now, openOrders: [], otherOrders: [], fills: [], wallet: {}, others: nobody };
  const after = decide(cancelled, { type: 'snapshotTaken', snapshot }, view);
  expect(after.state.phase.kind).toBe('stopping');
  expect(after.acts.map((act) => act.type)).toContain('takeSnapshot');
  expect(decide(after.state, { type: 'snapshotTaken', snapshot }, view).state.phase.kind).toBe('stopped');
});

test.each([
  ['running', 9, 0],
  ['running', 11, 0],
  ['stopping', 9, 0],
  ['stopping', 11, 1],
] as const)('the exchange is asked for everything soon by one that stops: %s, asked %i s ago', (kind, secondsAgo, asked) => {
  const at = new Date(view.now.getTime() - 60_000);
  const stopping = { kind: 'stopping', by: 'user-1', askedAt: at, reason: null, runningSince: at } as const;
  const phase = kind === 'running' ? start.phase : stopping;
  const snapshot = { askedAt: new Date(view.now.getTime() - secondsAgo * 1000), changes: 0, isUnderWay: false };
  const checkAt = new Date(view.now.getTime() + 20_000);
  const { acts } = decide({ ...start, phase, link: 'broken', snapshot, checkAt }, { type: 'ticked' }, view);
  expect(acts.filter(({ type }) => type === 'takeSnapshot')).toHaveLength(asked);
});

test('asked to stop before it took its share, a bot that left an order open books nothing of its last run as its own', () => {
  const starting: BotState = { ...start, phase: { kind: 'starting', askedAt: view.now, by: 'user-1' } };
  const asked = decide(starting, { type: 'stopAsked', by: 'user-1' }, view);
  expect(asked.state.phase.kind).toBe('stopping');
  expect(movementsOf('one', {}, asked.step ?? {})).toEqual([]);
  expect(holdingsOf(asked.state).held).toEqual({});
  const [order] = asked.state.orders;
  if (!order) throw new Error('no order');
  const { step } = decide(asked.state, { type: 'fillReported', fill: fillOf(order, 1, 1) }, view);
  expect(step?.fills).toHaveLength(1);
  expect(heldAfter({}, step ?? {})).toEqual({});
});
