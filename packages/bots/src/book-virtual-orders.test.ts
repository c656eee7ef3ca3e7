import { describe, expect, test } from 'vitest';
import { bookStep, draw, hold, leavesAlone, release } from './book-virtual-orders.ts';
import { freeze, give } from './move-virtual-money.ts';
import { orderStates } from './order-state.ts';
import { after, begun, buy, codeOf, fillOf, funded, one } from './testing/funded-books.ts';
import { type Books, freeOf, heldBesides, heldOf, ledgerStateOf } from './virtual-books.ts';

describe('an order', () => {
  const held = after(hold(funded, 'one', buy));

  test('holds what it may spend, and nobody else can spend that', () => {
    expect(freeOf(one(held))).toEqual({ USDT: '10000', BTC: '1' });
    expect(heldOf(one(held))).toEqual({ USDT: '50000' });
    expect(codeOf(() => hold(held, 'one', { ...buy, clientOrderId: 'T2' }))).toBe('ledgerLacksFunds');
    expect(codeOf(() => give(held, 'one', { currency: 'USDT', amount: '-10000.01' }))).toBe('ledgerLacksFunds');
  });

  test('holds its fee as well where that comes on top, and a trade pays it out of that', () => {
    const dear = { ...buy, price: '40000', feeOnTop: '0.0025' };
    const held = after(hold(funded, 'one', dear));
    expect(heldOf(one(held))).toEqual({ USDT: '40100' });
    const [half, end] = ['1', '2'].map((tradeId) => fillOf({ tradeId, amount: '0.5', notional: '20000', fee: '50', feeCurrency: 'USDT' }));
    const drawn = after(draw(held, 'one', half!));
    expect([heldOf(one(drawn)), freeOf(one(drawn)).USDT]).toEqual([{ USDT: '20050' }, freeOf(one(held)).USDT]);
    expect(freeOf(one(after(draw(drawn, 'one', end!)))).USDT).toBe(freeOf(one(held)).USDT);
    expect(codeOf(() => hold(funded, 'one', { ...dear, price: '60000' }))).toBe('ledgerLacksFunds');
  });

  test('that is filled at a better price has the difference free at once, and the rest of its hold when it ends', () => {
    const drawn = after(draw(held, 'one', fillOf()));
    expect(heldOf(one(drawn))).toEqual({ USDT: '30000' });
    expect(freeOf(one(drawn))).toEqual({ USDT: '10400', BTC: '1.3996' });
    expect(freeOf(one(after(release(drawn, 'one', 'T1'))))).toEqual({ USDT: '40400', BTC: '1.3996' });
  });

  test('that trades after its end, or more than it was, draws from what is free, and may leave less than nothing', () => {
    const emptied = after(give(after(release(held, 'one', 'T1')), 'one', { currency: 'USDT', amount: '-60000' }));
    const late = after(draw(emptied, 'one', fillOf()));
    expect(freeOf(one(late))).toMatchObject({ USDT: '-19600' });
    expect(ledgerStateOf(one(late))).toBe('overdrawn');
    expect(codeOf(() => hold(late, 'one', { ...buy, side: 'sell', amount: '0.1' }))).toBe('ledgerOverdrawn');
    const mended = after(give(late, 'one', { currency: 'USDT', amount: '19600' }));
    expect(ledgerStateOf(one(mended))).toBe('active');
  });

  test('whose fee is in a coin that is not there is paid by the rest, and that is owed until it is given back', () => {
    const drawn = after(draw(held, 'one', fillOf({ fee: '0.02', feeCurrency: 'BNB' })));
    expect(drawn.rest.BNB).toBe('0.98');
    expect(one(drawn).owed).toEqual({ BNB: '0.02' });
    const given = after(give(drawn, 'one', { currency: 'BNB', amount: '0.5' }));
    const taken = after(give(given, 'one', { currency: 'BNB', amount: '-0.015' }));
    expect(one(taken).owed).toEqual({ BNB: '0.005' });
    expect(one(after(give(taken, 'one', { currency: 'BNB', amount: '-0.1' }))).owed).toEqual({});
  });

  test('whose trade the exchange rounded up beyond all that is there is no debt to the market: the rest pays that, and it is owed', () => {
    const terms = { clientOrderId: 'T3', pair: 'BTC/USDT', side: 'buy', price: '50000.01', amount: '0.00033' } as const;
    const all = after(give(begun, 'one', { currency: 'USDT', amount: '16.5000033' }));
    const held = after(hold(all, 'one', terms));
    expect(freeOf(one(held))).toEqual({ USDT: '0' });
    const fill = fillOf({ clientOrderId: 'T3', amount: '0.00033', notional: '16.50001', fee: '0' });
    const drawn = draw(held, 'one', fill);
    expect(freeOf(one(after(drawn)))).toEqual({ USDT: '0', BTC: '0.00033' });
    expect([one(after(drawn)).owed, ledgerStateOf(one(after(drawn)))]).toEqual([{ USDT: '0.0000067' }, 'active']);
    expect(after(drawn).rest.USDT).toBe('99983.49999');
    const richer = after(give(held, 'one', { currency: 'USDT', amount: '1' }));
    expect(one(after(draw(richer, 'one', fill)))).toMatchObject({ owed: {}, balances: { USDT: '0.9999933' } });
  });

  test('that trades worse than it could is no rounding, and overdraws', () => {
    const drawn = after(
      draw(
        after(hold(after(give(begun, 'one', { currency: 'USDT', amount: '50000' })), 'one', buy)),
        'one',
        fillOf({ amount: '1', notional: '50000.75', fee: '0' }),
      ),
    );
    expect([ledgerStateOf(one(drawn)), freeOf(one(drawn)).USDT, one(drawn).owed]).toEqual(['overdrawn', '-0.75', {}]);
  });

  test('that is open holds nothing against its own bot, and all of it against any other one', () => {
    expect(heldBesides(one(held), (id) => id === 'T1')).toEqual({});
    expect(heldBesides(one(held), () => false)).toEqual({ USDT: '50000' });
  });
});

