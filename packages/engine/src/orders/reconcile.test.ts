import { type BotOrder, hasEnded, isUncertain } from '@tenbin/bots';
import { exact } from '@tenbin/strategy';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterReserving, counted, placeOf } from '../testing/count-by-hand.ts';
import { openOrder } from '../testing/open-order.ts';
import { type OrderTerms, reconcile } from './reconcile.ts';

const balances = { BTC: '0.1', ETH: '2', USDT: '6000' };
const given = { balances, tolerance: exact };

const terms = (part: Partial<OrderTerms> = {}): OrderTerms => ({
  pair: 'BTC/USDT',
  side: 'sell',
  level: 0,
  price: '60600',
  amount: '0.0005',
  ...part,
});

let sequence = 0;
function order(part: Partial<BotOrder> = {}): BotOrder {
  sequence += 1;
  return openOrder(sequence, terms(), part);
}

describe('wanted against open orders', () => {
  test('places what is missing', () => {
    expect(reconcile([terms()], [], given).place).toEqual([terms()]);
  });

  test('keeps the order that is wanted, whatever way its numbers are written', () => {
    const open = order({ price: '60600.00' });
    expect(reconcile([terms()], [open], given)).toEqual({ place: [], cancel: [], keep: [open], waiting: [], held: [] });
  });

  test('cancels an order at another price and places nothing in its slot before it is gone', () => {
    const open = order({ price: '60500' });
    expect(reconcile([terms()], [open], given)).toMatchObject({ place: [], cancel: [open], keep: [] });
    const asked = { ...open, cancelAskedAt: new Date(1) };
    expect(reconcile([terms()], [asked], given)).toMatchObject({ place: [], cancel: [], waiting: [{ because: 'cancel' }] });
  });

  test('waits for an order of unknown fate, and keeps its funds aside', () => {
    const unknown = order({ state: 'unknown', amount: '0.0995' });
    const other = terms({ pair: 'ETH/BTC', side: 'buy', price: '0.05', amount: '0.02' });
    const result = reconcile([terms(), other], [unknown], given);
    expect(result.place).toEqual([]);
    expect(result.waiting.map((one) => one.because)).toEqual(['answer', 'funds']);
  });

  test('waits for the trades of an order that was reported filled', () => {
    const filled = order({ state: 'filled', reportedFilled: '0.0005' });
    expect(reconcile([terms()], [filled], given)).toMatchObject({ place: [], waiting: [{ because: 'trades' }] });
  });

  test('keeps a slightly stale order only where a tolerance is given', () => {
    const open = order({ price: '60590' });
    expect(reconcile([terms()], [open], given).cancel).toEqual([open]);
    expect(reconcile([terms()], [open], { balances, tolerance: { price: '0.001', amount: '0.05' } }).keep).toEqual([open]);
  });
});

describe('beside those that leave', () => {
  const beside = { ...given, placesBeside: true };
  const stale = order({ price: '60500' });
  const leaving = order({ price: '60500', cancelAskedAt: new Date(1) });

  test('an order is placed where the balances pay for both', () => {
    expect(reconcile([terms()], [stale], beside)).toMatchObject({ place: [terms()], cancel: [stale] });
    expect(reconcile([terms()], [leaving], beside)).toMatchObject({ place: [terms()], cancel: [] });
    const scarce = { ...beside, balances: { BTC: '0.0009' } };
    const { place, cancel, waiting } = reconcile([terms()], [stale], scarce);
    expect([place, cancel, waiting.map(({ because }) => because)]).toEqual([[], [stale], ['funds']]);
  });

  test('none is placed beside two, nor beside one that is wanted, on its way, or of unknown fate', () => {
    for (const others of [[stale, leaving], [order()], [order({ state: 'pending' })], [order({ state: 'unknown' }), leaving]])
      expect(reconcile([terms()], others, beside).place).toEqual([]);
  });

  test('none is placed where it would meet one of the other side, until that is gone', () => {
    const bid = order({ side: 'buy', price: '60600', amount: '0.001', cancelAskedAt: new Date(1) });
    expect(reconcile([terms()], [bid], beside)).toMatchObject({ place: [], held: [terms()] });
    expect(reconcile([terms({ price: '60601' })], [bid], beside).place).toHaveLength(1);
    expect(reconcile([terms()], [{ ...bid, state: 'cancelled' }], beside).place).toHaveLength(1);
  });
});

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'] as const;
const sides = ['buy', 'sell'] as const;
const anyTerms = fc.record({
  pair: fc.constantFrom(...pairs),
  side: fc.constantFrom(...sides),
  level: fc.constantFrom(0, 1),
  price: fc.integer({ min: 1, max: 70_000 }).map(String),
  amount: fc.integer({ min: 1, max: 200_000 }).map((lots) => String(lots / 1_000_000)),
});
const anyOrder = (terms: fc.Arbitrary<OrderTerms>) =>
  fc
    .tuple(
      terms,
      fc.constantFrom('open', 'open', 'open', 'pending', 'unknown', 'filled', 'cancelled', 'rejected', 'neverPlaced'),
      fc.boolean(),
      fc.constantFrom('0', '0.000001'),
    )
    .map(([parts, state, isAsked, reportedFilled]) =>
      order({ ...parts, state, reportedFilled, cancelAskedAt: isAsked && state === 'open' ? new Date(1) : null }),
    );
