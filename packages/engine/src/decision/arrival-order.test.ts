import type { BotStep } from '@tenbin/bots';
import type { Fill } from '@tenbin/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrivals } from '../testing/arrivals.ts';
import { afterTrade, type Counted, counted, placeOf } from '../testing/count-by-hand.ts';
import { fillOf, initial, reportOf, start, view } from '../testing/running-bot.ts';
import type { BotEvent } from './bot-event.ts';
import type { BotState } from './bot-state.ts';
import { decide, decideAll } from './decide.ts';

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

test('a trade that comes before the answer to its order waits until the order is known, and is booked then', () => {
  const before = decide({ ...start, orders: [], nextSequence: 1 }, { type: 'ticked' }, view);
  const [order] = before.state.orders;
  if (!order) throw new Error('no order');
  const early = decide(before.state, { type: 'fillReported', fill: fillOf(order, 1, 0.5) }, view);
  expect(allHappened([early.step])).toEqual([]);
  const known = decide(early.state, reportOf(order, 'open', '0'), view);
  expect(allHappened([known.step]).map((fill) => fill.tradeId)).toEqual(['1']);
});
