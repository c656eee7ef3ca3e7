import {
  type Capabilities,
  type ExchangeAccount,
  ExchangeError,
  type Fees,
  type KeyRights,
  type OrderRef,
  type OrderReport,
  type OrderRequest,
  type PrivateEvent,
  type Sending,
  type TradesQuery,
} from '@tenbin/exchange';
import { compare, type Fill, type PairName, type Wallet } from '@tenbin/market';
import type { Runtime } from '@tenbin/runtime';
import { queryAfterCancelling, queryAfterPlacing, readAccepted } from './brief-answers.ts';
import type { Caller } from './caller.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { ConnectionGate } from './connection-gate.ts';
import { fetchFills } from './fetch-fills.ts';
import { fetchOrder, nameOrder } from './fetch-order.ts';
import { JointQuestion } from './joint-question.ts';
import { Listeners } from './listeners.ts';
import type { OrderLane } from './order-lane.ts';
import { polledEvents } from './polled-events.ts';
import type { PrivateEvents } from './private-events.ts';
import { privateStream } from './private-stream.ts';
import type { Quirks } from './quirks/quirks.ts';
import { asList, asRaw } from './raw-fields.ts';
import { readFees } from './read-fees.ts';
import { readOrder } from './read-order.ts';
import { readWallet } from './read-wallet.ts';

const unknownRights: KeyRights = { read: 'unknown', trade: 'unknown', withdraw: 'unknown', transfer: 'unknown' };
const refusedByRules = new Set(['amountOutOfRange', 'priceOutOfRange', 'notionalTooSmall', 'badSymbol']);
const keyRefusals = new Set(['invalidApiKey', 'invalidSecret', 'invalidPassphrase', 'keyRefused']);

export interface CcxtAccountParts {
  readonly runtime: Runtime;
  readonly exchange: CcxtExchange;
  readonly caller: Caller;
  readonly quirks: Quirks;
  readonly capabilities: Capabilities;
  /** Where private streams wait for their turn. */
  readonly gate: ConnectionGate;
  /** Where its orders do. */
  readonly orderLane: OrderLane;
  readonly pollEveryMs: number;
  /** An order was refused for its grid, its size or its worth: the rules may have changed. */
  readonly onRefusedByRules: () => void;
  readonly onClose: () => void;
}

/** One key's account over one instance of ccxt. */
export class CcxtAccount implements ExchangeAccount {
  readonly capabilities: Capabilities;
  readonly #parts: CcxtAccountParts;
  readonly #pairs = new Set<PairName>();
  readonly #listeners = new Listeners<PrivateEvent>();
  #stream: AbortController | null = null;
  #ended: Promise<void> = Promise.resolve();
  readonly #allOpenOrders = new JointQuestion<readonly unknown[]>();
  /** Since polling looked last. */
  readonly #placed: OrderReport[] = [];
  #connected = false;

  constructor(parts: CcxtAccountParts) {
    this.#parts = parts;
    this.capabilities = parts.capabilities;
  }

  /** Shares the markets of another instance from now on. */
  takeMarkets(source: CcxtExchange): void {
    this.#parts.exchange.setMarketsFromExchange(source);
  }

  async fetchWallet(): Promise<Wallet> {
    const { caller, exchange, quirks } = this.#parts;
    return caller.read('fetch wallet', async () => readWallet(await exchange.fetchBalance(quirks.walletParams)));
  }

  /** What the exchange does not say is `unknown`. @throws {ExchangeError} only when the key itself is refused */
  async fetchKeyRights(): Promise<KeyRights> {
    const { caller, exchange, quirks } = this.#parts;
    try {
      return await caller.read('fetch key rights', async () => (await quirks.fetchKeyRights?.(exchange)) ?? unknownRights);
    } catch (error) {
      if (error instanceof ExchangeError && error.kind === 'rejected' && keyRefusals.has(error.reason)) throw error;
      return unknownRights;
    }
  }

  async fetchAccountId(): Promise<string | null> {
    const { caller, exchange, quirks } = this.#parts;
    const { fetchAccountId } = quirks;
    return fetchAccountId ? caller.read('fetch account id', () => fetchAccountId(exchange)) : null;
  }

  async fetchFees(pairs: readonly PairName[]): Promise<ReadonlyMap<PairName, Fees>> {
    const { caller, exchange, quirks } = this.#parts;
    const ofAccount = quirks.fetchFees?.bind(quirks);
    const common = ofAccount && (await caller.read('fetch fees', () => ofAccount(exchange)));
    const fees = new Map<PairName, Fees>();
    for (const pair of pairs) {
      const asks = ofAccount === undefined && exchange.has.fetchTradingFee === true;
      const own = asks ? await caller.read('fetch fees', async () => readFees(asRaw(await exchange.fetchTradingFee(pair)))) : common;
      fees.set(pair, own ?? readFees(asRaw(exchange.markets?.[pair])) ?? { maker: 0, taker: 0 });
    }
    return fees;
  }