/** What is wanted, and orders of which some are just that. */
const anyDay = fc.uniqueArray(anyTerms, { selector: placeOf, maxLength: 6 }).chain((wanted) => {
  const terms = wanted.length === 0 ? anyTerms : fc.oneof(anyTerms, fc.constantFrom(...wanted));
  return fc.tuple(fc.constant(wanted), fc.array(anyOrder(terms), { maxLength: 10 }));
});

describe.each([
  ['whatever is wanted and whatever is open', given],
  ['whatever is wanted and whatever is open, where orders are placed beside those that leave', { ...given, placesBeside: true }],
])('%s', (_, given) => {
  const always = (check: (wanted: OrderTerms[], orders: BotOrder[]) => void, once: { readonly seed?: number } = {}) =>
    fc.assert(
      fc.property(anyDay, ([wanted, orders]) => check(wanted, orders)),
      { numRuns: 400, ...once },
    );

  test('each of what can become of an order is met', () => {
    const met = { keep: 0, cancel: 0, place: 0, answer: 0, cancelWaits: 0, trades: 0, funds: 0, twoOfASlot: 0 };
    always(
      (wanted, orders) => {
        const { keep, cancel, place, waiting } = reconcile(wanted, orders, given);
        const because = (what: string) => (waiting.some((one) => one.because === what) ? 1 : 0);
        const isKept = (one: BotOrder) => keep.some((other) => placeOf(other) === placeOf(one));
        met.keep += Math.min(1, keep.length);
        met.cancel += Math.min(1, cancel.length);
        met.place += Math.min(1, place.length);
        met.answer += because('answer');
        met.cancelWaits += because('cancel');
        met.trades += because('trades');
        met.funds += because('funds');
        met.twoOfASlot += cancel.some(isKept) ? 1 : 0;
      },
      { seed: 1 },
    );
    expect(Math.min(...Object.values(met)), JSON.stringify(met)).toBeGreaterThan(0);
  });

  test('every live order is in exactly one of keep, cancel and waiting', () => {
    always((wanted, orders) => {
      const { keep, cancel, waiting } = reconcile(wanted, orders, given);
      const seen = [...keep, ...cancel, ...waiting.flatMap((one) => (one.order ? [one.order] : []))].map((one) => one.clientOrderId);
      const live = orders.filter((one) => !(hasEnded(one) && one.reportedFilled === '0'));
      expect(seen.sort()).toEqual(live.map((one) => one.clientOrderId).sort());
    });
  });

  test('an order is placed once, and only in a slot without any live order, or beside one that leaves', () => {
    always((wanted, orders) => {
      const { place, cancel } = reconcile(wanted, orders, given);
      const live = orders.filter((one) => !(hasEnded(one) && one.reportedFilled === '0'));
      for (const parts of place) {
        const there = live.filter((one) => placeOf(one) === placeOf(parts));
        expect(there.length).toBeLessThanOrEqual('placesBeside' in given ? 1 : 0);
        expect(there.every((one) => one.state === 'open' && (one.cancelAskedAt !== null || cancel.includes(one)))).toBe(true);
      }
      expect(new Set(place.map(placeOf)).size).toBe(place.length);
    });
  });

  test('an order of unknown fate is neither cancelled nor kept, and none is cancelled twice', () => {
    always((wanted, orders) => {
      const { cancel, keep } = reconcile(wanted, orders, given);
      expect([...cancel, ...keep].filter(isUncertain)).toEqual([]);
      expect(cancel.filter((one) => one.cancelAskedAt)).toEqual([]);
    });
  });

  test('placed orders fit into the balances after all that live orders hold back', () => {
    always((wanted, orders) => {
      const { place } = reconcile(wanted, orders, given);
      const live = orders.filter((one) => !(hasEnded(one) && one.reportedFilled === '0'));
      const left = [...live, ...place].reduce(afterReserving, counted(balances));
      for (const { pair, side } of place) expect(left[pair.split('/')[side === 'sell' ? 0 : 1] ?? '']).toBeGreaterThanOrEqual(0n);
    });
  });

  test('of several open orders in one slot at most one is kept', () => {
    always((wanted, orders) => {
      const { keep } = reconcile(wanted, orders, given);
      expect(new Set(keep.map(placeOf)).size).toBe(keep.length);
    });
  });

  test('done once and asked again, nothing is left to do but keep and wait', () => {
    always((wanted, orders) => {
      const first = reconcile(wanted, orders, given);
      const asked = new Set(first.cancel);
      const after = orders.map((one) => (asked.has(one) ? { ...one, cancelAskedAt: new Date(2) } : one));
      const placed = first.place.map((parts) => order({ ...parts, state: 'pending' }));
      expect(reconcile(wanted, [...after, ...placed], given)).toMatchObject({ place: [], cancel: [] });
    });
  });
});
