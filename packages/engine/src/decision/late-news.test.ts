import { type BotOrder, clientOrderIdOf } from '@tenbin/bots';
import { add, subtract } from '@tenbin/market';
import { expect, test } from 'vitest';
import { fillOf, reportOf, start, view } from '../testing/running-bot.ts';
import type { BotState } from './bot-state.ts';
import { decide } from './decide.ts';

test('an order that ended, was booked and forgotten is not taken for open again by what comes late; one that never arrived is', () => {
  const [first] = start.orders;
  if (!first) throw new Error('no order');
  const many = Array.from({ length: 400 }, (_, index): BotOrder => {
    const sequence = 100 + index;
    const state = sequence === 101 ? 'neverPlaced' : 'cancelled';
    return { ...first, sequence, clientOrderId: clientOrderIdOf(1, sequence), exchangeOrderId: `x${sequence}`, state };
  });
  const [filled] = start.orders.slice(1);
  if (!filled) throw new Error('no order');
  const { state } = decide(
    { ...start, orders: [...start.orders, ...many], nextSequence: 500 },
    { type: 'fillReported', fill: fillOf(filled, 1, 1) },
    view,
  );
  const [cancelled, never] = many;
  expect(state.orders).not.toContain(cancelled);
  expect(state.forgotten.neverPlaced).toEqual(new Set([101]));
  const late = decide(state, reportOf(cancelled ?? first, 'open', '0'), view);
  expect(late.state.orders).toEqual(state.orders);
  const arrived = decide(state, reportOf(never ?? first, 'open', '0'), view);
  expect(arrived.state.orders.map(({ sequence }) => sequence)).toContain(101);
});

test('a snapshot that was asked for before the stream broke does not stand for the one after', () => {
  const asked = { askedAt: new Date(view.now.getTime() - 1_000), changes: start.changes, isUnderWay: true };
  const waiting: BotState = { ...start, link: 'catchingUp', snapshot: asked };
  const seen = { openOrders: [], otherOrders: [], fills: [], wallet: {}, others: null };
  const early = { ...seen, askedAt: new Date(asked.askedAt.getTime() - 5_000) };
  const { state } = decide(waiting, { type: 'snapshotTaken', snapshot: early }, view);
  expect([state.link, state.snapshot]).toEqual(['catchingUp', asked]);
  expect(decide(state, { type: 'snapshotTaken', snapshot: { ...seen, askedAt: asked.askedAt } }, view).state.link).toBe('synced');
});

test.each(['6000', '6500'])(
  'a belated fill that takes %s of 6000 USDT is booked, earns nothing, and stops the bot, which says why',
  (notional) => {
    const order = start.orders.find(({ pair, side }) => pair === 'BTC/USDT' && side === 'buy');
    const other = start.orders.find(({ pair, side }) => pair === 'ETH/USDT' && side === 'sell');
    if (!order || !other) throw new Error('the orders are not open');
    const belated = { ...fillOf(order, 1, 1), notional };
    const { state, step } = decide(start, { type: 'fillReported', fill: belated }, view);
    expect(state.ledger?.balances).toMatchObject({
      BTC: add('0.1', subtract(belated.amount, belated.fee)),
      USDT: subtract('6000', notional),
    });
    expect(state.ledger?.growth).toBe(0);
    expect(state.phase).toMatchObject({ kind: 'stopping', reason: 'balanceNotPositive' });
    expect(step?.fills).toHaveLength(1);
    expect(step?.messages).toMatchObject([{ code: 'balanceNotPositive', facts: { currency: 'USDT', currencies: ['USDT'] } }]);
    const later = decide(state, { type: 'fillReported', fill: fillOf(other, 2, 1) }, view).state;
    expect(Number(later.ledger?.balances.ETH)).toBeLessThan(2);
    expect(later.seenTrades.size).toBe(2);
  },
);
