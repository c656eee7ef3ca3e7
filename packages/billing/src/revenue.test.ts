import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { balanceOf, type PaymentRecord, paymentResults } from './payment-record.ts';
import { mergedRevenue, revenueEntries, revenueRows } from './revenue.ts';
import { day, paymentRecord as record } from './testing/samples.ts';
import { sumYen, yen } from './yen.ts';

const refund = (given: Partial<PaymentRecord> = {}) =>
  record({ key: 'refund-1', type: 'REFUND', payment: yen(-5000), refundOf: 'sale-1', ...given });
const monthOf = (at: Date) => at.toISOString().slice(0, 7);
const rowsOf = (...records: PaymentRecord[]) =>
  revenueRows(revenueEntries(records), monthOf).map(({ month, planName, count, paid, refunded, total }) => [
    month,
    planName,
    count,
    paid,
    refunded,
    total,
  ]);

/** Whatever facts a provider could tell, sensible or not, of a few payments of two subscriptions. */
const facts = fc.array(
  fc
    .record({
      sale: fc.integer({ min: 0, max: 4 }),
      days: fc.integer({ min: 0, max: 120 }),
      result: fc.constantFrom(...paymentResults),
      isRefund: fc.boolean(),
      names: fc.constantFrom(null, 0, 1, 2, 3, 4),
      money: fc.integer({ min: 1, max: 100_000 }),
      planName: fc.constantFrom('Standard', 'Large'),
    })
    .map(({ sale, days, result, isRefund, names, money, planName }) => {
      const subscriptionId = `I-${sale % 2}`;
      const refundOf = names === null ? null : `sale-${names}`;
      return isRefund
        ? refund({ key: `refund-${sale}-${days}`, at: day(days), result, payment: yen(-money), refundOf, subscriptionId, planName })
        : record({ key: `sale-${sale}`, at: day(days), result, payment: yen(1000 * (sale + 1)), subscriptionId, planName });
    }),
  { maxLength: 30 },
);

test('all months and plans together are what is left of all payments, to the yen', () => {
  let withMoneyBack = 0;
  fc.assert(
    fc.property(facts, (records) => {
      const rows = revenueRows(revenueEntries(records), monthOf);
      expect(sumYen(rows.map(({ total }) => total))).toBe(balanceOf(records));
      for (const { paid, refunded, total } of rows) expect(paid + refunded).toBe(total);
      withMoneyBack += rows.filter(({ refunded }) => refunded < 0).length;
    }),
    { numRuns: 500 },
  );
  expect(withMoneyBack).toBeGreaterThan(50);
});

test('a payment counts in its month, and what goes back of it in the month in which it goes back', () => {
  const sale = [record({ result: 'PENDING', at: day(0) }), record({ at: day(30) })];
  expect(rowsOf(...sale)).toEqual([['2026-01', 'Standard', 1, 5000, 0, 5000]]);
  const back = [record({ result: 'REFUNDED', at: day(40) }), refund({ at: day(40) })];
  const both = [
    ['2026-02', 'Standard', 0, 0, -5000, -5000],
    ['2026-01', 'Standard', 1, 5000, 0, 5000],
  ];
  expect(rowsOf(...sale, ...back)).toEqual(both);
  expect(rowsOf(...sale, record({ result: 'REVERSED', at: day(40) })), 'of which no refund tells').toEqual(both);
  expect(rowsOf(...sale, record({ result: 'REFUNDED', at: day(40) }), refund({ at: day(41), refundOf: null })), 'that names none').toEqual(
    both,
  );
});

test('what failed, or has not come yet, is no revenue', () => {
  expect(rowsOf(record({ result: 'FAILED' }), record({ key: 'sale-2', result: 'PENDING' }))).toEqual([]);
});

test('plans are apart, the latest month first', () => {
  const other = record({ key: 'sale-2', planName: 'Large', payment: yen(8000), at: day(35) });
  expect(rowsOf(record(), other, record({ key: 'sale-3', at: day(36) }))).toEqual([
    ['2026-02', 'Large', 1, 8000, 0, 8000],
    ['2026-02', 'Standard', 1, 5000, 0, 5000],
    ['2026-01', 'Standard', 1, 5000, 0, 5000],
  ]);
});

test('rows of one month and plan become one', () => {
  const rows = revenueRows(revenueEntries([record()]), monthOf);
  expect(mergedRevenue([...rows, ...rows])).toMatchObject([{ count: 2, paid: 10_000, total: 10_000 }]);
});