describe('a step of a bot', () => {
  const news = { ...buy, state: 'pending' as const, reportedFilled: '0' };
  const stepOf = (orders: readonly object[], fills: readonly object[] = []) => ({ orders, fills }) as Parameters<typeof bookStep>[2];

  test('frees what ended before it holds for what is new', () => {
    const held = after(hold(funded, 'one', buy));
    const next = { ...news, clientOrderId: 'T2', price: '60000' };
    const moved = bookStep(held, 'one', stepOf([{ ...news, state: 'cancelled' }, next]), { isByHand: false });
    expect(moved.refused).toEqual([]);
    expect(one(moved.books).holds).toEqual({ T2: { pair: 'BTC/USDT', side: 'buy', price: '60000', amount: '1' } });
  });

  test('keeps the hold of an order that has ended until all its trades have come', () => {
    const held = after(hold(funded, 'one', buy));
    const early = bookStep(held, 'one', stepOf([{ ...news, state: 'cancelled', reportedFilled: '0.4' }]), { isByHand: false });
    expect(heldOf(one(early.books))).toEqual({ USDT: '50000' });
    const whole = bookStep(early.books, 'one', stepOf([{ ...news, state: 'cancelled', reportedFilled: '0.4' }], [fillOf()]), {
      isByHand: false,
    });
    expect(one(whole.books).holds).toEqual({});
    expect(freeOf(one(whole.books))).toEqual({ USDT: '40400', BTC: '1.3996' });
  });

  test('is refused by name where the money is not there, where the account is frozen, and where nobody wants it any more', () => {
    const becauseOf = (books: Books, isByHand = false) =>
      bookStep(books, 'one', stepOf([news]), { isByHand }).refused.map(({ because }) => because);
    expect(becauseOf(funded)).toEqual([]);
    expect(becauseOf(begun)).toEqual(['ledgerLacksFunds']);
    expect(becauseOf({ ...funded, ledgers: { one: freeze(one(funded), true) } })).toEqual(['ledgerFrozen']);
    expect(becauseOf(funded, true)).toEqual(['withdrawn']);
    const held = after(hold(funded, 'one', buy));
    expect(becauseOf(held, true)).toEqual([]);
    expect(becauseOf({ ...held, ledgers: { one: freeze(one(held), true) } }, true)).toEqual(['ledgerFrozen']);
  });

  test('is not refused for what was sent before its account was frozen', () => {
    const held = after(hold(funded, 'one', buy));
    const frozen = { ...held, ledgers: { one: freeze(one(held), true) } };
    const moved = bookStep(frozen, 'one', stepOf([{ ...news, state: 'open', reportedFilled: '0.4' }], [fillOf()]), { isByHand: true });
    expect(moved.refused).toEqual([]);
    expect(one(moved.books).holds).toMatchObject({ T1: { amount: '0.6' } });
  });

  test('leaves its account alone while what it holds for goes on, and then only', () => {
    const held = after(hold(funded, 'one', buy));
    const quiet: string[] = [];
    for (const state of orderStates)
      for (const [where, books] of [['held', held] as const, ['not held', funded] as const])
        for (const fills of [[], [fillOf()]]) {
          const step = stepOf([{ ...news, state }], fills);
          if (!leavesAlone(step, one(books))) continue;
          quiet.push(`${where}, ${state}, ${fills.length}`);
          for (const isByHand of [false, true]) {
            const moved = bookStep(books, 'one', step, { isByHand });
            expect([moved.refused, moved.movements, moved.books]).toEqual([[], [], books]);
          }
        }
    expect(quiet).toEqual(['held, unknown, 0', 'held, open, 0']);
  });

  test('takes in an order that turned out to be there, whatever it costs', () => {
    const found = bookStep(begun, 'one', stepOf([{ ...news, state: 'unknown' }]), { isByHand: false });
    expect(found.refused).toEqual([]);
    expect(freeOf(one(found.books))).toEqual({ USDT: '-50000' });
  });
});
