/** The wallet of an exchange account, counted in whole units beside the ledgers of the virtual accounts that share it. */
import { type Currency, DomainError, type Side } from '@tenbin/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookStep, hold, release } from './book-virtual-orders.ts';
import type { BookedFill } from './contract-record.ts';
import { close, drawFromRest, freeze, give, noteWallet, reverse, transfer } from './move-virtual-money.ts';
import type { Movement } from './movement.ts';
import type { OrderState } from './order-state.ts';
import { type Booked, type Books, freeOf, heldOf, newVirtualLedger, type VirtualLedger } from './virtual-books.ts';

const digits = 12;
const unit = 10n ** BigInt(digits);

function unitsOf(text: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  expect(fraction.length, text).toBeLessThanOrEqual(digits);
  const units = BigInt(whole) * unit + BigInt(fraction.padEnd(digits, '0'));
  return sign === '' ? units : -units;
}

function textOf(units: bigint): string {
  const [sign, size] = units < 0n ? ['-', -units] : ['', units];
  const fraction = (size % unit).toString().padStart(digits, '0').replace(/0+$/, '');
  return `${sign}${size / unit}${fraction === '' ? '' : `.${fraction}`}`;
}

const times = (one: bigint, other: bigint): bigint => (one * other) / unit;
const lot = unitsOf('0.0001');
const cent = unitsOf('0.01');
const feeRate = unitsOf('0.001');
const topRate = unitsOf('0.0025');
const pair = 'BTC/USDT';
const coins = ['BTC', 'USDT', 'BNB', 'OKB'] as const;
const accounts = ['one', 'two', 'three'] as const;
const at = new Date('2026-01-01T00:00:00Z');

type Kind =
  | 'give'
  | 'take'
  | 'transfer'
  | 'reverse'
  | 'freeze'
  | 'thaw'
  | 'deposit'
  | 'withdrawal'
  | 'stray'
  | 'place'
  | 'placeByHand'
  | 'withdraw'
  | 'find'
  | 'open'
  | 'fill'
  | 'fillWhole'
  | 'overfill'
  | 'late'
  | 'cancel'
  | 'cancelBeforeTrades';

/** What somebody does, or what happens. Which order it is about is counted among those that it can be about. */
interface Act {
  readonly kind: Kind;
  readonly account: (typeof accounts)[number];
  readonly other: (typeof accounts)[number];
  readonly coin: Currency;
  readonly side: Side;
  /** Of a fill: the coin of its fee; none: no fee. */
  readonly fee: Currency | 'none';
  readonly hasFeeOnTop: boolean;
  readonly isRoundedUp: boolean;
  readonly which: number;
  /** Percent of what there is. */
  readonly part: number;
  /** Tenths of a counter unit above or below 1,000. */
  readonly off: number;
}

interface Order {
  readonly clientOrderId: string;
  readonly account: string;
  readonly side: Side;
  readonly price: bigint;
  readonly amount: bigint;
  readonly rate: bigint;
  filled: bigint;
  /** As the exchange says; further than `filled` while trades are to come. */
  reported: bigint;
  state: OrderState;
}

const hasEnded = ({ state }: Order) => state === 'filled' || state === 'cancelled' || state === 'neverPlaced';
const isLive = (order: Order) => !hasEnded(order) || order.filled < order.reported;
const larger = (one: bigint, other: bigint) => (one > other ? one : other);

/** What the exchange has, and what it knows of our orders: no rule of the ledger is asked. */
class Wallet {
  readonly coins = new Map<string, bigint>([
    ['BTC', 10n * unit],
    ['USDT', 100_000n * unit],
    ['BNB', 5n * unit],
    ['OKB', 0n],
  ]);
  readonly orders: Order[] = [];
  readonly frozen = new Set<string>();

  move(coin: string, amount: bigint): void {
    this.coins.set(coin, (this.coins.get(coin) ?? 0n) + amount);
  }

  live(is: (order: Order) => boolean = () => true): Order[] {
    return this.orders.filter((order) => isLive(order) && is(order));
  }

  /** By coin, what an account's orders may still spend. */
  heldOf(account: string): Map<string, bigint> {
    const held = new Map<string, bigint>();
    for (const { side, price, amount, filled, rate } of this.live((order) => order.account === account)) {
      const left = larger(amount - filled, 0n);
      const [coin, spends] = side === 'sell' ? ['BTC', left] : ['USDT', times(times(left, price), unit + rate)];
      held.set(coin, (held.get(coin) ?? 0n) + spends);
    }
    return held;
  }
}

