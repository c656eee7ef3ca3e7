import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { balanceOf, classifyPayment, factKey, failureKey, latestFacts, type PaymentRecord } from './payment-record.ts';
import { day, paymentRecord as record } from './testing/samples.ts';
import { negateYen, yen } from './yen.ts';

/** What happens to one sale, with what is left of it; counted while it is made up, not by the rules. */
const saleLife = (key: string): fc.Arbitrary<{ facts: PaymentRecord[]; left: number }> =>
  fc
    .record({
      price: fc.integer({ min: 2, max: 100_000 }),
      part: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
      fate: fc.constantFrom(
        'pending',
        'failed',
        'paid',
        'partly',
        'refunded',
        'refundedInTwo',
        'refundUnreported',
        'secondUnreported',
        'refundUnnamed',
        'reversed',
        'partlyReversed',
      ),
    })
    .map(({ price, part, fate }) => {
      const partial = Math.max(1, Math.floor(price * part));
      const sale = (days: number, result: PaymentRecord['result']) => record({ key, payment: yen(price), at: day(days), result });
      const refund = (days: number, amount: number, name: string) =>
        record({ key: `${key}-${name}`, payment: negateYen(yen(amount)), at: day(days), type: 'REFUND', refundOf: key });
      const unnamed = (days: number, amount: number) => ({ ...refund(days, amount, 'a'), refundOf: null });
      const paid = [sale(1, 'PENDING'), sale(1, 'COMPLETED')];
      const lives: Record<typeof fate, { facts: PaymentRecord[]; left: number }> = {
        pending: { facts: [sale(1, 'PENDING')], left: 0 },
        failed: { facts: [sale(1, 'PENDING'), sale(1, 'FAILED')], left: 0 },
        paid: { facts: paid, left: price },
        partly: { facts: [...paid, sale(2, 'PARTIALLY_REFUNDED'), refund(2, partial, 'a')], left: price - partial },
        refunded: { facts: [...paid, sale(2, 'REFUNDED'), refund(2, price, 'a')], left: 0 },
        refundedInTwo: {
          facts: [...paid, sale(2, 'PARTIALLY_REFUNDED'), refund(2, partial, 'a'), sale(3, 'REFUNDED'), refund(3, price - partial, 'b')],
          left: 0,
        },
        refundUnreported: { facts: [...paid, sale(2, 'REFUNDED')], left: 0 },
        secondUnreported: { facts: [...paid, sale(2, 'PARTIALLY_REFUNDED'), refund(2, partial, 'a'), sale(3, 'REFUNDED')], left: 0 },
        refundUnnamed: { facts: [...paid, sale(2, 'REFUNDED'), unnamed(2, price)], left: 0 },
        partlyReversed: { facts: [...paid, sale(2, 'PARTIALLY_REFUNDED'), refund(2, partial, 'a'), sale(3, 'REVERSED')], left: 0 },
        reversed: { facts: [...paid, sale(2, 'REVERSED')], left: 0 },
      };
      return lives[fate];
    });

const ledgers = fc
  .integer({ min: 1, max: 8 })
  .chain((sales) => fc.tuple(...Array.from({ length: sales }, (_, index) => saleLife(`sale-${index}`))));

test('what is left adds up to the yen, in whatever order facts came and however often', () => {
  const shuffled = ledgers.chain((lives) => {
    const facts = lives.flatMap((life) => life.facts);
    const recorded = [...facts, ...facts.slice(0, 3)];
    return fc.tuple(fc.constant(lives), fc.shuffledSubarray(recorded, { minLength: recorded.length }));
  });
  fc.assert(
    fc.property(shuffled, ([lives, recorded]) => {
      expect(balanceOf(recorded)).toBe(lives.reduce((total, { left }) => total + left, 0));
    }),
  );
});

test('a refund that names no payment counts as far as no payment that went back whole lacks it', () => {
  const gone = record({ result: 'REFUNDED', at: day(2) });
  const unnamed = (payment: number, subscriptionId: string) =>
    record({ key: `R-${subscriptionId}`, type: 'REFUND', at: day(2), payment: yen(payment), subscriptionId });
  const other = record({ key: 'sale-2', subscriptionId: 'I-2' });
  expect(balanceOf([gone, unnamed(-5000, 'I-1')])).toBe(0);
  expect(balanceOf([gone, unnamed(-6000, 'I-1')])).toBe(-1000);
  expect(balanceOf([gone, other, unnamed(-2000, 'I-2')])).toBe(3000);
});

test('each payment is shown once, as it is now, the newest first', () => {
  const facts = [record({ result: 'COMPLETED' }), record({ result: 'REVERSED', at: day(9) }), record({ key: 'sale-2', at: day(5) })];
  expect(latestFacts(facts).map(({ key, result }) => [key, result])).toEqual([
    ['sale-1', 'REVERSED'],
    ['sale-2', 'COMPLETED'],
  ]);
});

test('the same fact has the same key, another one another', () => {
  const keys = [
    record(),
    record({ result: 'PENDING' }),
    record({ key: 'sale-2' }),
    record({ key: failureKey('I-1', day(1)), result: 'FAILED' }),
  ];
  expect(new Set(keys.map(factKey)).size).toBe(4);
  expect(factKey(record({ at: day(7) }))).toBe(factKey(record()));
  expect(failureKey('I-1', day(1))).not.toBe(failureKey('I-1', day(6)));
});

test.each([
  [5000, 10_000, 'SUBSCRIPTION_FEE', false],
  [10_000, 10_000, 'INITIAL_PURCHASE_FEE', false],
  [15_000, 10_000, 'INITIAL_PURCHASE_FEE', false],
  [5000, 0, 'SUBSCRIPTION_FEE', false],
  [50, 10_000, 'SUBSCRIPTION_FEE', true],
  [0, 0, 'SUBSCRIPTION_FEE', true],
] as const)('a charge of %d with an installation of %d is a %s', (payment, installation, type, isUnexpected) => {
  const plan = { monthlyPrice: yen(5000), initialInstallationCost: yen(installation) };
  expect(classifyPayment(yen(payment), plan)).toEqual({ type, isUnexpected });
});
