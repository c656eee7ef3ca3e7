import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { add, compare, divide, isPositive, isZero, multiply, negate, parseDecimal, roundDecimal, subtract, sum } from './decimal.ts';

/** An amount as an exchange writes it: up to 12 digits before, up to 18 after the point. */
const decimals = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 18 }))
  .map(([isNegative, digits, scale]) => {
    const text = digits.toString().padStart(scale + 1, '0');
    return `${isNegative ? '-' : ''}${text.slice(0, text.length - scale)}${scale ? `.${text.slice(-scale)}` : ''}`;
  });

describe('reading', () => {
  const read = [
    ['0.10', '0.1'],
    ['60000.00', '60000'],
    ['-0', '0'],
    ['.5', '0.5'],
    ['5.', '5'],
    [' 1 ', '1'],
    ['1e-8', '0.00000001'],
    [1e-8, '0.00000001'],
    [1e21, '1000000000000000000000'],
    [0.1 + 0.2, '0.30000000000000004'],
    ['007', '7'],
  ] as const;
  test.each(read)('%s is %s', (given, plain) => {
    expect(parseDecimal(given)).toBe(plain);
  });

  const refused = [
    '',
    ' ',
    '-',
    '.',
    '1,000',
    '1_000',
    '0x10',
    'NaN',
    'Infinity',
    '1e',
    '1e9999',
    '１',
    '1 2',
    '--1',
    '+1',
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ];
  test.each(refused)('%s is refused', (given) => {
    expect(() => parseDecimal(given)).toThrow(expect.objectContaining({ code: 'notADecimal' }));
  });

  test.each(['1', '0', '.', ' ', '-'])('60 kB of %j are refused before a pattern is tried on them', (piece) => {
    const exec = vi.spyOn(RegExp.prototype, 'exec');
    expect(() => parseDecimal(`${piece.repeat(60_000)}x`)).toThrow(expect.objectContaining({ code: 'notADecimal' }));
    const longest = Math.max(...exec.mock.calls.map(([text]) => text.length));
    exec.mockRestore();
    expect(longest).toBeLessThan(100);
  });

  test('equal numbers are equal texts', () =>
    fc.assert(
      fc.property(decimals, fc.integer({ min: 1, max: 5 }), (value, zeros) => {
        const longer = `${value}${value.includes('.') ? '' : '.'}${'0'.repeat(zeros)}`;
        expect(parseDecimal(longer)).toBe(parseDecimal(value));
      }),
    ));
});

describe('what ledgers rely on', () => {
  test('0.1 and 0.2 are 0.3', () => {
    expect(add('0.1', '0.2')).toBe('0.3');
  });

  test('what is taken out and put back leaves what was there, to the last digit', () =>
    fc.assert(
      fc.property(decimals, decimals, (balance, amount) => {
        expect(add(subtract(balance, amount), amount)).toBe(parseDecimal(balance));
      }),
    ));

  test('a sum does not depend on the order of its parts', () =>
    fc.assert(
      fc.property(fc.array(decimals), (amounts) => {
        expect(sum(amounts.toReversed())).toBe(sum(amounts));
        expect(sum(amounts)).toBe(amounts.reduce(add, '0'));
      }),
    ));

  test('an amount sold in two parts brings what it brings whole', () =>
    fc.assert(
      fc.property(decimals, decimals, decimals, (price, one, other) => {
        expect(add(multiply(price, one), multiply(price, other))).toBe(multiply(price, add(one, other)));
      }),
    ));

  test('comparing agrees with the sign of the difference', () =>
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const difference = subtract(a, b);
        expect(compare(a, b)).toBe(isZero(difference) ? 0 : isPositive(difference) ? 1 : -1);
        expect(compare(b, a) + compare(a, b)).toBe(0);
      }),
    ));

  test('zero has no sign', () => {
    expect(negate('0')).toBe('0');
    expect(multiply('-1', '0.00')).toBe('0');
    expect(isPositive('-0')).toBe(false);
  });
});

describe('quotients and rounding', () => {
  const cases = [
    ['1', '3', 4, '0.3333'],
    ['2', '3', 4, '0.6667'],
    ['1', '8', 2, '0.13'],
    ['-1', '8', 2, '-0.13'],
    ['6030', '0.1', 18, '60300'],
    ['1', '3000000000', 18, '0.000000000333333333'],
    ['1000000000000', '3', 0, '333333333333'],
  ] as const;
  test.each(cases)('%s / %s to %i decimals is %s', (a, b, digits, quotient) => {
    expect(divide(a, b, digits)).toBe(quotient);
  });

  test('a quotient is off by at most half of its last digit', () =>
    fc.assert(
      fc.property(
        decimals,
        decimals.filter((value) => !isZero(value)),
        fc.integer({ min: 0, max: 20 }),
        (a, b, digits) => {
          const rest = subtract(a, multiply(divide(a, b, digits), b));
          const absolute = (value: string) => (compare(value, '0') < 0 ? negate(value) : value);
          const half = multiply(parseDecimal(`5e-${digits + 1}`), absolute(b));
          expect(compare(absolute(rest), half)).toBeLessThanOrEqual(0);
        },
      ),
    ));

  test('halves go away from zero', () => {
    expect(roundDecimal('0.00005', 4)).toBe('0.0001');
    expect(roundDecimal('-0.00005', 4)).toBe('-0.0001');
    expect(roundDecimal('-0.00004', 4)).toBe('0');
  });

  test('nothing is divided by zero', () => {
    expect(() => divide('1', '0', 4)).toThrow();
  });
});