interface Play {
  readonly wallet: Wallet;
  readonly movements: readonly Movement[];
  readonly books: Books;
  /** What was asked for and not done. */
  readonly refused: readonly Act[];
}

const begin = (): Play => {
  const wallet = new Wallet();
  const rest = Object.fromEntries([...wallet.coins].map(([coin, units]) => [coin, textOf(units)]));
  return {
    wallet,
    movements: [],
    refused: [],
    books: { rest, ledgers: Object.fromEntries(accounts.map((id) => [id, newVirtualLedger(id)])) },
  };
};

const partOf = (text: string | undefined, { part }: Act, grid = lot): bigint => {
  const whole = (larger(unitsOf(text ?? '0'), 0n) * BigInt(part)) / 100n;
  return whole - (whole % grid);
};

const newsOf = (order: Order) => ({
  clientOrderId: order.clientOrderId,
  sequence: Number(order.clientOrderId.slice(1)),
  pair,
  side: order.side,
  level: 0,
  price: textOf(order.price),
  amount: textOf(order.amount),
  ...(order.rate > 0n && { feeOnTop: textOf(order.rate) }),
  sentAt: at,
  state: order.state,
  exchangeOrderId: `x${order.clientOrderId}`,
  reportedFilled: textOf(order.reported),
  cancelAskedAt: null,
  recordedTrades: 0,
});

/** A trade as the exchange tells it; what it does to the wallet is the second. */
function tradeOf(
  { clientOrderId, side, price, rate }: Pick<Order, 'clientOrderId' | 'side' | 'price' | 'rate'>,
  amount: bigint,
  { fee: feeCoin, isRoundedUp }: Act,
  tradeId: string,
): readonly [BookedFill, readonly (readonly [string, bigint])[]] {
  const exact = times(amount, price);
  const notional = isRoundedUp ? ((exact + cent - 1n) / cent) * cent : exact;
  const sign = side === 'buy' ? 1n : -1n;
  const inFee = rate > 0n ? 'USDT' : feeCoin;
  const fee = rate > 0n ? times(exact, rate) : inFee === 'none' ? 0n : times(inFee === 'BTC' ? amount : exact, feeRate);
  const fill: BookedFill = {
    tradeId,
    exchangeOrderId: `x${clientOrderId}`,
    clientOrderId,
    pair,
    side,
    price: textOf(price),
    amount: textOf(amount),
    notional: textOf(notional),
    fee: textOf(fee),
    feeCurrency: inFee === 'none' ? 'USDT' : inFee,
    isMaker: true,
    at,
    growth: 0,
    volume: null,
    earned: null,
  };
  return [
    fill,
    [
      ['BTC', sign * amount],
      ['USDT', -sign * notional],
      [fill.feeCurrency, -fee],
    ],
  ];
}

/** One act, and what it is about. Null, or a refusal: it was not done, and the wallet is as before. */
class Turn {
  readonly #play: Play;
  readonly #act: Act;

  constructor(play: Play, act: Act) {
    this.#play = play;
    this.#act = act;
  }

  get ledger(): VirtualLedger {
    return this.#play.books.ledgers[this.#act.account] ?? newVirtualLedger(this.#act.account);
  }

  chosen(is: (order: Order) => boolean): Order | null {
    const { account, which } = this.#act;
    const found = this.#play.wallet.orders.filter((order) => order.account === account && is(order));
    return found[which % Math.max(found.length, 1)] ?? null;
  }

