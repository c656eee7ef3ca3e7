import { type Decimal, DomainError, type Fill, type PairName, type Wallet } from '@tenbin/market';
import { type Runtime, seededRandom } from '@tenbin/runtime';
import type { Account, Signer } from '../accounts/account.ts';
import type { Feed, PriceMove } from '../feed/feed.ts';
import { generatedFeed } from '../feed/generated-feed.ts';
import { House } from '../house/house.ts';
import type { AccountId, Ledger } from '../ledger/ledger.ts';
import { digitsOf, fromUnits, toUnits } from '../ledger/units.ts';
import { OrderBook } from '../matching/order-book.ts';
import { takeSnapshot } from '../store/snapshot.ts';
import { forgetfulStore, type VenueStore } from '../store/venue-store.ts';
import { AccountDesk, type AccountKey, type NewAccount, type NewKey } from './account-desk.ts';
import { AccountLists } from './account-lists.ts';
import type { FeeCoin } from './fee-coin.ts';
import { FeeDesk } from './fee-desk.ts';
import { toFill } from './fill.ts';
import { LiveMarket } from './live-market.ts';
import { defaultMarkets, type Market, toMarket } from './market.ts';
import { MarketClock } from './market-clock.ts';
import { MarketDriver } from './market-driver.ts';
import type { Order, OrderName, PlaceOrder, TapeTrade } from './order.ts';
import { restoreBooks, restoreCandles, restorePast } from './restore-exchange.ts';
import { Signal } from './signal.ts';
import { Trading } from './trading.ts';
import { type RulesChange, rulesAfter } from './trading-rules.ts';
import { Transactions } from './transactions.ts';
import { type AccountEvent, type HistoryLimits, VenueState } from './venue-state.ts';
import type { VirtualExchangeOptions } from './virtual-exchange-options.ts';

const orderNameLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** One operation changed these holdings of an account. */
export interface HoldingsEvent {
  readonly account: AccountId;
  readonly currencies: ReadonlySet<string>;
  readonly at: number;
}

const defaultLimits: HistoryLimits = { orders: 10_000, trades: 20_000, candles: 1_600 };

/**
 * Opens an exchange without a network: accounts, order books, ledger, price feed. A dialect makes it speak.
 *
 * @throws {DomainError} a market's rules are wrong
 */
export async function createVirtualExchange(options: VirtualExchangeOptions): Promise<VirtualExchange> {
  const feed = options.feed ?? generatedFeed();
  const exchange = new VirtualExchange(options, feed);
  await exchange.open();
  return exchange;
}

/** See {@link createVirtualExchange}. Amounts and prices in and out are decimals. */
export class VirtualExchange {
  readonly runtime: Runtime;
  readonly fees: { readonly maker: Decimal; readonly taker: Decimal };
  /** What happens to accounts' orders and money, in order. */
  readonly onAccount = new Signal<AccountEvent>();
  /** After an operation's order events. */
  readonly onHoldings = new Signal<HoldingsEvent>();
  readonly onTape = new Signal<TapeTrade>();
  /** A book may have changed. */
  readonly onBook = new Signal<LiveMarket>();
  /** A step of a stepped exchange is done: whatever is held back must be sent. */
  readonly onStep = new Signal<void>();
  readonly feed: {
    readonly name: string;
    readonly speed: number;
    /** Exactly one trade of the feed, with all that follows from it. Null when the feed has ended. */
    step(): PriceMove | null;
  };
  /** What accounts are told of their orders and trades when they ask. */
  readonly lists: AccountLists;
  /** How many lots of the resting orders that a pair's price reaches are taken with one update of it; null: as the house likes. */
  lotsPerFill: ((pair: PairName) => number | null) | null = null;
  readonly #options: VirtualExchangeOptions;
  readonly #feed: Feed;
  readonly #store: VenueStore;
  readonly #state: VenueState;
  readonly #transactions: Transactions;
  readonly #trading: Trading;
  readonly #desk: AccountDesk;
  readonly #driver: MarketDriver;
  readonly #clock: MarketClock;
  /** What is traded, or will be again. */
  readonly #listed: Map<PairName, Market>;
  readonly #live = new Map<PairName, LiveMarket>();
  readonly #random;
  #touched = new Map<AccountId, Set<string>>();