  async placeOrder(request: OrderRequest, sending: Sending = {}): Promise<OrderReport> {
    const { caller, exchange, quirks, runtime } = this.#parts;
    const { pair, side, amount, price } = request;
    this.#pairs.add(pair);
    const place = async () => {
      refuseOffGrid(exchange, request);
      const answer = await exchange.createOrder(pair, 'limit', side, amount, price, quirks.orderParams(request));
      return quirks.answersBriefly === true ? readAccepted(answer, request, runtime.now()) : readOrder(answer, this.#parts);
    };
    const placing = caller.place('place order', place, sending);
    const report = await placing.catch((error: unknown) => this.#renewRules(error));
    if (!this.capabilities.privateStream) this.#placed.push(report);
    const accepted =
      quirks.answersBriefly === true && quirks.restsOnceAccepted !== true ? await queryAfterPlacing(this.#parts, report) : report;
    return quirks.clientOrderId ? { ...accepted, clientOrderId: request.clientOrderId } : accepted;
  }

  orderRestMs(orders: number): number {
    return this.#parts.orderLane.restMs(orders);
  }

  /** @throws what was given: the rules, or the list of markets, may have changed where it is about them */
  #renewRules(error: unknown): never {
    if (error instanceof ExchangeError && refusedByRules.has(error.reason)) this.#parts.onRefusedByRules();
    throw error;
  }

  async cancelOrder(ref: OrderRef): Promise<OrderReport> {
    const { caller, exchange, quirks } = this.#parts;
    this.#pairs.add(ref.pair);
    const { id, params } = nameOrder(quirks, ref);
    const cancel = async () => asRaw(await exchange.cancelOrder(id, ref.pair, params));
    if (quirks.answersBriefly !== true) return caller.cancel('cancel order', async () => readOrder(await cancel(), this.#parts));
    await caller.cancel('cancel order', cancel);
    return queryAfterCancelling(this.#parts, ref);
  }

  async findOrder(ref: OrderRef): Promise<OrderReport | null> {
    const { caller, quirks } = this.#parts;
    const named = nameOrder(quirks, ref);
    try {
      return await caller.read('find order', async () => readOrder(await fetchOrder(this.#parts, ref.pair, named), this.#parts));
    } catch (error) {
      if (error instanceof ExchangeError && error.reason === 'orderNotFound') return null;
      throw error;
    }
  }

  async fetchOpenOrders(pair: PairName): Promise<OrderReport[]> {
    const { caller, exchange, quirks } = this.#parts;
    this.#pairs.add(pair);
    const ask = (of: PairName | undefined) =>
      caller
        .read('fetch open orders', async () => asList(await exchange.fetchOpenOrders(of, undefined, quirks.allOpenOrders?.maxListed)))
        .catch((error: unknown) => this.#renewRules(error));
    const read = (list: readonly unknown[]) => list.map((order) => readOrder(order, this.#parts));
    if (quirks.allOpenOrders === undefined) return read(await ask(pair));
    const all = await this.#allOpenOrders.ask(() => ask(undefined));
    // A full list may have left out some.
    const isWhole = all.length < (quirks.allOpenOrders.maxListed ?? Number.POSITIVE_INFINITY);
    return read(isWhole ? all.filter((order) => asRaw(order).symbol === pair) : await ask(pair));
  }

  async fetchOrdersSince(pair: PairName, since: Date): Promise<OrderReport[] | null> {
    const { caller, exchange, quirks } = this.#parts;
    if (quirks.listsOrders !== true) return null;
    return caller.read('fetch orders', async () =>
      asList(await exchange.fetchOrders(pair, since.getTime())).map((order) => readOrder(order, this.#parts)),
    );
  }

  async fetchFills(pair: PairName, query: TradesQuery): Promise<Fill[]> {
    this.#pairs.add(pair);
    return fetchFills(this.#parts, pair, query);
  }

  subscribe(listener: (event: PrivateEvent) => void): () => void {
    const leave = this.#listeners.add(listener);
    if (this.#stream === null) this.#open();
    else if (this.#connected) queueMicrotask(() => listener({ type: 'connected' }));
    return () => {
      leave();
      if (this.#listeners.size === 0) void this.#stop();
    };
  }

  async close(): Promise<void> {
    this.#parts.caller.giveUpReads();
    await this.#stop();
    await this.#parts.exchange.close().catch(() => undefined);
    this.#parts.onClose();
  }

  #open(): void {
    const stream = new AbortController();
    const emit = (event: PrivateEvent) => {
      if (event.type === 'connected') this.#connected = true;
      if (event.type === 'disconnected') this.#connected = false;
      this.#listeners.emit(event);
    };
    // The one before closes all of the instance's sockets as it ends.
    this.#ended = this.#ended.then(() => this.#events()(emit, stream.signal));
    this.#stream = stream;
  }

  #events(): PrivateEvents {
    if (this.capabilities.privateStream) return privateStream(this.#parts);
    const takePlaced = () => this.#placed.splice(0);
    return polledEvents({
      runtime: this.#parts.runtime,
      account: this,
      pairs: () => this.#pairs,
      forget: (pair) => this.#pairs.delete(pair),
      placed: takePlaced,
      everyMs: this.#parts.pollEveryMs,
    });
  }

  #stop(): Promise<void> {
    this.#stream?.abort();
    this.#stream = null;
    this.#connected = false;
    return this.#ended;
  }
}

/** ccxt would cut an amount and round a price without a word. */
function refuseOffGrid(exchange: CcxtExchange, { pair, price, amount }: OrderRequest): void {
  const off = (sent: string, wanted: string) => compare(sent, wanted) !== 0;
  if (off(exchange.amountToPrecision(pair, amount), amount)) {
    throw new ExchangeError(`the amount ${amount} is off the grid of ${pair}`, { kind: 'rejected', reason: 'amountOutOfRange' });
  }
  if (off(exchange.priceToPrecision(pair, price), price)) {
    throw new ExchangeError(`the price ${price} is off the grid of ${pair}`, { kind: 'rejected', reason: 'priceOutOfRange' });
  }
}
