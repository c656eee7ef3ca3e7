import { type Booked, type Books, bookStep, clientOrderIdOf, give, newVirtualLedger, noteWallet } from '@tenbin/bots';
import type { AnyBotRow, StoredFill, VirtualAccount, VirtualMovement, VirtualOrder } from '@tenbin/db';
import { add, addBalances, type Balances, multiply, type Side, sum } from '@tenbin/market';
import { expect, test } from 'vitest';
import { checkDesk } from './check-desk.ts';
import type { ReadDesk } from './read-desk.ts';
import { replayLedgers } from './replay-ledgers.ts';
import type { LoggedOrder, LoggedTrade, VenueLog } from './venue-log.ts';

const [account, pair, price, amount] = ['a1', 'BTC/USDT', '60000', '0.01'];
const names = ['levels', 'hand'] as const;
type Name = (typeof names)[number];
const numbers: Readonly<Record<Name, number>> = { levels: 7, hand: 8 };
/** A fee in a coin of which there is none in the virtual account. */
const fee = { fee: '0.0001', feeCurrency: 'BNB' };

interface Known {
  readonly desk: ReadDesk;
  readonly log: VenueLog;
  readonly wallet: Balances;
}

/** Keeps the books of two virtual accounts and of the exchange, as both would. */
class Bookkeeper {
  #books: Books = { rest: {}, ledgers: { levels: newVirtualLedger('levels'), hand: newVirtualLedger('hand') } };
  readonly #movements: VirtualMovement[] = [];
  readonly #orders: Record<Name, VirtualOrder[]> = { levels: [], hand: [] };
  readonly #fills: Record<Name, StoredFill[]> = { levels: [], hand: [] };
  readonly #logged: LoggedOrder[] = [];
  readonly #trades: LoggedTrade[] = [];
  readonly #withdrawn: { readonly currency: string; readonly amount: string }[] = [];
  #wallet: Balances = {};
  #now = 1_000;

  constructor() {
    for (const [currency, one] of Object.entries({ BTC: '1', USDT: '10000', BNB: '1' })) {
      this.#wallet = addBalances(this.#wallet, { [currency]: one });
      this.#book('', noteWallet(this.#books, { currency, amount: one }), 'operator');
    }
    for (const id of names)
      for (const [currency, one] of Object.entries({ BTC: '0.1', USDT: '1500' }))
        this.#book(id, give(this.#books, id, { currency, amount: one }), 'operator');
  }

  /** Written down, held for, sent, and partly traded; the rest of it is cancelled. */
  trade(id: Name, side: Side, { traded = amount, ...given }: { traded?: string; fee?: string; feeCurrency?: string } = {}): this {
    const number = this.#logged.length + 1;
    const clientOrderId = clientOrderIdOf(numbers[id], number);
    const exchangeOrderId = String(number);
    const sent = { clientOrderId, pair, side, price, amount, state: 'pending', reportedFilled: '0' };
    const step = { orders: [sent] } as unknown as Parameters<typeof bookStep>[2];
    this.#book(id, bookStep(this.#books, id, step, { isByHand: false }));
    const sentAt = new Date(this.#now);
    this.#now += 5;
    const end = { state: 'filled', at: this.#now, endedAt: this.#now + 5 } as const;
    this.#logged.push({ account, clientOrderId, pair, side, price, amount, ...end });
    const fill = { tradeId: `t${number}`, pair, side, price, amount: traded, notional: multiply(traded, price), ...fee, ...given };
    const stored = { ...fill, clientOrderId, exchangeOrderId } as StoredFill;
    this.#trades.push({ account, clientOrderId, ...fill, at: this.#now });
    this.#fills[id].push(stored);
    const filled = { ...sent, state: 'filled', reportedFilled: amount };
    const ended = { orders: [filled], fills: [stored] } as unknown as Parameters<typeof bookStep>[2];
    this.#book(id, bookStep(this.#books, id, ended, { isByHand: false }));
    const [got, gave] = side === 'buy' ? [traded, `-${fill.notional}`] : [`-${traded}`, fill.notional];
    this.#wallet = addBalances(this.#wallet, { BTC: got });
    this.#wallet = addBalances(this.#wallet, { USDT: gave });
    this.#wallet = addBalances(this.#wallet, { [fill.feeCurrency]: `-${fill.fee}` });
    const order = { ...filled, botId: id, level: 0, exchangeOrderId, isByHand: id === 'hand', sentAt } as unknown as VirtualOrder;
    this.#orders[id].push(order);
    return this;
  }

  /** Somebody takes money out of the account, and workers tell of it. */
  withdraw(currency: string, one: string): this {
    const money = { currency, amount: `-${one}` };
    this.#wallet = addBalances(this.#wallet, { [currency]: money.amount });
    this.#book('', noteWallet(this.#books, money));
    this.#withdrawn.push(money);
    return this;
  }

  #book(id: string, { books, movements }: Booked, by: string | null = null): void {
    this.#now += 10;
    this.#books = books;
    const at = new Date(this.#now);
    for (const movement of movements) {
      const number = this.#movements.length + 1;
      this.#movements.push({
        ...movement,
        subAccountId: id,
        counterpartId: null,
        number,
        at,
        by,
        reason: null,
        reverses: null,
        isReversed: false,
      });
    }
  }

