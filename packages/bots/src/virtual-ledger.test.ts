import { add, type Balances, compare, DomainError, parseDecimal } from '@tenbin/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addedTo } from './ledger.ts';
import type { Movement } from './movement.ts';
import { orderStates } from './order-state.ts';
import {
  type Booked,
  type Books,
  bookStep,
  close,
  draw,
  drawFromRest,
  freeOf,
  freeze,
  give,
  heldAccount,
  heldBesides,
  heldOf,
  hold,
  leavesAlone,
  ledgerStateOf,
  newVirtualLedger,
  noteWallet,
  release,
  reverse,
  transfer,
} from './virtual-ledger.ts';

const ids = ['one', 'two'] as const;
const begun: Books = {
  rest: { BTC: '10', USDT: '100000', BNB: '1' },
  ledgers: { one: newVirtualLedger('one'), two: newVirtualLedger('two') },
};
const one = (books: Books) => books.ledgers.one ?? newVirtualLedger('none');
const after = ({ books }: Booked) => books;
const funded = after(give(after(give(begun, 'one', { currency: 'USDT', amount: '60000' })), 'one', { currency: 'BTC', amount: '1' }));
const buy = { clientOrderId: 'T1', pair: 'BTC/USDT', side: 'buy', price: '50000', amount: '1' } as const;
const fillOf = (given: Partial<Parameters<typeof draw>[2]> = {}) => ({
  clientOrderId: 'T1',
  tradeId: '7',
  exchangeOrderId: '70',
  pair: 'BTC/USDT',
  side: 'buy' as const,
  amount: '0.4',
  notional: '19600',
  fee: '0.0004',
  feeCurrency: 'BTC',
  ...given,
});
const codeOf = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
};

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

describe('money', () => {
  test('comes from the rest alone, and never more than that has', () => {
    expect(codeOf(() => give(begun, 'one', { currency: 'USDT', amount: '100000.01' }))).toBe('restLacksFunds');
    expect(codeOf(() => give({ ...begun, rest: { USDT: '-1' } }, 'one', { currency: 'USDT', amount: '0.01' }))).toBe('restLacksFunds');
  });

  test('goes from one to another whole or not at all', () => {
    const moved = after(transfer(funded, { from: 'one', to: 'two' }, { currency: 'USDT', amount: 'all' }));
    expect([one(moved).balances.USDT, moved.ledgers.two?.balances.USDT]).toEqual(['0', '60000']);
    expect(codeOf(() => transfer(moved, { from: 'one', to: 'two' }, { currency: 'USDT', amount: 'all' }))).toBe('ledgerLacksFunds');
    expect(codeOf(() => transfer(moved, { from: 'one', to: 'one' }, { currency: 'BTC', amount: '1' }))).toBe('sameLedger');
  });

  test('that was moved by somebody can be moved back; what happened cannot', () => {
    const { books, movements } = transfer(funded, { from: 'one', to: 'two' }, { currency: 'BTC', amount: '1' });
    const [moved] = movements;
    expect(moved && after(reverse(books, moved))).toMatchObject({
      ledgers: { one: { balances: { BTC: '1' } }, two: { balances: { BTC: '0' } } },
    });
    const [traded] = draw(after(hold(funded, 'one', buy)), 'one', fillOf()).movements;
    expect(traded && codeOf(() => reverse(funded, traded))).toBe('movementNotReversible');
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
    const closed = { ...begun, ledgers: { one: close(one(begun)) } };
    expect(codeOf(() => give(closed, 'one', { currency: 'BTC', amount: '1' }))).toBe('ledgerClosed');
  });
});

