import { DomainError } from '@tenbin/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { houseAccount, Ledger } from './ledger.ts';
import { formatUnits, fromUnits, shareOf, toUnits } from './units.ts';

describe('units', () => {
  test('decimals come back as they went in, shortest form', () => {
    expect(['0.1', '60000', '0.000000000000000001', '1.50'].map((value) => fromUnits(toUnits(value)))).toEqual([
      '0.1',
      '60000',
      '0.000000000000000001',
      '1.5',
    ]);
    expect(formatUnits(toUnits('0.1'), 8)).toBe('0.10000000');
    expect(formatUnits(toUnits('0.0000000123'), 8)).toBe('0.0000000123');
    expect(fromUnits(-toUnits('2.5'))).toBe('-2.5');
  });

  test('what is no amount, or is finer than a unit, is refused', () => {
    for (const value of ['', '-1', '1e5', 'abc', '1.0000000000000000001']) expect(() => toUnits(value)).toThrow(DomainError);
  });

  test('a tenth of a percent of a trade is exact', () => {
    expect(fromUnits(shareOf(toUnits('0.000005'), toUnits('0.001')))).toBe('0.000000005');
  });
});

describe('a ledger', () => {
  test('refuses to lock or spend what is not free, and changes nothing then', () => {
    const ledger = new Ledger();
    ledger.deposit('a1', 'USDT', 100n);
    ledger.lock('a1', 'USDT', 60n);
    expect(() => ledger.lock('a1', 'USDT', 41n)).toThrow('insufficientFunds');
    expect(ledger.holding('a1', 'USDT')).toEqual({ free: 40n, locked: 60n });
    expect(() => ledger.pay('a1', 'a2', 'USDT', { amount: 61n, locked: true })).toThrow(/less USDT locked/);
  });

  test('only the house may lend', () => {
    const ledger = new Ledger();
    ledger.pay(houseAccount, 'a1', 'BTC', { amount: 5n, locked: false });
    expect(ledger.holding(houseAccount, 'BTC').free).toBe(-5n);
    expect(() => ledger.pay('a2', 'a1', 'BTC', { amount: 5n, locked: false })).toThrow('insufficientFunds');
  });

  const account = fc.constantFrom('a1', 'a2', houseAccount);
  const kinds = ['deposit', 'lock', 'unlock', 'payFree', 'payLocked'] as const;
  const kind = fc.constantFrom(...kinds);
  const step = fc.record({ from: account, to: account, amount: fc.bigInt(0n, 1_000n), kind });
  type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

  function take(ledger: Ledger, { from, to, amount, kind: what }: Step): void {
    if (what === 'deposit') ledger.deposit(to, 'BTC', amount);
    else if (what === 'lock') ledger.lock(from, 'BTC', amount);
    else if (what === 'unlock') ledger.unlock(from, 'BTC', amount);
    else ledger.pay(from, to, 'BTC', { amount, locked: what === 'payLocked' });
  }

  const stepOf =
    (amount: bigint) =>
    (of: (typeof kinds)[number]): Step => ({ from: 'a1', to: of === 'deposit' ? 'a1' : 'a2', amount, kind: of });
  // Each done, then each but the deposit refused: what moves locked funds needs a deposit and a lock before it, and is rare by chance.
  const everyKind = [
    stepOf(100n)('deposit'),
    stepOf(50n)('lock'),
    ...kinds.slice(2).map(stepOf(10n)),
    ...kinds.slice(1).map(stepOf(1_000n)),
  ];

  test('the sum of all holdings is what was deposited, whatever is moved and whatever is refused', () => {
    const [done, refused] = [new Set<string>(), new Set<string>()];
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const ledger = new Ledger();
        let deposited = 0n;
        for (const next of steps) {
          const before = [...ledger.accounts()].map((id) => ({ ...ledger.holding(id, 'BTC') }));
          try {
            take(ledger, next);
            if (next.kind === 'deposit') deposited += next.amount;
            if (next.amount > 0n) done.add(next.kind);
          } catch (error) {
            expect(String(error)).toMatch(/insufficientFunds|has less BTC locked/);
            refused.add(next.kind);
            expect([...ledger.accounts()].slice(0, before.length).map((id) => ({ ...ledger.holding(id, 'BTC') }))).toEqual(before);
          }
        }
        const held = [...ledger.accounts()].map((id) => ledger.holding(id, 'BTC'));
        expect(held.reduce((sum, { free, locked }) => sum + free + locked, 0n)).toBe(deposited);
        expect(ledger.supply().get('BTC') ?? 0n).toBe(deposited);
      }),
      { examples: [[everyKind]] },
    );
    expect([...done].sort()).toEqual(kinds.toSorted());
    expect([...refused].sort()).toEqual(kinds.slice(1).toSorted());
  });
});