  step(orders: readonly ReturnType<typeof newsOf>[], fills: readonly BookedFill[] = []): Booked | null {
    const { refused, ...booked } = bookStep(this.#play.books, this.#act.account, { orders, fills }, { isByHand: false });
    return refused.length > 0 ? null : booked;
  }

  /** @param book - what becomes of the books with it */
  place(state: OrderState, book: (order: Order) => Booked | null): Booked | null {
    const { account, side, hasFeeOnTop, off } = this.#act;
    const { orders } = this.#play.wallet;
    const price = (10_000n + BigInt(off)) * (unit / 10n);
    const rate = hasFeeOnTop && side === 'buy' ? topRate : 0n;
    const spends = partOf(freeOf(this.ledger)[side === 'sell' ? 'BTC' : 'USDT'], this.#act);
    const most = side === 'sell' ? spends : (spends * unit) / times(price, unit + rate);
    const clientOrderId = `T${orders.length + 1}`;
    const order = { clientOrderId, account, side, price, amount: most - (most % lot), rate, filled: 0n, reported: 0n, state };
    const booked = order.amount > 0n ? book(order) : null;
    if (booked) orders.push(order);
    return booked;
  }

  /** @param amountOf - of the order that is chosen */
  trade(is: (order: Order) => boolean, amountOf: (order: Order) => bigint): Booked | null {
    const order = this.chosen(is);
    if (!order) return null;
    const { movements, wallet } = this.#play;
    const [fill, moved] = tradeOf(order, amountOf(order), this.#act, String(movements.length + 1));
    const after = { ...order, filled: order.filled + unitsOf(fill.amount) };
    after.reported = larger(after.reported, after.filled);
    if (!hasEnded(after)) after.state = after.filled >= after.amount ? 'filled' : 'open';
    const booked = this.step(isLive(order) ? [newsOf(after)] : [], [fill]);
    if (!booked) return null;
    Object.assign(order, after);
    for (const [coin, units] of moved) wallet.move(coin, units);
    return booked;
  }

  /** @param reportedOf - how far the exchange says that it was filled */
  end(is: (order: Order) => boolean, reportedOf: (order: Order) => bigint): Booked | null {
    const order = this.chosen((one) => isLive(one) && one.state !== 'pending' && is(one));
    if (!order) return null;
    const ended: Order = { ...order, reported: reportedOf(order), state: order.state === 'filled' ? 'filled' : 'cancelled' };
    const booked = this.step([newsOf(ended)]);
    if (booked) Object.assign(order, ended);
    return booked;
  }

  /** Money that came, or, below zero, went, by no order of ours. */
  wallet(units: bigint): Booked {
    this.#play.wallet.move(this.#act.coin, units);
    return noteWallet(this.#play.books, { currency: this.#act.coin, amount: textOf(units) });
  }

  freeze(isFrozen: boolean): Booked {
    const { books, wallet } = this.#play;
    wallet.frozen[isFrozen ? 'add' : 'delete'](this.#act.account);
    return { books: { ...books, ledgers: { ...books.ledgers, [this.#act.account]: freeze(this.ledger, isFrozen) } }, movements: [] };
  }
}

const isOpen = ({ amount, filled, ...order }: Order) => filled < amount && isLive({ amount, filled, ...order });

/** @throws {DomainError} what is refused */
const acts: Readonly<Record<Kind, (turn: Turn, act: Act, play: Play) => Booked | null>> = {
  give: (_, act, { books }) => give(books, act.account, { currency: act.coin, amount: textOf(partOf(books.rest[act.coin], act)) }),
  take: (turn, act, { books }) =>
    give(books, act.account, { currency: act.coin, amount: textOf(-partOf(freeOf(turn.ledger)[act.coin], act)) }),
  transfer: (turn, act, { books }) =>
    transfer(
      books,
      { from: act.account, to: act.other },
      { currency: act.coin, amount: textOf(partOf(freeOf(turn.ledger)[act.coin], act)) },
    ),
  reverse: (_, { which }, { books, movements }) => {
    const newestFirst = movements.filter(({ cause }) => cause === 'give' || cause === 'transfer').reverse();
    const movement = newestFirst[which % Math.max(newestFirst.length, 1)];
    return movement ? reverse(books, movement) : null;
  },
  freeze: (turn) => turn.freeze(true),
  thaw: (turn) => turn.freeze(false),
  deposit: (turn, { part }) => turn.wallet(BigInt(part) * lot),
  withdrawal: (turn, { part }) => turn.wallet(BigInt(-part) * lot),
  stray: (_, act, { books, wallet }) => {
    const theirs = { clientOrderId: 'theirs', side: act.side, price: 1_000n * unit, rate: 0n };
    const [fill, moved] = tradeOf(theirs, BigInt(act.part) * lot, act, 'stray');
    for (const [coin, units] of moved) wallet.move(coin, units);
    return drawFromRest(books, fill);
  },
  place: (turn) => turn.place('pending', (order) => turn.step([newsOf(order)])),
  placeByHand: (turn, { account }, { books }) => turn.place('pending', (order) => hold(books, account, newsOf(order))),
  withdraw: (turn, { account }, { books }) => {
    const order = turn.chosen(({ state }) => state === 'pending');
    if (!order) return null;
    order.state = 'neverPlaced';
    return release(books, account, order.clientOrderId);
  },
  find: (turn) => turn.place('unknown', (order) => turn.step([newsOf(order)])),
  open: (turn) => {
    const order = turn.chosen(({ state }) => state === 'pending' || state === 'unknown');
    if (!order) return null;
    order.state = 'open';
    return turn.step([newsOf(order)]);
  },
  fill: (turn, act) => turn.trade(isOpen, ({ amount, filled }) => larger(partOf(textOf(amount - filled), act), lot)),
  fillWhole: (turn) => turn.trade(isOpen, ({ amount, filled }) => amount - filled),
  overfill: (turn) => turn.trade(isOpen, ({ amount, filled }) => amount - filled + lot),
  late: (turn) =>
    turn.trade(
      (order) => !isLive(order) && order.state !== 'neverPlaced',
      () => lot,
    ),
  cancel: (turn) =>
    turn.end(
      () => true,
      ({ filled }) => filled,
    ),
  cancelBeforeTrades: (turn) => turn.end(isOpen, ({ reported, filled }) => larger(reported, filled + lot)),
};

const outgoing: ReadonlySet<Kind> = new Set(['take', 'transfer', 'place', 'placeByHand']);

function next(play: Play, act: Act): Play {
  try {
    const booked = acts[act.kind](new Turn(play, act), act, play);
    if (booked === null) return { ...play, refused: [...play.refused, act] };
    expect(outgoing.has(act.kind) && play.wallet.frozen.has(act.account), `${act.kind} of a frozen account`).toBe(false);
    return { ...play, books: booked.books, movements: [...play.movements, ...booked.movements] };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ...play, refused: [...play.refused, act] };
  }
}

const shown = (sums: ReadonlyMap<string, bigint>) => Object.fromEntries([...sums].filter(([, units]) => units !== 0n).sort());

/** What the movements' entries come to in the ledger's accounts of one kind, by coin. */
function sumsOf(movements: readonly Movement[], is: (account: string) => boolean): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { account, currency, amount } of movements.flatMap(({ entries }) => entries))
    if (is(account)) sums.set(currency, (sums.get(currency) ?? 0n) + unitsOf(amount));
  return sums;
}

function expectToAgree({ wallet, books, movements }: Play): void {
  const booked = coins.map((coin) =>
    [books.rest, ...Object.values(books.ledgers).map(({ balances }) => balances)].reduce((sum, own) => sum + unitsOf(own[coin] ?? '0'), 0n),
  );
  expect(booked, 'all that is booked').toEqual(coins.map((coin) => wallet.coins.get(coin)));
  for (const id of accounts) {
    const ledger = books.ledgers[id] ?? newVirtualLedger(id);
    const open = wallet.live(({ account }) => account === id).map(({ clientOrderId }) => clientOrderId);
    expect(Object.keys(ledger.holds).sort(), `the orders that ${id} holds for`).toEqual(open.sort());
    const held = shown(wallet.heldOf(id));
    expect(shown(new Map(Object.entries(heldOf(ledger)).map(([coin, amount]) => [coin, unitsOf(amount)]))), `held by ${id}`).toEqual(held);
    expect(shown(sumsOf(movements, (account) => account.startsWith(`${id}.held.`))), `entries of what ${id} holds`).toEqual(held);
  }
}

const parts = fc.record({ part: fc.integer({ min: 1, max: 60 }), off: fc.integer({ min: -500, max: 500 }) });
const plain: Omit<Act, 'kind' | 'part' | 'off'> = {
  account: 'one',
  other: 'two',
  coin: 'USDT',
  side: 'buy',
  fee: 'none',
  hasFeeOnTop: false,
  isRoundedUp: false,
  which: 0,
};

/** Everything that there is, done where it must succeed, or be refused, whatever the sizes and prices. */
const once: readonly (Partial<Act> & { readonly kind: Kind; readonly isRefused?: true })[] = [
  ...accounts.flatMap((account) => (['USDT', 'BTC'] as const).map((coin) => ({ kind: 'give' as const, account, coin }))),
  { kind: 'give', coin: 'BNB' },
  { kind: 'place' },
  { kind: 'open' },
  { kind: 'fill', fee: 'BTC' },
  { kind: 'fillWhole', fee: 'BNB' },
  { kind: 'late' },
  { kind: 'place', hasFeeOnTop: true },
  { kind: 'fill' },
  { kind: 'cancel' },
  { kind: 'place', side: 'sell' },
  { kind: 'open' },
  { kind: 'fill', fee: 'OKB', isRoundedUp: true },
  { kind: 'cancelBeforeTrades' },
  { kind: 'fill', part: 1, fee: 'USDT' },
  { kind: 'placeByHand' },
  { kind: 'withdraw' },
  { kind: 'find', account: 'three' },
  { kind: 'overfill', account: 'three' },
  { kind: 'transfer' },
  { kind: 'reverse' },
  { kind: 'take' },
  { kind: 'place', account: 'two' },
  { kind: 'open', account: 'two' },
  { kind: 'freeze', account: 'two' },
  ...[...outgoing].map((kind) => ({ kind, account: 'two', other: 'one', isRefused: true }) as const),
  { kind: 'fill', account: 'two', isRoundedUp: true },
  { kind: 'cancel', account: 'two' },
  { kind: 'thaw', account: 'two' },
  { kind: 'deposit' },
  { kind: 'withdrawal' },
  { kind: 'stray', side: 'sell', fee: 'BNB' },
];
const kinds = [...new Set(once.map(({ kind }) => kind))];
const certain = fc
  .array(parts, { minLength: once.length, maxLength: once.length })
  .map((sizes) => once.map((act, index): Act => ({ ...plain, part: 1, off: 0, ...sizes[index], ...act })));
const anything = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    account: fc.constantFrom(...accounts),
    other: fc.constantFrom(...accounts),
    coin: fc.constantFrom(...coins),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    fee: fc.constantFrom(...coins, 'none' as const),
    hasFeeOnTop: fc.boolean(),
    isRoundedUp: fc.boolean(),
    which: fc.nat(20),
    part: fc.integer({ min: 1, max: 100 }),
    off: fc.integer({ min: -500, max: 500 }),
  }),
  { maxLength: 40 },
);

/** Nothing of ours is at the exchange any more, and all trades have come. */
function endAll({ wallet, ...before }: Play): Play {
  let { books } = before;
  const movements = [...before.movements];
  for (const order of wallet.live()) {
    order.reported = order.filled;
    order.state = order.state === 'pending' ? 'neverPlaced' : order.state === 'filled' ? 'filled' : 'cancelled';
    const booked = bookStep(books, order.account, { orders: [newsOf(order)] }, { isByHand: false });
    expect(booked.refused).toEqual([]);
    books = booked.books;
    movements.push(...booked.movements);
  }
  return { ...before, wallet, books, movements };
}

test('whatever is moved, placed, traded, cancelled and frozen, ledgers and rest are the wallet, and open orders alone hold', () => {
  fc.assert(
    fc.property(certain, anything, (first, further) => {
      let play = begin();
      for (const act of first) {
        play = next(play, act);
        expectToAgree(play);
      }
      expect(play.refused.map(({ kind }) => kind)).toEqual(once.flatMap(({ kind, isRefused }) => (isRefused ? [kind] : [])));
      for (const act of further) {
        play = next(play, act);
        expectToAgree(play);
      }
      play = endAll(play);
      expectToAgree(play);
      for (const id of accounts) {
        expect(play.books.ledgers[id]?.holds, `held by ${id} with nothing open`).toEqual({});
        expect(shown(sumsOf(play.movements, (account) => account.startsWith(`${id}.held.`)))).toEqual({});
      }
    }),
    { numRuns: 300, seed: 20_260_101 },
  );
});

test('an account whose orders have all ended gives back all that it has, and is closed', () => {
  fc.assert(
    fc.property(certain, (script) => {
      let { books } = endAll(script.reduce(next, begin()));
      for (const id of accounts) {
        for (const [currency, amount] of Object.entries(books.ledgers[id]?.balances ?? {}))
          books = give(books, id, { currency, amount: textOf(-unitsOf(amount)) }).books;
        const ledger = books.ledgers[id];
        expect(ledger && close(ledger).isClosed).toBe(true);
      }
    }),
    { numRuns: 50, seed: 20_260_102 },
  );
});
