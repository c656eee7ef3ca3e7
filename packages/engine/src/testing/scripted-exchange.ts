import {
  type BookEvent,
  type Capabilities,
  type ExchangeAccount,
  ExchangeError,
  type ExchangeErrorDetails,
  type KeyRights,
  type LastPrice,
  type MarketData,
  type OrderRef,
  type OrderReport,
  type OrderRequest,
  type PriceTick,
  type PrivateEvent,
  type TradesQuery,
} from '@tenbin/exchange';
import {
  add,
  type Candle,
  compare,
  cutOff,
  type Decimal,
  type Fill,
  type MarketRules,
  multiply,
  type OrderBook,
  type PairName,
  parsePair,
  subtract,
  type Wallet,
} from '@tenbin/market';
import type { Clock } from '../runtime/clock.ts';
import { rulesOf } from './market-rules.ts';

const fee = '0.001';

/** What a call does instead of working; `arrives` tells whether the exchange carried it out all the same. */
interface Fault {
  readonly call: 'place' | 'cancel' | 'find' | 'wallet';
  readonly arrives: boolean;
  readonly error: ExchangeErrorDetails;
}

type PriceListener = Parameters<MarketData['watchPrices']>[1];
type MarketListener = Parameters<NonNullable<MarketData['onMarkets']>>[0];

/** An exchange that does what a test says: trades happen when it tells them to, answers get lost when it asks for it. */
export class ScriptedExchange implements ExchangeAccount, MarketData {
  readonly capabilities: Capabilities;
  readonly balances: Record<string, Decimal>;
  readonly orders: OrderReport[] = [];
  readonly fills: Fill[] = [];
  readonly prices = new Map<PairName, Decimal>();
  /** How often each client order id was sent. */
  readonly sent = new Map<string, number>();
  /** Trades and order news are not pushed. */
  isSilent = false;
  /** What the exchange says no to, however often it is asked. */
  refuses: (request: OrderRequest) => ExchangeErrorDetails | null = () => null;
  /** What the exchange accepts and cancels at once. */
  drops: (order: OrderReport) => boolean = () => false;
  /** So that its orders last. */
  orderRestMs: (orders: number) => number = () => 0;
  #rules: ReadonlyMap<PairName, MarketRules>;
  readonly #priceListeners = new Set<PriceListener>();
  readonly #bookListeners = new Map<PairName, Set<(event: BookEvent) => void>>();
  /** What others have in the books; our own orders come on top. */
  readonly #others = new Map<PairName, Pick<OrderBook, 'bids' | 'asks'>>();
  readonly #marketListeners = new Set<MarketListener>();
  /** Pairs that are listed and do not trade, and pairs that are not listed any more. */
  readonly #halted = new Set<PairName>();
  readonly #gone = new Set<PairName>();
  #isRenewing = false;
  /** What each trade costs, where that is not a part of what it brings. */
  feeElsewhere: { readonly currency: string; readonly amount: Decimal } | null = null;
  /** Fills tell price × amount and the exact fee, although money is cut off. */
  reportsExactly = false;
  /** Money is kept in whole ones of it; null: exactly. */
  readonly #unit: Decimal | null;
  readonly #clock: Clock;
  readonly #listeners = new Set<(event: PrivateEvent) => void>();
  readonly #faults: Fault[] = [];

  constructor(given: {
    readonly balances: Record<string, Decimal>;
    readonly prices: Record<PairName, Decimal>;
    readonly clock: Clock;
    readonly unit?: Decimal | null;
    /** Whether orders carry our ids there. */
    readonly clientOrderId?: boolean;
  }) {
    const { clientOrderId = true, unit = null } = given;
    this.#unit = unit;
    this.capabilities = { clientOrderId, privateStream: true, publicStream: true, passphrase: false, keyRights: true, postOnly: true };
    this.balances = { ...given.balances };
    this.#clock = given.clock;
    for (const [pair, price] of Object.entries(given.prices)) this.prices.set(pair, price);
    this.#rules = new Map(Object.keys(given.prices).map((pair) => [pair, rulesOf(pair, { baseUnit: unit, counterUnit: unit })]));
  }

  get open(): OrderReport[] {
    return this.orders.filter((order) => order.status === 'open');
  }

  failNext(call: Fault['call'], error: ExchangeErrorDetails, { arrives = false, times = 1 } = {}): void {
    for (let count = 0; count < times; count += 1) this.#faults.push({ call, arrives, error });
  }

  /** The market reaches these orders, wholly or by an amount, each at its own price. */
  trade(orders: readonly OrderReport[], amount?: Decimal): void {
    for (const order of orders) this.#fill(order, amount ?? subtract(order.amount, this.#now(order).filled));
  }

