import {
  type BotOrder,
  type BotStep,
  clientOrderIdOf,
  heldAfter,
  isSettled,
  movementsOf,
  newLedger,
  type TimelineEntry,
} from '@tenbin/bots';
import { ExchangeError, exchangeErrorReasons, type OrderReport } from '@tenbin/exchange';
import { add, type Balances, type Fill, multiply, parsePair, subtract, sum } from '@tenbin/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdingsOf } from '../account/position.ts';
import { defaultRefusalPolicy } from '../orders/slot-pause.ts';
import { balancingBot } from '../testing/balancing-bot.ts';
import { afterTrade, type Counted, counted, placeOf } from '../testing/count-by-hand.ts';
import { rulesOf } from '../testing/market-rules.ts';
import { nobody } from '../testing/siblings.ts';
import type { BotEvent } from './bot-event.ts';
import { type BotState, type View, wake } from './bot-state.ts';
import { decide, decideAll } from './decide.ts';
import type { Decision } from './decision-builder.ts';
import { defaultKeyPolicy } from './key-refusal.ts';

const prices = new Map([
  ['BTC/USDT', 60_000],
  ['ETH/USDT', 3_000],
  ['ETH/BTC', 0.05],
]);
const view: View = {
  now: new Date(1_000_000),
  prices,
  books: new Map(),
  rules: new Map([...prices.keys()].map((pair) => [pair, rulesOf(pair)])),
  closed: new Map(),
  createsInFlight: null,
  restMs: 0,
  haltedUntil: null,
  checkEveryMs: 30_000,
  refusalPolicy: defaultRefusalPolicy,
  keyPolicy: defaultKeyPolicy,
};
const initial: Balances = { BTC: '0.1', ETH: '2', USDT: '6000' };

/** A bot that runs with its first six orders open. */
function running(): BotState {
  const { state, placed } = quoted();
  return placed.reduce((now, order) => decide(now, reportOf(order, 'open', '0'), view).state, state);
}

/** The same before any of them was answered. */
function quoted(): { readonly state: BotState; readonly placed: readonly BotOrder[] } {
  const asleep = wake({
    id: 'bot-1',
    number: 1,
    ...balancingBot({ pairs: [...prices.keys()] }),
    phase: { kind: 'running', since: new Date(0) },
    duringStop: { cancelled: [], filled: [] },
    ledger: newLedger(initial),
    orders: [],
    nextSequence: 1,
    cursors: {},
  });
  const { state, acts } = decide({ ...asleep, link: 'synced' }, { type: 'ticked' }, view);
  return { state, placed: placedBy(acts) };
}

const placedBy = (acts: Decision['acts']): BotOrder[] => acts.flatMap((act) => (act.type === 'place' ? [act.order] : []));

const reported = (order: BotOrder, status: OrderReport['status'], filled = '0'): OrderReport => ({
  ...order,
  exchangeOrderId: `x${order.sequence}`,
  filled,
  status,
  at: view.now,
});

const reportOf = (order: BotOrder, status: OrderReport['status'], filled: string): BotEvent => ({
  type: 'orderReported',
  afterCancel: false,
  order: reported(order, status, filled),
});

function fillOf(order: BotOrder, tradeId: number, part: number): Fill {
  const amount = (Number(order.amount) * part).toFixed(8);
  const { base, counter } = parsePair(order.pair);
  const isBuy = order.side === 'buy';
  const fee = isBuy ? Number(amount) * 0.001 : Number(amount) * Number(order.price) * 0.001;
  return {
    tradeId: String(tradeId),
    exchangeOrderId: `x${order.sequence}`,
    clientOrderId: null,
    pair: order.pair,
    side: order.side,
    price: order.price,
    amount,
    notional: multiply(order.price, amount),
    fee: fee.toFixed(12),
    feeCurrency: isBuy ? base : counter,
    isMaker: true,
    at: view.now,
  };
}

const start = running();

