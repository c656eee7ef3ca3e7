import { type BotOrder, slotOf } from '@tenbin/bots';
import { exact } from '@tenbin/strategy';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openOrder } from '../testing/open-order.ts';
import { leaveOneResting } from './leave-one-resting.ts';
import { type OrderTerms, reconcile } from './reconcile.ts';

const given = { balances: { BTC: '1000', USDT: '100000000' }, tolerance: exact };
const now = new Date(100_000);

const wantedAt = (level: number, part: Partial<OrderTerms> = {}): OrderTerms => ({
  pair: 'BTC/USDT',
  side: 'sell',
  level,
  price: String(60_600 + 100 * level),
  amount: '0.01',
  ...part,
});

let sequence = 0;
function orderAt(level: number, part: Partial<BotOrder> = {}): BotOrder {
  sequence += 1;
  return openOrder(sequence, wantedAt(level), { price: String(60_000 + 100 * level), ...part });
}

const cancelledOf = (wanted: readonly OrderTerms[], orders: readonly BotOrder[]) =>
  leaveOneResting(reconcile(wanted, orders, given), wanted, now);
const levelsOf = (orders: readonly BotOrder[]) => orders.map(({ level }) => level);
const three = [wantedAt(0), wantedAt(1), wantedAt(2)];

describe('of a side that is to stand elsewhere', () => {
  test('all but the outermost order are cancelled at once, the inner first', () => {
    expect(levelsOf(cancelledOf(three, [orderAt(2), orderAt(0), orderAt(1)]))).toEqual([0, 1]);
  });

  test('all are cancelled where another one rests where it is wanted', () => {
    expect(levelsOf(cancelledOf(three, [orderAt(0, wantedAt(0)), orderAt(1), orderAt(2)]))).toEqual([1, 2]);
  });

  test('the only order is cancelled', () => {
    expect(levelsOf(cancelledOf([wantedAt(0)], [orderAt(0)]))).toEqual([0]);
  });

  test('the outermost waits for those that are on their way, and not for one whose cancelling lasts', () => {
    const outermost = orderAt(2);
    expect(cancelledOf(three, [orderAt(0, { state: 'pending' }), outermost])).toEqual([]);
    expect(cancelledOf([wantedAt(0), wantedAt(2)], [orderAt(0, { cancelAskedAt: new Date(99_000) }), outermost])).toEqual([]);
    expect(cancelledOf([wantedAt(0), wantedAt(2)], [orderAt(0, { cancelAskedAt: new Date(97_000) }), outermost])).toEqual([outermost]);
    expect(cancelledOf([wantedAt(0), wantedAt(2)], [orderAt(0, { state: 'unknown' }), outermost])).toEqual([outermost]);
  });

  test('the only order stays while the one in its stead would meet an order of the other side', () => {
    const bid = orderAt(0, { side: 'buy', price: '60600', cancelAskedAt: new Date(99_500) });
    const ask = orderAt(0, { price: '61000' });
    const cancelledBeside = (orders: readonly BotOrder[]) =>
      leaveOneResting(reconcile([wantedAt(0)], orders, { ...given, placesBeside: true }), [wantedAt(0)], now);
    expect(cancelledBeside([bid, ask])).toEqual([]);
    // The new one goes out, and this one follows when that rests.
    expect(cancelledBeside([{ ...bid, state: 'cancelled' }, ask])).toEqual([]);
    expect(cancelledBeside([orderAt(0, wantedAt(0)), ask])).toEqual([ask]);
  });

  test('what is not wanted any more goes at once, and nothing waits for it', () => {
    expect(levelsOf(cancelledOf([wantedAt(0)], [orderAt(0), orderAt(1), orderAt(2)]))).toEqual([1, 2, 0]);
  });

  test('the other side and other pairs do not count', () => {
    const bids = [0, 1].map((level) => orderAt(level, { side: 'buy' }));
    const wanted = [...three, wantedAt(0, { side: 'buy' }), wantedAt(1, { side: 'buy' })];
    expect(cancelledOf(wanted, [...bids, orderAt(0, wantedAt(0))])).toEqual([bids[0]]);
  });
});

test('property: a side of which something rested does not become empty by cancels as long as more than one place of it is wanted, and goes on until all stand', () => {
  const state = fc.constantFrom<Partial<BotOrder>>(
    {},
    {},
    { state: 'pending' },
    { state: 'unknown' },
    { cancelAskedAt: new Date(99_500) },
    { cancelAskedAt: new Date(0) },
  );
  const place = fc.record({ state, isRight: fc.boolean(), isThere: fc.nat(9).map((n) => n > 0) });
  // Nothing is on its way, and few stand elsewhere: rare by chance.
  const atRest = fc.record({ state: fc.constant({}), isRight: fc.nat(3).map((n) => n > 0), isThere: fc.constant(true) });
  const met = { several: 0, oneElsewhere: 0 };
  fc.assert(
    fc.property(fc.oneof(...[place, atRest].map((one) => fc.array(one, { minLength: 2, maxLength: 8 }))), (places) => {
      const wanted = places.map((_, level) => wantedAt(level));
      const orders = places.flatMap(({ state: part, isRight, isThere }, level) =>
        isThere ? [orderAt(level, { ...(isRight && wantedAt(level)), ...part })] : [],
      );
      const cancelled = new Set(cancelledOf(wanted, orders));
      const resting = orders.filter((order) => order.state === 'open' && order.cancelAskedAt === null);
      const left = resting.filter((order) => !cancelled.has(order));
      const isBusy = orders.length - resting.length > 0 || orders.length < wanted.length;
      if (resting.length > 1) {
        met.several += 1;
        expect(left.length).toBeGreaterThan(0);
      }
      const isRight = (order: BotOrder) => order.price === wanted[order.level]?.price;
      // Once only the outermost stands elsewhere and nothing is on its way, it is its turn.
      if (!isBusy && resting.filter((order) => !isRight(order)).length === 1) {
        met.oneElsewhere += 1;
        expect(cancelled.size).toBe(1);
      }
      for (const order of cancelled) expect(wanted.map(slotOf)).toContain(slotOf(order));
    }),
    { numRuns: 500 },
  );
  expect(met.several).toBeGreaterThan(100);
  expect(met.oneElsewhere).toBeGreaterThan(20);
});