  /** The market comes to a price: what it reaches is filled, and the price is this one. */
  moveTo(pair: PairName, price: Decimal): void {
    const reached = this.open.filter((order) => order.pair === pair && isReached(order, price));
    this.prices.set(pair, price);
    this.trade(reached);
  }

  breakStream(): void {
    this.#emit({ type: 'disconnected', error: new Error('socket closed') });
  }

  restoreStream(): void {
    this.#emit({ type: 'connected' });
  }

  /** Tells everything that ever happened once more. */
  repeatAll(): void {
    for (const fill of this.fills) this.#emit({ type: 'fill', fill: this.#shown(fill) });
    for (const order of this.orders) this.#emit({ type: 'order', order: this.#shown(order) });
  }

  async placeOrder(request: OrderRequest): Promise<OrderReport> {
    this.sent.set(request.clientOrderId, (this.sent.get(request.clientOrderId) ?? 0) + 1);
    const refusal = this.refuses(request);
    if (refusal) throw new ExchangeError('scripted', refusal);
    this.#refuseClosed(request.pair);
    const fault = this.#take('place');
    if (fault && !fault.arrives) throw new ExchangeError('scripted', fault.error);
    const { postOnly, ...terms } = request;
    if (postOnly && isPast(request, this.prices.get(request.pair) ?? request.price))
      throw new ExchangeError('it would take', { kind: 'rejected', reason: 'wouldTakeImmediately' });
    const order: OrderReport = {
      ...terms,
      exchangeOrderId: String(1000 + this.orders.length),
      filled: '0',
      status: 'open',
      at: this.#clock.now(),
    };
    this.orders.push(order);
    if (this.drops(order)) queueMicrotask(() => this.#change(order, { status: 'cancelled' }));
    if (fault) throw new ExchangeError('scripted', fault.error);
    return this.#shown(order);
  }

  async cancelOrder(ref: OrderRef): Promise<OrderReport> {
    const fault = this.#take('cancel');
    if (fault && !fault.arrives) throw new ExchangeError('scripted', fault.error);
    this.#refuseClosed(ref.pair);
    const order = this.open.find((one) => this.#isNamed(one, ref));
    if (!order) throw new ExchangeError('no such open order', { kind: 'rejected', reason: 'orderNotFound' });
    const cancelled = this.#change(order, { status: 'cancelled' });
    if (fault) throw new ExchangeError('scripted', fault.error);
    return this.#shown(cancelled);
  }

  async findOrder(ref: OrderRef): Promise<OrderReport | null> {
    const fault = this.#take('find');
    if (fault) throw new ExchangeError('scripted', fault.error);
    this.#refuseUnlisted(ref.pair);
    const order = this.orders.find((one) => this.#isNamed(one, ref));
    return order ? this.#shown(order) : null;
  }

  async fetchOpenOrders(pair: PairName): Promise<OrderReport[]> {
    this.#refuseUnlisted(pair);
    return this.open.filter((order) => order.pair === pair).map((order) => this.#shown(order));
  }

  async fetchFills(pair: PairName, { afterTradeId, since, exchangeOrderId }: TradesQuery): Promise<Fill[]> {
    this.#refuseUnlisted(pair);
    return this.fills
      .filter((fill) => exchangeOrderId === undefined || fill.exchangeOrderId === exchangeOrderId)
      .filter((fill) => fill.pair === pair && Number(fill.tradeId) > Number(afterTradeId ?? 0) && fill.at >= (since ?? new Date(0)))
      .map((fill) => ({ ...fill, clientOrderId: null }));
  }

  async fetchWallet(): Promise<Wallet> {
    const fault = this.#take('wallet');
    if (fault) throw new ExchangeError('scripted', fault.error);
    const locked: Record<string, Decimal> = {};
    for (const { pair, side, price, amount, filled } of this.open) {
      const { base, counter } = parsePair(pair);
      const rest = subtract(amount, filled);
      if (side === 'sell') locked[base] = add(locked[base] ?? '0', rest);
      else locked[counter] = add(locked[counter] ?? '0', cutOff(multiply(rest, price), this.#unit));
    }
    return Object.fromEntries(
      Object.entries(this.balances).map(([currency, all]) => {
        const held = locked[currency] ?? '0';
        return [currency, { free: subtract(all, held), locked: held }];
      }),
    );
  }

  async fetchKeyRights(): Promise<KeyRights> {
    return { read: true, trade: true, withdraw: false, transfer: false };
  }

  subscribe(listener: (event: PrivateEvent) => void): () => void {
    this.#listeners.add(listener);
    queueMicrotask(() => listener({ type: 'connected' }));
    return () => this.#listeners.delete(listener);
  }

  async fetchMarkets(): Promise<ReadonlyMap<PairName, MarketRules>> {
    if (this.#halted.size + this.#gone.size === 0) return this.#rules;
    return new Map([...this.#rules].filter(([pair]) => !this.#halted.has(pair) && !this.#gone.has(pair)));
  }

  async fetchHaltedMarkets(): Promise<ReadonlyMap<PairName, MarketRules>> {
    return new Map([...this.#rules].filter(([pair]) => this.#halted.has(pair)));
  }

  onMarkets(listener: MarketListener): () => void {
    this.#marketListeners.add(listener);
    return () => this.#marketListeners.delete(listener);
  }

  /** In a minute, as an exchange's adapter would. */
  renewMarkets(): void {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    this.#clock.after(60_000, () => {
      this.#isRenewing = false;
      void this.emitMarkets();
    });
  }

  /** The markets are loaded anew. */
  async emitMarkets(): Promise<void> {
    const [trading, halted] = [new Map(await this.fetchMarkets()), await this.fetchHaltedMarkets()];
    for (const listener of this.#marketListeners) listener(trading, halted);
  }

  /** The pair stays listed and does not trade. */
  halt(pair: PairName): void {
    this.#halted.add(pair);
  }

  /** The pair leaves the list; its orders end, and nothing is told of them. */
  delist(pair: PairName): void {
    this.#gone.add(pair);
    for (const [index, order] of this.orders.entries())
      if (order.pair === pair && order.status === 'open') this.orders[index] = { ...order, status: 'cancelled' };
  }

  /** It is listed and trades again. */
  reopen(pair: PairName): void {
    this.#halted.delete(pair);
    this.#gone.delete(pair);
  }

  /** The markets are loaded anew, with these rules for one of them, or for all. */
  renewRules(changed: Partial<MarketRules> = {}, only: PairName | null = null): void {
    const renewed = (pair: PairName, rules: MarketRules) => (only === null || only === pair ? { ...rules, ...changed, pair } : rules);
    this.#rules = new Map([...this.#rules].map(([pair, rules]) => [pair, renewed(pair, rules)]));
    void this.emitMarkets();
  }

  async fetchPrices(pairs: readonly PairName[]): Promise<PriceTick[]> {
    return pairs.filter((pair) => !this.#gone.has(pair)).map((pair) => this.#tick(pair));
  }

  async fetchLast(pair: PairName): Promise<LastPrice | null> {
    const { last: price, at } = this.#tick(pair);
    return { price, at };
  }

  async fetchCandles(): Promise<Candle[]> {
    return [];
  }

  watchPrices(_pairs?: readonly PairName[], listener: PriceListener = () => {}): () => void {
    this.#priceListeners.add(listener);
    return () => this.#priceListeners.delete(listener);
  }

  /** The book shows these prices from now on, and nothing is traded. */
  show(pair: PairName, { bid, ask = bid, last = bid }: { readonly bid: Decimal; readonly ask?: Decimal; readonly last?: Decimal }): void {
    this.prices.set(pair, last);
    for (const emit of this.#priceListeners) emit({ pair, bestBid: bid, bestAsk: ask, last, at: this.#clock.now() });
  }

  /** How many follow a pair's book. */
  bookWatchers(pair: PairName): number {
    return this.#bookListeners.get(pair)?.size ?? 0;
  }

  /** Others have this in the book from now on, and nothing is traded. */
  showBook(pair: PairName, others: Pick<OrderBook, 'bids' | 'asks'>): void {
    this.#others.set(pair, others);
    const [[bid = 0] = [], [ask = 0] = []] = [others.bids[0], others.asks[0]];
    if (bid > 0 && ask > 0) this.prices.set(pair, String((bid + ask) / 2));
    this.#emitBook(this.#bookOf(pair));
  }

  /** The stream of a pair's book breaks; nothing can be asked for until it is shown again. */
  loseBook(pair: PairName): void {
    this.#others.delete(pair);
    this.breakBook(pair);
  }

  /** The stream of a pair's book breaks; it can still be asked for. */
  breakBook(pair: PairName): void {
    this.#emitBook({ stale: true, pair, error: new Error('socket closed') });
  }

  async fetchBook(pair: PairName): Promise<OrderBook> {
    if (!this.#others.has(pair)) throw new ExchangeError('scripted', { kind: 'transient', reason: 'unreachable' });
    return this.#bookOf(pair);
  }

  watchBook(pair: PairName, listener: (event: BookEvent) => void): () => void {
    const listeners = this.#bookListeners.get(pair) ?? new Set();
    this.#bookListeners.set(pair, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  #emitBook(event: BookEvent): void {
    for (const listener of this.#bookListeners.get(event.pair) ?? []) listener(event);
  }

  #bookOf(pair: PairName): OrderBook {
    const { bids = [], asks = [] } = this.#others.get(pair) ?? {};
    const own = (side: 'buy' | 'sell') =>
      this.open
        .filter((order) => order.pair === pair && order.side === side)
        .map((order) => [Number(order.price), Number(subtract(order.amount, order.filled))] as const);
    const joined = (levels: OrderBook['bids'], sign: 1 | -1) => {
      const amounts = new Map<number, number>();
      for (const [price, amount] of levels) amounts.set(price, (amounts.get(price) ?? 0) + amount);
      return [...amounts].sort(([one], [other]) => sign * (one - other));
    };
    return { pair, bids: joined([...bids, ...own('buy')], -1), asks: joined([...asks, ...own('sell')], 1), at: this.#clock.now() };
  }

  async close(): Promise<void> {}

  #refuseClosed(pair: PairName): void {
    this.#refuseUnlisted(pair);
    if (this.#halted.has(pair)) throw new ExchangeError('market is closed', { kind: 'rejected', reason: 'marketClosed' });
  }

  #refuseUnlisted(pair: PairName): void {
    if (this.#gone.has(pair)) throw new ExchangeError('no such market', { kind: 'rejected', reason: 'badSymbol' });
  }

  #tick(pair: PairName): PriceTick {
    const price = this.prices.get(pair) ?? '0';
    return { pair, bestBid: price, bestAsk: price, last: price, at: this.#clock.now() };
  }

  #fill(order: OrderReport, amount: Decimal): void {
    const { base, counter } = parsePair(order.pair);
    const isBuy = order.side === 'buy';
    const exact = multiply(order.price, amount);
    const moved = cutOff(exact, this.#unit);
    const exactFee = multiply(isBuy ? amount : exact, fee);
    const paid = this.feeElsewhere ? '0' : cutOff(exactFee, this.#unit);
    if (this.feeElsewhere) this.#move(this.feeElsewhere.currency, `-${this.feeElsewhere.amount}`);
    this.#move(base, isBuy ? subtract(amount, paid) : `-${amount}`);
    this.#move(counter, isBuy ? `-${moved}` : subtract(moved, paid));
    const filled = add(this.#now(order).filled, amount);
    const fill: Fill = {
      tradeId: String(this.fills.length + 1),
      exchangeOrderId: order.exchangeOrderId,
      clientOrderId: order.clientOrderId,
      pair: order.pair,
      side: order.side,
      price: order.price,
      amount,
      notional: this.reportsExactly ? exact : moved,
      fee: this.reportsExactly ? exactFee : paid,
      feeCurrency: isBuy ? base : counter,
      ...(this.feeElsewhere && { fee: this.feeElsewhere.amount, feeCurrency: this.feeElsewhere.currency }),
      isMaker: true,
      at: this.#clock.now(),
    };
    this.fills.push(fill);
    this.#change(this.#now(order), { filled, status: compare(filled, order.amount) >= 0 ? 'filled' : 'open' });
    if (!this.isSilent) this.#emit({ type: 'fill', fill: this.#shown(fill) });
  }

  #move(currency: string, change: Decimal): void {
    this.balances[currency] = add(this.balances[currency] ?? '0', change);
  }

  /** As the exchange shows it: with our id only where it keeps them. */
  #shown<Report extends OrderReport | Fill>(report: Report): Report {
    return this.capabilities.clientOrderId ? report : { ...report, clientOrderId: null };
  }

  #isNamed(order: OrderReport, ref: OrderRef): boolean {
    if (ref.exchangeOrderId !== null) return order.exchangeOrderId === ref.exchangeOrderId;
    if (this.capabilities.clientOrderId) return order.clientOrderId === ref.clientOrderId;
    throw new ExchangeError('no id', { kind: 'rejected', reason: 'notSupported' });
  }

  #now(order: OrderReport): OrderReport {
    return this.orders.find((one) => one.exchangeOrderId === order.exchangeOrderId) ?? order;
  }

  #change(order: OrderReport, part: Partial<OrderReport>): OrderReport {
    const changed = { ...order, ...part, at: this.#clock.now() };
    this.orders[this.orders.findIndex((one) => one.exchangeOrderId === order.exchangeOrderId)] = changed;
    if (!this.isSilent) this.#emit({ type: 'order', order: this.#shown(changed) });
    return changed;
  }

  #emit(event: PrivateEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #take(call: Fault['call']): Fault | undefined {
    const index = this.#faults.findIndex((fault) => fault.call === call);
    return index === -1 ? undefined : this.#faults.splice(index, 1)[0];
  }
}

/** Whether the market has left an order's price behind. */
const isPast = ({ side, price }: Pick<OrderRequest, 'side' | 'price'>, market: Decimal): boolean =>
  side === 'sell' ? compare(price, market) < 0 : compare(price, market) > 0;

const isReached = (order: OrderReport, price: Decimal): boolean =>
  order.side === 'sell' ? compare(price, order.price) >= 0 : compare(price, order.price) <= 0;
