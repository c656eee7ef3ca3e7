import { parseDecimal } from '@tenbin/market';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BillFacts, billLines, billTotals, draftBill, requireRegistrationNumber } from './organization-bill.ts';
import { yen } from './yen.ts';

const facts: BillFacts = {
  month: '2026/11',
  plan: { name: 'PROFESSIONAL', price: yen(98_000) },
  options: [
    { name: 'CUSTOMIZE_UI', price: yen(20_000) },
    { name: 'TROLL_BOX', price: yen(0) },
  ],
  activeUsers: 12,
  pricePerUser: yen(333),
  volume: '123456.7891',
  basisPoints: '1.5',
  usdRate: { yenPerUsd: '151.23', source: 'mid rate of the day', date: '2026-11-30' },
  taxRate: 10,
};

test('a bill has a line for each thing, and tax once', () => {
  const { lines, totals, month, status, issued } = draftBill(facts, { id: 'bill' });
  // 123456.7891 × 1.5 bp × 151.23 = 2800.53…
  expect(lines.map(({ subject, count, amount }) => [subject, count, amount])).toEqual([
    ['organizationPlan', '1', 98_000],
    ['option', '1', 20_000],
    ['activeUsers', '12', 3996],
    ['volume', '123456.7891', 2800],
  ]);
  expect(totals).toEqual({ taxes: [{ rate: 10, base: 124_796, tax: 12_479 }], total: 137_275 });
  expect({ month, status, issued }).toEqual({ month: '2026/11', status: 'PENDING', issued: null });
});

test('a month in which nothing happened still has its plan', () => {
  expect(billLines({ ...facts, options: [], activeUsers: 0, volume: '0' }).map(({ subject }) => subject)).toEqual(['organizationPlan']);
});

test('tax is rounded down once for each rate, not for each line', () => {
  const amounts = fc.array(
    fc.record({ amount: fc.integer({ min: -1_000_000, max: 90_000_000 }).map(yen), taxRate: fc.constantFrom(10, 8) }),
    {
      maxLength: 40,
    },
  );
  fc.assert(
    fc.property(amounts, (lines) => {
      const { taxes, total } = billTotals(lines as Parameters<typeof billTotals>[0]);
      let expected = 0n;
      for (const rate of [10n, 8n]) {
        const base = lines.filter(({ taxRate }) => BigInt(taxRate) === rate).reduce((sum, { amount }) => sum + BigInt(amount), 0n);
        // BigInt divides towards zero.
        const tax = (base * rate) / 100n;
        const found = taxes.find((given) => BigInt(given.rate) === rate);
        expect([BigInt(found?.base ?? 0), BigInt(found?.tax ?? 0)]).toEqual([base, tax]);
        expected += base + tax;
      }
      expect(BigInt(total)).toBe(expected);
    }),
  );
  const many = Array.from({ length: 10 }, () => ({ amount: yen(9), taxRate: 10 as const }));
  expect(billTotals(many).taxes[0]?.tax, 'of ten lines of 9 yen').toBe(9);
});

describe('whatever a month came to', () => {
  const price = fc.integer({ min: 0, max: 5_000_000 }).map(yen);
  const tenThousandths = fc.bigInt({ min: 0n, max: 10n ** 13n });
  const hundredths = fc.bigInt({ min: 0n, max: 50_000n });
  const decimal = (units: bigint, digits: number): string => {
    const text = units.toString().padStart(digits + 1, '0');
    return parseDecimal(`${text.slice(0, -digits)}.${text.slice(-digits)}`);
  };
  const month = fc.record({
    plan: price,
    options: fc.uniqueArray(fc.record({ name: fc.constantFrom('CUSTOMIZE_UI', 'TROLL_BOX', 'PAIR_LIMIT'), price }), {
      selector: ({ name }) => name,
    }),
    activeUsers: fc.nat(100_000),
    pricePerUser: fc.integer({ min: 0, max: 5_000 }).map(yen),
    volume: tenThousandths,
    basisPoints: hundredths,
    rate: hundredths,
  });
  const always = (check: (given: typeof month extends fc.Arbitrary<infer T> ? T : never, facts: BillFacts) => void) =>
    fc.assert(
      fc.property(month, (given) => {
        const { plan, options, activeUsers, pricePerUser, volume, basisPoints, rate } = given;
        const usdRate = { ...facts.usdRate, yenPerUsd: decimal(rate, 2), source: 'mid rate of the day', date: '2026-11-30' };
        check(given, {
          ...facts,
          plan: { name: 'BASIC', price: plan },
          options,
          activeUsers,
          pricePerUser,
          volume: decimal(volume, 4),
          basisPoints: decimal(basisPoints, 2),
          usdRate,
        });
      }),
      { seed: 20_260_103 },
    );

  test('its bill comes to the same, computed again from what was stored of it', () =>
    always((_, given) => {
      const stored = JSON.parse(JSON.stringify(given)) as BillFacts;
      const reordered = Object.fromEntries(Object.entries(stored).reverse()) as unknown as BillFacts;
      const bill = draftBill(given, { id: 'a' });
      expect([draftBill(stored, { id: 'a' }), draftBill(reordered, { id: 'a' })]).toEqual([bill, bill]);
    }));

  test('its bill is what whole numbers say, to the yen', () =>
    always(({ plan, options, activeUsers, pricePerUser, volume, basisPoints, rate }, given) => {
      // Four digits of volume, two of basis points, which are ten-thousandths, and two of the rate.
      const charged = (volume * basisPoints * rate) / 10n ** 12n;
      const amounts = [plan, ...options.map((option) => option.price), activeUsers * pricePerUser].map(BigInt);
      const base = amounts.reduce((sum, amount) => sum + amount, charged);
      expect(BigInt(draftBill(given, { id: 'a' }).totals.total)).toBe(base + base / 10n);
    }));
});

test('a correction names the bill that it puts right', () => {
  expect(draftBill(facts, { id: 'b', corrects: 'a' })).toMatchObject({ corrects: 'a', issued: null });
});

test('a registration number is T and thirteen digits', () => {
  expect(requireRegistrationNumber('T1234567890123')).toBe('T1234567890123');
  for (const wrong of ['1234567890123', 'T123456789012', 'T12345678901234', 't1234567890123', 'T１234567890123', 'T1234567890123\n'])
    expect(() => requireRegistrationNumber(wrong), wrong).toThrow('invalidRegistrationNumber');
});