  constructor(options: VirtualExchangeOptions, feed: Feed) {
    this.#options = options;
    this.runtime = options.runtime;
    this.#feed = feed;
    this.fees = options.fees ?? { maker: '0.001', taker: '0.001' };
    const feeDigits = Math.max(digitsOf(this.fees.maker), digitsOf(this.fees.taker));
    const markets = (options.markets ?? defaultMarkets).map((definition) => toMarket(definition, feeDigits));
    this.#listed = new Map(markets.map((market) => [market.pair, market]));
    this.#store = options.store ?? forgetfulStore();
    this.#random = seededRandom(options.seed ?? 1);
    this.#state = new VenueState(new Map(this.#listed), { ...defaultLimits, ...options.limits }, (event) => this.#onAccountEvent(event));
    this.lists = new AccountLists(this.#state);
    this.#transactions = new Transactions(this.#store, this.#state);
    this.#desk = new AccountDesk(this.#state, {
      now: () => this.now(),
      record: (facts) =>
        this.#run(() => {
          for (const fact of facts) this.#transactions.record(fact);
        }),
    });
    this.#trading = new Trading({
      state: this.#state,
      feeDesk: new FeeDesk(this.#state, this.#live),
      fees: { maker: toUnits(this.fees.maker), taker: toUnits(this.fees.taker) },
      now: () => this.now(),
      averagePrice: (live) => this.averagePrice(live),
      record: (fact) => this.#transactions.record(fact),
      onTape: (trade) => this.#transactions.announce(() => this.onTape.emit(trade)),
      makeClientOrderId: () => this.#makeOrderName(),
    });
    const house = new House(this.#trading, this.#random, { fills: feed.fills, lotsPerFill: (pair) => this.lotsPerFill?.(pair) ?? null });
    this.#driver = new MarketDriver({ feed, house, trading: this.#trading, random: this.#random, live: this.#live });
    this.#clock = new MarketClock({
      runtime: this.runtime,
      feed,
      driver: this.#driver,
      live: this.#live,
      run: (work) => this.#run(work),
      announceBook: (live) => this.#announceBook(live),
      keepPrices: (prices, at) => this.#transactions.record({ type: 'prices', prices, at }),
    });
    this.feed = { name: feed.name, speed: feed.speed, step: () => this.#step() };
  }

  /** Epoch milliseconds, by the exchange's clock. */
  now(): number {
    return this.runtime.now().getTime();
  }

  /** What the exchange lists: not what it has delisted. */
  get markets(): ReadonlyMap<PairName, Market> {
    return this.#listed;
  }

  get ledger(): Ledger {
    return this.#state.ledger;
  }

  get accounts(): ReadonlyMap<AccountId, Account> {
    return this.#state.accounts;
  }

  /** How many decimals a currency's money has. */
  readonly moneyDigits = (currency: string): number => this.#state.money.of(currency);

  findAccount(key: string): Account | undefined {
    return this.#state.accountsByKey.get(key);
  }

  /** Whose key it is, and what it may be used for. */
  findSigner(key: string): Signer | undefined {
    const account = this.findAccount(key);
    const apiKey = account?.keys.get(key);
    return account && apiKey && { account, apiKey };
  }

  /**
   * Counter per base over the last five minutes, the base of the price band. Replayed markets do not keep real time:
   * there it is the current price.
   */
  averagePrice(live: LiveMarket): number {
    const current = live.feedTicks * Number(live.market.tickSize);
    return this.#feed.fills === 'whole' ? current : (live.candles.averagePrice(this.now()) ?? current);
  }

  /** A market that was delisted is here all the same: its past is asked for. @throws {DomainError} `unknownPair` */
  live(pair: PairName): LiveMarket {
    const live = this.#live.get(pair);
    if (!live) throw new DomainError('unknownPair', { pair: pair.slice(0, 60) });
    return live;
  }

  /** @throws {DomainError} as {@link AccountDesk.create} */
  createAccount(account: NewAccount): AccountKey {
    return this.#desk.create(account);
  }

  /** Another key for an account: the same money, orders and user id, and rights of its own. @throws {DomainError} `unknownAccount` */
  addKey(account: AccountId, wanted: NewKey = {}): AccountKey {
    return this.#desk.addKey(account, wanted);
  }

  /** @param ending - how the key ends, or all of it. @throws {DomainError} `unknownAccount`, `unknownKey` */
  revokeKey(account: AccountId, ending: string): void {
    this.#desk.revokeKey(account, ending);
  }

  /** From now on an account pays its fees in a coin; null: in what each trade brings. @throws {DomainError} as {@link AccountDesk.setFeeCoin} */
  setFeeCoin(account: AccountId, coin: FeeCoin | null): void {
    this.#desk.setFeeCoin(account, coin);
  }

  /** Money from outside. @throws {DomainError} `unknownKey`, and as {@link createAccount} */
  deposit(key: string, currency: string, amount: Decimal): void {
    this.#desk.deposit(this.#requireAccount(key).id, currency, amount);
  }

  /**
   * Money that comes, or (negative) goes, without the account's owner having asked for it.
   *
   * @throws {DomainError} `unknownAccount`, `notADecimal`, `tooManyDecimals`, `insufficientFunds`
   */
  changeBalance(account: AccountId, currency: string, amount: Decimal): void {
    this.#desk.changeBalance(account, currency, amount);
  }

  /**
   * From now on a currency is counted with so many decimals; what was moved before stays as it is.
   *
   * @throws {DomainError} `invalidDigits`; `lotTooFine`: a market trades amounts that would not fit
   */
  setMoneyDigits(currency: string, digits: number): void {
    for (const market of this.markets.values()) if (market.base === currency) requireFittingLot(market, digits);
    this.#run(() => this.#transactions.record({ type: 'moneyDigits', currency, digits, at: this.now() }));
  }

  /** @throws {DomainError} a rule's refusal; nothing has changed then. See `checkOrder` and `Trading.place`. */
  place(account: Account, request: PlaceOrder): Order {
    const live = this.live(request.pair);
    return this.#run(() => {
      const mayRest = request.type !== 'market' && request.timeInForce === 'GTC';
      if (!mayRest) return this.#trading.place(account, live, request);
      this.#driver.stepAside(live);
      try {
        return this.#trading.place(account, live, request);
      } finally {
        this.#driver.comeBack(live);
      }
    }, live);
  }

  /** @throws {DomainError} `orderNotFound` */
  cancel(account: Account, name: OrderName, cancelId = this.#makeOrderName()): Order {
    const live = this.live(name.pair);
    return this.#run(() => this.#trading.cancel(account, live, name, cancelId), live);
  }

  /**
   * Changes a market's rules while it trades: open orders stay as they are, new ones must keep to the new rules. Where it
   * is delisted its open orders end, and it never comes back.
   *
   * @throws {DomainError} `unknownPair` (also when it is delisted already), and as `rulesAfter`
   */
  changeRules(pair: PairName, given: RulesChange): void {
    const live = this.live(pair);
    const change: RulesChange = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    if (!this.#listed.has(pair)) throw new DomainError('unknownPair', { pair });
    rulesAfter(live.market, { ...this.#state.changes.get(pair), ...change });
    const isGone = change.state === 'delisted';
    this.#run(() => {
      if (isGone) for (const order of this.#openOn(pair)) this.#trading.expire(live, order);
      this.#transactions.record({ type: 'rules', pair, change, at: this.now() });
      if (isGone) this.#driver.close(live);
    });
    if (isGone) this.#listed.delete(pair);
  }

  #openOn(pair: PairName): Order[] {
    return [...this.accounts.values()].flatMap(({ openOrders }) => [...openOrders.values()].filter((order) => order.pair === pair));
  }

  /** Ends open orders in the exchange's own name. @returns how many */
  expireOrders({ account, pair }: { readonly account?: AccountId | undefined; readonly pair?: PairName | undefined }): number {
    const owners = account === undefined ? [...this.accounts.values()] : [this.#desk.require(account)];
    const open = owners.flatMap((owner) => [...owner.openOrders.values()]).filter((order) => pair === undefined || order.pair === pair);
    for (const order of open) {
      const live = this.live(order.pair);
      this.#run(() => this.#trading.expire(live, order), live);
    }
    return open.length;
  }

  /** Every fill of an account that is still remembered, oldest first. */
  accountTrades(key: string): Fill[] {
    const account = this.#requireAccount(key);
    const trades = [...account.trades.values()].flat().sort((a, b) => a.sequence - b.sequence);
    return trades.map((trade) => toFill(this.#state.requireMarket(trade.pair), trade));
  }

  /** Exactly what an account has, of every currency it ever had. */
  accountWallet(key: string): Wallet {
    return this.walletOf(this.#requireAccount(key).id);
  }

  walletOf(account: AccountId): Wallet {
    const holdings = this.ledger.holdings(account);
    return Object.fromEntries(
      [...holdings].map(([currency, { free, locked }]) => [currency, { free: fromUnits(free), locked: fromUnits(locked) }]),
    );
  }

  /** Call once before anything else. */
  async open(): Promise<void> {
    const now = this.now();
    restorePast(this.#state, { store: this.#store, transactions: this.#transactions, now });
    for (const [currency, digits] of Object.entries(this.#options.moneyDigits ?? {}))
      if (this.moneyDigits(currency) !== digits) this.setMoneyDigits(currency, digits);
    for (const market of this.#state.markets.values()) requireFittingLot(market, this.moneyDigits(market.base));
    const opening = await this.#feed.open([...this.#state.markets.keys()], this.#state.prices);
    for (const market of this.#state.markets.values()) {
      this.#live.set(market.pair, this.#openMarket(market, now));
      if (this.#state.rulesOf(market.pair).state === 'delisted') this.#listed.delete(market.pair);
    }
    restoreBooks(this.#state, this.#live);
    if (this.#options.withPast ?? true)
      restoreCandles(this.#state, this.#live, { opening, now, speed: this.#feed.speed, random: this.#random });
    for (const move of opening) this.#clock.move(move);
    this.#driver.hasOpened();
    if (this.#options.stepped) return;
    this.#clock.start(this.#options.updateEveryMs ?? 250, (error) => this.#options.onStopped?.(error));
  }

  /** Stops the feed and writes everything down. */
  async close(): Promise<void> {
    this.#clock.stop();
    await this.#feed.close();
    if (!this.#transactions.broken) {
      this.#clock.keepPrices(this.now());
      this.#store.saveSnapshot(takeSnapshot(this.#state));
    }
    await this.#store.close();
  }

  #makeOrderName(): string {
    return Array.from({ length: 22 }, () => orderNameLetters[Math.floor(orderNameLetters.length * this.runtime.random())]).join('');
  }

  #openMarket(market: Market, now: number): LiveMarket {
    const book = new OrderBook({ trade: (maker, ticks, lots) => this.#trading.onTrade(maker, ticks, lots) });
    return new LiveMarket(market, {
      book,
      version: now,
      nextTradeId: (this.#state.tradeIdsUpTo.get(market.pair) ?? 0) + 1,
      rules: () => this.#state.rulesOf(market.pair),
      onMinute: ({ at, open, high, low, close, volume }) =>
        this.#transactions.record({ type: 'candle', pair: market.pair, candle: { at, open, high, low, close, volume } }),
    });
  }

  #step(): PriceMove | null {
    const move = this.#clock.step();
    this.onStep.emit();
    return move;
  }

  #announceBook(live: LiveMarket): void {
    this.#transactions.announce(() => this.onBook.emit(live));
  }

  #run<Result>(work: () => Result, live?: LiveMarket): Result {
    return this.#transactions.run(() => {
      try {
        return work();
      } finally {
        this.#announceHoldings();
        if (live) this.#announceBook(live);
      }
    });
  }

  #onAccountEvent(event: AccountEvent): void {
    // While the past is put back nobody listens.
    if (this.#live.size === 0) return;
    const touched = this.#touched.get(event.account) ?? new Set();
    this.#touched.set(event.account, touched);
    if (event.type === 'deposit') touched.add(event.currency);
    else {
      const { base, counter } = this.#state.requireMarket(event.order.pair);
      touched.add(base).add(counter);
      if (event.trade) touched.add(event.trade.feeCurrency);
    }
    this.#transactions.announce(() => this.onAccount.emit(event));
  }

  #announceHoldings(): void {
    const at = this.now();
    for (const [account, currencies] of this.#touched) this.#transactions.announce(() => this.onHoldings.emit({ account, currencies, at }));
    this.#touched = new Map();
  }

  #requireAccount(key: string): Account {
    const account = this.findAccount(key);
    if (!account) throw new DomainError('unknownKey');
    return account;
  }
}

/** @throws {DomainError} `lotTooFine` */
function requireFittingLot({ pair, lotSize }: Market, digits: number): void {
  if (digitsOf(lotSize) > digits) throw new DomainError('lotTooFine', { pair, lotSize, digits });
}
