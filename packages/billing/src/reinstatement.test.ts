import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { balanceOf, factKey, type PaymentRecord } from './payment-record.ts';
import { type EndedDispute, latestReversal, reinstatement } from './reinstatement.ts';
import { revenueEntries, revenueRows } from './revenue.ts';
import { day, paymentRecord as record } from './testing/samples.ts';
import { noYen, sumYen, type Yen, yen } from './yen.ts';

const back = (given: Partial<PaymentRecord> = {}) =>
  record({ key: 'R-1', type: 'REFUND', payment: yen(-5000), at: day(20), refundOf: 'sale-1', isReversal: true, ...given });
const taken = [record(), record({ result: 'REVERSED' }), back()];
const ended = (refunded: Yen | null, at = day(70)): EndedDispute => ({ saleKey: 'sale-1', at, refunded });

test('what was taken comes back as a payment of its own, on the day on which the dispute ends', () => {
  const came = reinstatement(taken, ended(noYen));
  expect(came).toMatchObject({
    payment: 5000,
    at: day(70),
    type: 'SUBSCRIPTION_FEE',
    result: 'REINSTATED',
    refundOf: 'sale-1',
    planName: 'Standard',
  });
  const all = came === null ? [] : [...taken, came];
  expect(balanceOf(all)).toBe(5000);
  const months = revenueRows(revenueEntries(all), (at) => at.toISOString().slice(0, 7));
  expect(months.map(({ month, count, paid, refunded, total }) => [month, count, paid, refunded, total])).toEqual([
    ['2026-03', 0, 5000, 0, 5000],
    ['2026-01', 1, 5000, -5000, 0],
  ]);
});

test('of a part that its payer keeps the rest comes back; of all, or of nobody knows how much, nothing', () => {
  const amount = (refunded: Yen | null) => reinstatement(taken, ended(refunded))?.payment;
  expect(amount(yen(2000))).toBe(3000);
  expect(amount(yen(5000))).toBeUndefined();
  expect(amount(yen(9000))).toBeUndefined();
  expect(amount(null)).toBeUndefined();
});

test('a dispute over nothing that was taken brings nothing back', () => {
  expect(reinstatement([record()], ended(noYen))).toBeNull();
  expect(reinstatement([record({ result: 'REFUNDED' }), back({ isReversal: false })], ended(noYen)), 'its payer was refunded').toBeNull();
  expect(reinstatement(taken, ended(noYen, day(19))), 'it ended before').toBeNull();
  expect(reinstatement(taken, { ...ended(noYen), saleKey: 'sale-2' })).toBeNull();
});

test('a payment stays taken back until what was taken came back; the latest of them counts', () => {
  const again = back({ key: 'R-2', at: day(80) });
  expect(latestReversal([record()])).toBeNull();
  expect(latestReversal([...taken, again])).toEqual(day(80));
  const cameBack = (records: readonly PaymentRecord[], dispute: EndedDispute) => reinstatement(records, dispute) ?? [];
  const first = [...taken].concat(cameBack(taken, ended(noYen)));
  expect(latestReversal(first)).toBeNull();
  expect(latestReversal([...first, again])).toEqual(day(80));
  const second = [...first, again].concat(cameBack([...first, again], ended(noYen, day(99))));
  expect(latestReversal(second)).toBeNull();
  expect(balanceOf(second)).toBe(5000);
});

test('in whatever order a reversal and the end of its dispute are told, and however often, they come to the same', () => {
  type Told = { readonly fact: PaymentRecord } | { readonly dispute: EndedDispute };
  const shuffled = (told: readonly Told[]) => fc.shuffledSubarray([...told, ...told], { minLength: 2 * told.length });
  const life = fc
    .record({ price: fc.integer({ min: 2, max: 10_000 }), times: fc.integer({ min: 0, max: 3 }), part: fc.nat(), isLost: fc.boolean() })
    .chain(({ price, times, part, isLost }) => {
      const kept = part % price;
      const payment = yen(price);
      const rounds = Array.from({ length: times }, (_, index) => {
        const outcome = isLost ? null : yen(kept);
        return shuffled([
          { fact: record({ payment }) },
          { fact: record({ payment, result: 'REVERSED' }) },
          { fact: back({ key: `R-${index}`, payment: yen(-price), at: day(10 * index + 5) }) },
          { dispute: ended(index === times - 1 ? outcome : noYen, day(10 * index + 9)) },
        ]);
      });
      const left = times === 0 ? price : isLost ? 0 : price - kept;
      return fc.tuple(fc.constant({ price, left }), fc.constant<Told[]>([{ fact: record({ payment }) }]), ...rounds);
    });
  let withMoneyBack = 0;
  fc.assert(
    fc.property(life, ([{ price, left }, ...rounds]) => {
      const stored = new Map<string, PaymentRecord>();
      const disputes: EndedDispute[] = [];
      for (const one of rounds.flat()) {
        if ('fact' in one) stored.set(factKey(one.fact), one.fact);
        else disputes.push(one.dispute);
        for (const dispute of disputes) {
          const came = reinstatement([...stored.values()], dispute);
          if (came && !stored.has(factKey(came))) stored.set(factKey(came), came);
        }
        expect(balanceOf([...stored.values()])).toBeLessThanOrEqual(price);
      }
      const records = [...stored.values()];
      if (records.some(({ result }) => result === 'REINSTATED')) withMoneyBack += 1;
      expect(balanceOf(records)).toBe(left);
      expect(sumYen(revenueEntries(records).map(({ amount }) => amount))).toBe(left);
    }),
  );
  expect(withMoneyBack).toBeGreaterThan(10);
});