/** What the exchange did with an order: traded in parts, then left, filled or cancelled it. */
const history = fc
  .record({
    order: fc.constantFrom(...start.orders),
    parts: fc.array(fc.constantFrom(0.1, 0.2, 0.25), { maxLength: 3 }),
    isCancelled: fc.boolean(),
  })
  .map(({ order, parts, isCancelled }) => {
    const fills = parts.map((part, index) => fillOf(order, order.sequence * 10 + index, part));
    const filled = sum(fills.map((fill) => fill.amount));
    const end = isCancelled ? [reportOf(order, 'cancelled', filled)] : [];
    return {
      order,
      fills,
      events: [...fills.map((fill): BotEvent => ({ type: 'fillReported', fill })), reportOf(order, 'open', '0'), ...end],
    };
  });
const histories = fc.uniqueArray(history, { selector: ({ order }) => order.sequence, minLength: 1, maxLength: 6 });

/** The events of a day as they may arrive: in any order, some of them again, so many at once. */
const arrivals = fc.tuple(histories, fc.integer({ min: 1, max: 4 })).chain(([all, together]) => {
  const events = all.flatMap((one) => one.events);
  const again = fc.subarray(events);
  return again.chain((repeated) =>
    fc
      .shuffledSubarray([...events, ...repeated], { minLength: events.length + repeated.length })
      .map((arrived) => ({ all, arrived, together })),
  );
});

function run(events: readonly BotEvent[], together: number): { state: BotState; steps: BotStep[] } {
  const steps: BotStep[] = [];
  let state = start;
  for (let first = 0; first < events.length; first += together) {
    const decision = decideAll(state, events.slice(first, first + together), view);
    if (decision.step) steps.push(decision.step);
    state = decision.state;
  }
  return { state, steps };
}

const allHappened = (steps: readonly (BotStep | null)[]) => steps.flatMap((step) => step?.fills ?? []);

