import { describe, expect, test } from 'vitest';
import { draw, hold } from './book-virtual-orders.ts';
import { close, freeze, give, isReversible, reverse, transfer, whyNotClose } from './move-virtual-money.ts';
import { after, begun, buy, codeOf, fillOf, funded, one } from './testing/funded-books.ts';

describe('money', () => {
  test('comes from the rest alone, and never more than that has', () => {
    expect(codeOf(() => give(begun, 'one', { currency: 'USDT', amount: '100000.01' }))).toBe('restLacksFunds');
    expect(codeOf(() => give({ ...begun, rest: { USDT: '-1' } }, 'one', { currency: 'USDT', amount: '0.01' }))).toBe('restLacksFunds');
  });

  test('goes from one to another whole or not at all', () => {
    const moved = after(transfer(funded, { from: 'one', to: 'two' }, { currency: 'USDT', amount: 'all' }));
    expect([one(moved).balances.USDT, moved.ledgers.two?.balances.USDT]).toEqual(['0', '60000']);
    expect(codeOf(() => transfer(moved, { from: 'one', to: 'two' }, { currency: 'USDT', amount: 'all' }))).toBe('nothingToTransfer');
    expect(codeOf(() => transfer(moved, { from: 'one', to: 'one' }, { currency: 'BTC', amount: '1' }))).toBe('sameLedger');
  });

  test('of no amount, or one finer than any exchange keeps, is not moved', () => {
    const finest = '0.000000000000000001';
    const codesOf = (amount: string) => [
      codeOf(() => give(funded, 'one', { currency: 'USDT', amount })),
      codeOf(() => transfer(funded, { from: 'one', to: 'two' }, { currency: 'USDT', amount })),
    ];
    expect(codesOf('0.00')).toEqual(['amountZero', 'amountZero']);
    expect(codesOf('0.0000000000000000011')).toEqual(['amountTooFine', 'amountTooFine']);
    expect(codesOf(`${finest}000`)).toEqual([null, null]);
    expect(one(after(give(funded, 'one', { currency: 'USDT', amount: finest }))).balances.USDT).toBe(`60000${finest.slice(1)}`);
  });

  test('that was moved by somebody can be moved back; what happened cannot', () => {
    const { books, movements } = transfer(funded, { from: 'one', to: 'two' }, { currency: 'BTC', amount: '1' });
    const [moved] = movements;
    expect(moved && after(reverse(books, moved))).toMatchObject({
      ledgers: { one: { balances: { BTC: '1' } }, two: { balances: { BTC: '0' } } },
    });
    const [traded] = draw(after(hold(funded, 'one', buy)), 'one', fillOf()).movements;
    expect(traded && codeOf(() => reverse(funded, traded))).toBe('movementNotReversible');
    expect([moved, traded].map((one) => one && isReversible(one))).toEqual([true, false]);
  });

  test('whose taking paid what was owed is owed again when that is taken back, and no more than was paid', () => {
    const fee = { fee: '0.02', feeCurrency: 'BNB' };
    const owing = after(draw(after(hold(funded, 'one', buy)), 'one', fillOf(fee)));
    const given = after(give(owing, 'one', { currency: 'BNB', amount: '0.5' }));
    for (const [amount, left] of [
      ['-0.015', { BNB: '0.005' }],
      ['-0.1', {}],
    ] as const) {
      const taken = give(given, 'one', { currency: 'BNB', amount });
      expect(one(taken.books).owed).toEqual(left);
      const [movement] = taken.movements;
      const back = movement && reverse(taken.books, movement);
      expect(back?.books).toEqual(given);
    }
    const [giving] = give(owing, 'one', { currency: 'BNB', amount: '0.5' }).movements;
    expect(giving && one(after(reverse(given, giving))).owed).toEqual({ BNB: '0.02' });
  });

  test('may come into a frozen account, and not leave it; a closed one takes none', () => {
    const frozen = { ...funded, ledgers: { ...funded.ledgers, one: freeze(one(funded), true) } };
    expect(codeOf(() => give(frozen, 'one', { currency: 'BTC', amount: '1' }))).toBeNull();
    expect(codeOf(() => give(frozen, 'one', { currency: 'BTC', amount: '-1' }))).toBe('ledgerFrozen');
    expect(codeOf(() => close(one(funded)))).toBe('ledgerNotEmpty');
    // Less than a floating-point number knows from nothing is left of it.
    expect(whyNotClose({ balances: { BTC: `0.${'0'.repeat(400)}1` }, orders: 0 })).toBe('ledgerNotEmpty');
    expect(whyNotClose({ balances: { BTC: '0' }, orders: 1 })).toBe('ledgerNotEmpty');
    const closed = { ...begun, ledgers: { one: close(one(begun)) } };
    expect(codeOf(() => give(closed, 'one', { currency: 'BTC', amount: '1' }))).toBe('ledgerClosed');
  });
});
