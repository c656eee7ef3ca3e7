import { add, type Balances, compare, DomainError, parseDecimal } from '@tenbin/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draw, hold, release } from './book-virtual-orders.ts';
import { addedTo } from './ledger.ts';
import { drawFromRest, give, noteWallet, reverse, transfer } from './move-virtual-money.ts';
import type { Movement } from './movement.ts';
import { begun, fillOf, ids } from './testing/funded-books.ts';
import { type Booked, type Books, freeOf, heldAccount, heldOf, newVirtualLedger } from './virtual-books.ts';

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