describe('in whatever order trades and reports come, and however often', () => {
  const always = (check: (all: { fills: Fill[] }[], outcome: ReturnType<typeof run>) => void) =>
    fc.assert(
      fc.property(arrivals, ({ all, arrived, together }) => check(all, run(arrived, together))),
      { numRuns: 150 },
    );

  test('the balances are the initial ones and every trade once', () => {
    always((all, { state, steps }) => {
      const fills = all.flatMap((one) => one.fills);
      expect(counted(state.ledger?.balances ?? {})).toEqual(fills.reduce(afterTrade, counted(initial)));
      expect(allHappened(steps)).toHaveLength(fills.length);
    });
  });

  test('the profit is the same', () => {
    always((_, { state }) => {
      const logs = Object.entries(state.ledger?.balances ?? {}).map(([currency, is]) => Math.log(Number(is) / Number(initial[currency])));
      expect(state.ledger?.growth).toBeCloseTo(logs.reduce((a, b) => a + b, 0) / 3, 10);
    });
  });

  test('the records and the trades of orders that go on explain the balances', () => {
    always((_, { state, steps }) => {
      const recorded = steps.flatMap(({ records = [] }) => records);
      const unrecorded = state.orders.flatMap((order) => order.trades.slice(order.recordedTrades));
      const explained = [...recorded, ...unrecorded].reduce<Counted>(afterTrade, counted(initial));
      expect(explained).toEqual(counted(state.ledger?.balances ?? {}));
    });
  });

  test('a record has the balances after its last trade, whatever was booked before it was made', () => {
    always((_, { steps }) => {
      let balances = counted(initial);
      const after = new Map<string, Counted>();
      for (const trade of steps.flatMap(({ fills = [] }) => fills)) {
        balances = afterTrade(balances, trade);
        after.set(trade.tradeId, balances);
      }
      const records = steps.flatMap((step) => step.records ?? []);
      expect(records.map((record) => counted(record.balances))).toEqual(records.map(({ tradeIds }) => after.get(tradeIds.at(-1) ?? '')));
    });
  });

  test('no slot ever has two live orders', () => {
    fc.assert(
      fc.property(arrivals, ({ arrived }) => {
        let state = start;
        for (const event of arrived) {
          state = decide(state, event, view).state;
          const live = state.orders.filter((order) => ['pending', 'unknown', 'open'].includes(order.state)).map(placeOf);
          expect(new Set(live).size).toBe(live.length);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('an order that has ended stays as it ended', () => {
    const [order] = start.orders;
    if (!order) throw new Error('no order');
    const reports = [reportOf(order, 'cancelled', '0'), reportOf(order, 'open', '0'), reportOf(order, 'filled', order.amount)];
    const { state } = run(reports, 1);
    expect(state.orders.find((one) => one.clientOrderId === order.clientOrderId)?.state).toBe('cancelled');
  });
});

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
        for (const { clientOrderId } of placedBy(acts)) {
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
        const sent = placedBy(decision.acts).map(({ clientOrderId }) => clientOrderId);
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

test('no pause is longer than a minute unless the exchange says so, and each ends when its cause does', () => {
  const failure = fc.record({
    retryAfterMs: fc.option(fc.integer({ min: 1, max: 600_000 })),
    waitsMs: fc.integer({ min: 0, max: 120_000 }),
  });
  fc.assert(
    fc.property(fc.array(failure, { minLength: 1, maxLength: 20 }), (failures) => {
      let state = start;
      let now = view.now.getTime();
      /** Until when the exchange said that nobody may call. */
      let said = 0;
      for (const { retryAfterMs, waitsMs } of failures) {
        said = Math.max(said, now + (retryAfterMs ?? 0));
        const error = new ExchangeError('no', { kind: 'transient', reason: 'rateLimited', ...(retryAfterMs !== null && { retryAfterMs }) });
        ({ state } = decide(state, { type: 'snapshotFailed', error }, { ...view, now: new Date(now) }));
        expect(state.hold?.until.getTime()).toBeGreaterThan(now);
        expect(state.hold?.until.getTime()).toBeLessThanOrEqual(Math.max(now + 60_000, said));
        now += waitsMs;
      }
      const over = new Date(Math.max(state.hold?.until.getTime() ?? now, now));
      const { acts } = decide({ ...state, orders: [] }, { type: 'ticked' }, { ...view, now: over });
      expect(acts.map(({ type }) => type)).toContain('place');
    }),
    { numRuns: 200 },
  );
});

test('nothing stops a bot that is seen once and could pass', () => {
  const { state, placed } = quoted();
  fc.assert(
    fc.property(
      fc.constantFrom(...placed),
      fc.constantFrom(...exchangeErrorReasons),
      fc.constantFrom('rejected', 'transient', 'unknown'),
      ({ clientOrderId }, reason, kind) => {
        const error = new ExchangeError('no', { kind, reason });
        const { state: after } = decide(state, { type: 'placeFailed', clientOrderId, error }, view);
        expect(after.phase.kind).toBe('running');
      },
    ),
    { numRuns: 500 },
  );
});

test('a trade that comes before the answer to its order waits until the order is known, and is booked then', () => {
  const before = decide({ ...start, orders: [], nextSequence: 1 }, { type: 'ticked' }, view);
  const [order] = before.state.orders;
  if (!order) throw new Error('no order');
  const early = decide(before.state, { type: 'fillReported', fill: fillOf(order, 1, 0.5) }, view);
  expect(allHappened([early.step])).toEqual([]);
  const known = decide(early.state, reportOf(order, 'open', '0'), view);
  expect(allHappened([known.step]).map((fill) => fill.tradeId)).toEqual(['1']);
});

test('prices that are not known make the bot wait, not stop', () => {
  const { state, acts } = decide({ ...start, orders: [] }, { type: 'ticked' }, { ...view, prices: new Map() });
  expect(state.phase.kind).toBe('running');
  expect(acts).toEqual([]);
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