describe('whatever is moved, held, traded, ended and refused, in whatever order', () => {
  const amount = fc.integer({ min: 1, max: 4_000 }).map((units) => parseDecimal(units / 1_000));
  const id = fc.constantFrom(...ids);
  const clientOrderId = fc.constantFrom('T1', 'T2', 'T3');
  const side = fc.constantFrom('buy' as const, 'sell' as const);
  const currency = fc.constantFrom('BTC', 'USDT', 'BNB');
  const price = fc.constantFrom('1000', '1010.5');
  const feeCurrency = fc.constantFrom('BTC', 'USDT', 'BNB', 'OKB');
  const operation = fc.oneof(
    fc.record({
      kind: fc.constant('give' as const),
      id,
      currency,
      amount: fc.oneof(
        amount,
        amount.map((one) => `-${one}`),
      ),
    }),
    fc.record({
      kind: fc.constant('transfer' as const),
      from: id,
      to: id,
      currency,
      amount: fc.oneof(amount, fc.constant('all' as const)),
    }),
    fc.record({ kind: fc.constant('hold' as const), id, clientOrderId, side, price, amount }),
    fc.record({ kind: fc.constant('fill' as const), id, clientOrderId, side, amount, worse: fc.boolean(), fee: amount, feeCurrency }),
    fc.record({ kind: fc.constant('end' as const), id, clientOrderId }),
    fc.record({
      kind: fc.constant('wallet' as const),
      currency,
      amount: fc.oneof(
        amount,
        amount.map((one) => `-${one}`),
      ),
    }),
    fc.record({ kind: fc.constant('stray' as const), side, amount, feeCurrency }),
    fc.record({ kind: fc.constant('reverse' as const), which: fc.nat(20) }),
  );
  type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

  function carryOut(books: Books, asked: Operation, past: readonly Movement[]): Booked {
    const pair = 'BTC/USDT';
    switch (asked.kind) {
      case 'give':
        return give(books, asked.id, asked);
      case 'transfer':
        return transfer(books, asked, asked);
      case 'hold': {
        // An id is used once.
        const { id: account, clientOrderId: name } = asked;
        return books.ledgers[account]?.holds[name] ? { books, movements: [] } : hold(books, account, { ...asked, pair });
      }
      case 'fill': {
        const terms = books.ledgers[asked.id]?.holds[asked.clientOrderId];
        const notional = String(Number(asked.amount) * (asked.worse ? 1_020 : 1_000));
        return draw(books, asked.id, { ...fillOf(), ...asked, pair, side: terms?.side ?? asked.side, notional });
      }
      case 'end':
        return release(books, asked.id, asked.clientOrderId);
      case 'wallet':
        return noteWallet(books, asked);
      case 'stray':
        return drawFromRest(books, { ...fillOf(), ...asked, fee: '0.001' });
      case 'reverse': {
        const movement = past[asked.which];
        return movement ? reverse(books, movement) : { books, movements: [] };
      }
      default:
        return asked satisfies never;
    }
  }

  /** What movements add up to, by account of the ledger. */
  function derive(movements: readonly Movement[], sums: ReadonlyMap<string, Balances>): Map<string, Balances> {
    const all = new Map(sums);
    for (const { entries } of movements)
      for (const { account, currency: of, amount: moved } of entries) all.set(account, addedTo(all.get(account) ?? {}, of, moved));
    return all;
  }

  const shown = (balances: Balances) => Object.fromEntries(Object.entries(balances).filter(([, value]) => value !== '0'));

  interface Moment {
    readonly asked: Operation;
    /** Null: it was done. */
    readonly refusal: string | null;
    readonly before: Books;
    readonly books: Books;
    readonly movements: readonly Movement[];
    readonly derived: ReadonlyMap<string, Balances>;
    /** Accounts to which something has happened that nobody could refuse. */
    readonly byFact: ReadonlySet<string>;
  }

  const funds = ids.flatMap((account) => [
    { kind: 'give', id: account, currency: 'BTC', amount: '3' } as const,
    { kind: 'give', id: account, currency: 'USDT', amount: '9000' } as const,
  ]);

  function play(operations: readonly Operation[]): Moment[] {
    const past: Movement[] = [];
    const moments: Moment[] = [];
    for (const asked of [...funds, ...operations]) {
      const last = moments.at(-1) ?? { books: begun, derived: new Map([['rest', begun.rest]]), byFact: new Set<string>() };
      const before = structuredClone(last.books);
      const moment = { ...last, asked, before };
      try {
        const { books, movements } = carryOut(last.books, asked, past);
        past.push(...movements);
        const byFact = new Set([...last.byFact, ...factsOf(asked)]);
        moments.push({ ...moment, refusal: null, books, movements, derived: derive(movements, last.derived), byFact });
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        moments.push({ ...moment, refusal: error.code, movements: [] });
      }
    }
    return moments;
  }

  const factsOf = (asked: Operation): string[] =>
    asked.kind === 'fill' ? [asked.id, 'rest'] : asked.kind === 'stray' || asked.kind === 'wallet' ? ['rest'] : [];
  const isBelow = (value: string) => compare(value, '0') < 0;
  const ledgersOf = ({ books }: Pick<Moment, 'books'>) => Object.values(books.ledgers);
  const heldIn = (derived: Moment['derived'], account: string): Balances =>
    [...derived]
      .filter(([name]) => name.startsWith(`${account}.held.`))
      .reduce<Balances>((sums, [, part]) => Object.entries(part).reduce((all, [of, moved]) => addedTo(all, of, moved), sums), {});
  const always = (holds: (moments: readonly Moment[]) => void) =>
    fc.assert(fc.property(fc.array(operation, { minLength: 5, maxLength: 40 }).map(play), holds), { numRuns: 300 });

  test('what moves adds up to nothing in each currency, and all that there is stays as much', () =>
    always((moments) => {
      for (const { entries } of moments.flatMap(({ movements }) => movements))
        for (const ones of Map.groupBy(entries, (entry) => entry.currency).values())
          expect(ones.reduce((sum, entry) => add(sum, entry.amount), '0')).toBe('0');
      for (const moment of moments) {
        const all = [moment.books.rest, ...ledgersOf(moment).map(({ balances }) => balances), moment.derived.get('outside') ?? {}];
        const sums = ['BTC', 'USDT', 'BNB', 'OKB'].map((of) => all.reduce((sum, balances) => add(sum, balances[of] ?? '0'), '0'));
        expect(sums).toEqual(['10', '100000', '1', '0']);
      }
    }));

  test('nothing is below zero but by a fact', () => {
    const met = new Set<string>();
    always((moments) => {
      for (const { books, byFact } of moments) {
        const parts = [
          ...ids.map((account) => [account, freeOf(books.ledgers[account] ?? newVirtualLedger(account))] as const),
          ['rest', books.rest] as const,
        ];
        const below = parts.filter(([, balances]) => Object.values(balances).some(isBelow)).map(([account]) => account);
        for (const account of below) met.add(account);
        expect(below.filter((account) => !byFact.has(account))).toEqual([]);
      }
    });
    expect([...met].sort()).toEqual(['one', 'rest', 'two']);
  });

  test('what is stored is what the movements add up to', () =>
    always((moments) => {
      for (const { books, derived } of moments) {
        expect(shown(derived.get('rest') ?? {})).toEqual(shown(books.rest));
        for (const ledger of ledgersOf({ books })) expect(shown(derived.get(ledger.id) ?? {})).toEqual(shown(freeOf(ledger)));
      }
    }));

  test('what is held is what the open orders may still spend, and an order that has ended holds nothing', () => {
    let ended = 0;
    always((moments) => {
      for (const { asked, books, before, derived } of moments) {
        for (const ledger of ledgersOf({ books })) {
          expect(shown(heldIn(derived, ledger.id))).toEqual(shown(heldOf(ledger)));
          expect(Object.values(heldOf(ledger)).filter(isBelow)).toEqual([]);
        }
        const gone = asked.kind === 'end' ? [heldAccount(asked.id, asked.clientOrderId)] : [];
        ended += asked.kind === 'end' && before.ledgers[asked.id]?.holds[asked.clientOrderId] ? 1 : 0;
        expect(gone.map((account) => shown(derived.get(account) ?? {}))).toEqual(gone.map(() => ({})));
      }
    });
    expect(ended).toBeGreaterThan(10);
  });

  test('what is refused changes nothing', () => {
    const met = new Set<string>();
    always((moments) => {
      const refused = moments.filter(({ refusal }) => refusal !== null);
      for (const { refusal } of refused) met.add(String(refusal));
      expect(refused.map(({ books }) => books)).toEqual(refused.map(({ before }) => before));
    });
    expect([...met]).toEqual(
      expect.arrayContaining(['restLacksFunds', 'ledgerLacksFunds', 'sameLedger', 'ledgerOverdrawn', 'movementNotReversible']),
    );
  });
});