  get known(): Known {
    const { rest, ledgers } = this.#books;
    const bot = (id: Name, code: string[]): AnyBotRow =>
      ({
        id,
        botNumber: numbers[id],
        strategy: { kind: id === 'hand' ? 'byHand' : 'calculateOrder' },
        phase: { kind: 'stopped' },
        messages: code.map((one) => ({ code: one })),
      }) as unknown as AnyBotRow;
    const desk: ReadDesk = {
      account,
      ledgers: names.map((id) => ({
        account: { ...ledgers[id], name: id } as VirtualAccount,
        orders: this.#orders[id],
        fills: this.#fills[id],
        bots: [bot(id, [])],
      })),
      rest,
      movements: this.#movements,
      derived: replayLedgers(this.#movements, names).balances,
      told: this.#withdrawn.map((facts) => ({ action: 'bookWalletDifference', facts })),
      alarmed: 0,
      alarmedRests: 0,
      stopAskedAt: null,
      refused: [],
    };
    const brought = Object.entries({ BTC: '1', USDT: '10000', BNB: '1' }).map(([currency, one]) => ({ account, currency, amount: one }));
    const deposits = [...brought, ...this.#withdrawn.map((money) => ({ account, ...money }))];
    const none = { doubles: [], prevented: [], coarseUnits: {}, delisted: new Map<string, number>() };
    return { desk, log: { orders: this.#logged, trades: this.#trades, deposits, ...none }, wallet: this.#wallet };
  }
}

const right = new Bookkeeper()
  .trade('levels', 'buy')
  .trade('hand', 'sell', { fee: '0.6', feeCurrency: 'USDT' })
  .trade('levels', 'buy').known;
const wrongOf = ({ desk, log, wallet }: Known): readonly string[] =>
  checkDesk(desk, { log, wallets: new Map([[account, wallet]]), dialect: 'binance' }).wrong;

test('what was held, sent, traded and booked once, with fees in a coin that the rest pays, agrees with the exchange', () => {
  expect(wrongOf(right)).toEqual([]);
  expect(right.desk.ledgers.map((one) => one.account.owed)).toEqual([{ BNB: '0.0002' }, {}]);
});

/** All are open at the end. */
const atOnce = ({ known }: Bookkeeper): Known => ({
  ...known,
  log: { ...known.log, orders: known.log.orders.map((one) => ({ ...one, endedAt: 99_999 })) },
});
test('two orders of a market maker in one place, of which one takes the other’s, are right, and of a balancing bot are not', () => {
  const both = atOnce(new Bookkeeper().trade('levels', 'sell').trade('levels', 'sell'));
  expect(wrongOf(both)).toEqual([]);
  const ledgers = both.desk.ledgers.map((one) => ({
    ...one,
    bots: one.bots.map((bot) => ({ ...bot, strategy: { kind: 'balancing' } }) as AnyBotRow),
  }));
  expect(wrongOf({ ...both, desk: { ...both.desk, ledgers } }).join()).toMatch(/too many orders for/);
});

const withDesk = (change: Partial<ReadDesk>): Known => ({ ...right, desk: { ...right.desk, ...change } });
const withLog = (change: Partial<VenueLog>): Known => ({ ...right, log: { ...right.log, ...change } });
const withLedger = (name: Name, change: (ledger: ReadDesk['ledgers'][number]) => Partial<ReadDesk['ledgers'][number]>): Known =>
  withDesk({ ledgers: right.desk.ledgers.map((one) => (one.account.name === name ? { ...one, ...change(one) } : one)) });
/** As somebody else would have booked it, added up anew. */
const withMovements = (change: (movement: VirtualMovement) => readonly VirtualMovement[]): Known => {
  const movements = right.desk.movements.flatMap(change);
  return withDesk({ movements, derived: replayLedgers(movements, names).balances });
};
const ofFill = (change: (movement: VirtualMovement) => readonly VirtualMovement[]) =>
  withMovements((movement) => (movement.fill?.tradeId === 't1' ? change(movement) : [movement]));
const firstOf = <One>(all: readonly One[]): One => {
  const [first] = all;
  if (first === undefined) throw new Error('there is none');
  return first;
};

test.each<readonly [difference: string, complaint: RegExp, given: () => Known]>([
  ['an order that no virtual account has', /belongs to 0 virtual accounts/, () => withLedger('levels', () => ({ orders: [] }))],
  [
    'an order that two have',
    /belongs to 2 virtual accounts/,
    () => withLedger('hand', ({ orders }) => ({ orders: [...orders, firstOf(right.desk.ledgers).orders[0] as VirtualOrder] })),
  ],
  [
    'an order that is still open',
    /open after the stop/,
    () => withLog({ orders: right.log.orders.map((one) => ({ ...one, state: 'open' })) }),
  ],
  [
    'an order sent otherwise',
    /sent otherwise/,
    () => withLog({ orders: right.log.orders.map((one) => ({ ...one, price: `${one.price}1` })) }),
  ],
  [
    'an order sent before money was held for it',
    /before it was written down/,
    () => withLog({ orders: right.log.orders.map((one) => ({ ...one, at: 0 })) }),
  ],
  [
    'an order for which nothing was held',
    /nothing was held/,
    () => withMovements((movement) => (movement.cause === 'orders' && movement.subAccountId === 'hand' ? [] : [movement])),
  ],
  [
    'three orders in one place',
    /too many orders for/,
    () => atOnce(new Bookkeeper().trade('levels', 'sell').trade('levels', 'sell').trade('levels', 'sell')),
  ],
  ['a trade that moved no ledger', /moved the ledgers 0 times/, () => ofFill(() => [])],
  ['a trade that moved them twice', /moved the ledgers 2 times/, () => ofFill((one) => [one, { ...one, number: 999 }])],
  ['a trade more here than there', /never happened/, () => withLog({ trades: right.log.trades.slice(1) })],
  ['a trade that is not stored', /is missing/, () => withLedger('levels', () => ({ fills: [] }))],
  ['a trade of another virtual account', /not to levels/, () => ofFill((one) => [{ ...one, subAccountId: 'hand' }])],
  [
    'a trade of which the money went to another',
    /moved others/,
    () =>
      ofFill((one) => [
        { ...one, entries: one.entries.map((entry) => (entry.account === 'levels' ? { ...entry, account: 'hand' } : entry)) },
      ]),
  ],
  [
    'another fee, in its last digit',
    /moved something else/,
    () =>
      ofFill((one) => [
        {
          ...one,
          entries: one.entries.map((entry) =>
            entry.kind === 'fee'
              ? { ...entry, amount: add(entry.amount, entry.account === 'outside' ? '0.00000001' : '-0.00000001') }
              : entry,
          ),
        },
      ]),
  ],
  [
    'a fee that the rest paid for one that has the coin',
    /came from rest, not from hand/,
    () =>
      withMovements((one) => [
        {
          ...one,
          entries: one.entries.map((entry) => (entry.kind === 'fee' && entry.account === 'hand' ? { ...entry, account: 'rest' } : entry)),
        },
      ]),
  ],
  [
    'a movement that makes money',
    /does not add up in BTC/,
    () => ofFill((one) => [{ ...one, entries: one.entries.filter(({ account: of, currency }) => of !== 'outside' || currency !== 'BTC') }]),
  ],
  [
    'money that is not what the movements add up to, in its last digit',
    /is not what is stored/,
    () =>
      withLedger('hand', (one) => ({
        account: { ...one.account, balances: { ...one.account.balances, BTC: add(one.account.balances.BTC ?? '0', '0.00000001') } },
      })),
  ],
  [
    'a hold that stays',
    /still holds money/,
    () => withLedger('hand', (one) => ({ account: { ...one.account, holds: { T1x1: { pair, side: 'buy', price, amount } } } })),
  ],
  [
    'what the rest paid, forgotten',
    /not what the rest paid/,
    () => withLedger('levels', (one) => ({ account: { ...one.account, owed: {} } })),
  ],
  ['a wallet that has more', /rest is not the wallet/, () => ({ ...right, wallet: addBalances(right.wallet, { BTC: '0.00000001' }) })],
  [
    'money from outside that nobody was told of',
    /booked from the wallet/,
    () => withMovements((one) => [one.cause === 'wallet' && one.number === 1 ? { ...one, by: null } : one]),
  ],
  [
    'a trade of two of them with each other',
    /traded with each other/,
    () => withLog({ trades: right.log.trades.map((one) => ({ ...one, tradeId: 't1' })) }),
  ],
  [
    'a bot that did not stop',
    /running, not stopped/,
    () =>
      withLedger('levels', ({ bots }) => ({
        bots: bots.map((one) => ({ ...one, phase: { kind: 'running', since: new Date() } }) as AnyBotRow),
      })),
  ],
])('%s would be noticed', (_difference, complaint, given) => {
  expect(wrongOf(given()).join('\n')).toMatch(complaint);
});

/** More was filled than the order was large. */
const overfilled = new Bookkeeper().trade('levels', 'buy', { traded: '0.03' }).known;

test('what happened may take one below zero, and then it says so, its bots stop, and operators are alarmed', () => {
  const said = (code: string[], alarmed: number): Known => ({
    ...overfilled,
    desk: {
      ...overfilled.desk,
      alarmed,
      ledgers: overfilled.desk.ledgers.map((one) => ({
        ...one,
        bots: one.bots.map((bot) => ({ ...bot, messages: code.map((of) => ({ code: of })) }) as unknown as AnyBotRow),
      })),
    },
  });
  expect(sum(overfilled.desk.ledgers.map((one) => one.account.balances.USDT ?? '0'))).toBe('1200');
  expect(wrongOf(said(['ledgerOverdrawn'], 1))).toEqual([]);
  expect(wrongOf(said([], 1)).join()).toMatch(/its bots went on/);
  expect(wrongOf(said(['ledgerOverdrawn'], 0)).join()).toMatch(/1 are below zero, and 0 alarm/);
});

test('money that leaves the account takes the rest below zero; without it, or without an alarm, that would be noticed', () => {
  const lacking = new Bookkeeper().withdraw('BTC', '2').known;
  const alarmed = (alarmedRests: number): Known => ({ ...lacking, desk: { ...lacking.desk, alarmedRests } });
  expect(wrongOf(alarmed(1))).toEqual([]);
  expect(wrongOf(alarmed(0)).join()).toMatch(/nothing alarms/);
  const kept = lacking.log.deposits.filter(({ amount: one }) => !one.startsWith('-'));
  expect(wrongOf({ ...alarmed(1), log: { ...lacking.log, deposits: kept } }).join()).toMatch(/the rest lacks BTC, and nothing went/);
});

test('nothing else may take one below zero, and what is held there for a new order would be noticed', () => {
  const taken = (cause: VirtualMovement['cause']): VirtualMovement => ({
    cause,
    entries: [
      { kind: 'transfer', account: 'levels', currency: 'BTC', amount: '-1' },
      { kind: 'transfer', account: 'hand', currency: 'BTC', amount: '1' },
    ],
    subAccountId: 'levels',
    counterpartId: 'hand',
    number: 0,
    at: new Date(0),
    by: 'operator',
    reason: null,
    reverses: null,
    isReversed: false,
  });
  for (const cause of ['transfer', 'give', 'reversal', 'orders'] as const)
    expect(replayLedgers([taken(cause)], names).wrong.join()).toMatch(/took BTC of levels below zero/);
  const held: VirtualMovement = {
    ...taken('orders'),
    entries: [
      { kind: 'hold', account: 'levels', currency: 'USDT', amount: '-1' },
      { kind: 'hold', account: 'levels.held.T1', currency: 'USDT', amount: '1' },
    ],
  };
  expect(replayLedgers([taken('fill'), held], names).wrong.join()).toMatch(/holds for levels.held.T1, which is below zero/);
});
