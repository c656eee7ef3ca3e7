import { add, currenciesOf, type Decimal, type MarketRules, multiply, type Side, subtract, toGrid } from '@tenbin/market';
import type { Credentials, ExchangeAccount, OrderRequest, PriceTick, PrivateEvent } from '../exchange.ts';
import { EventLog } from './event-log.ts';
import type { ConformanceSubject, MakeSubject } from './subject.ts';

/** An account under test with its key. */
export interface Player {
  readonly account: ExchangeAccount;
  readonly credentials: Credentials;
}

/** One subject on the stage: shared by the tests of a group, with accounts of their own for each. */
export class Scene {
  readonly subject: ConformanceSubject;
  readonly rules: MarketRules;
  readonly #players: ExchangeAccount[] = [];
  #orders = 0;

  constructor(subject: ConformanceSubject, rules: MarketRules) {
    this.subject = subject;
    this.rules = rules;
  }

  static async open(makeSubject: MakeSubject): Promise<Scene> {
    const subject = await makeSubject();
    const rules = (await subject.connector.marketData().fetchMarkets()).get(subject.pair);
    if (rules === undefined) throw new Error(`the exchange does not know ${subject.pair}`);
    return new Scene(subject, rules);
  }

  get base(): string {
    return currenciesOf([this.subject.pair])[0] ?? '';
  }

  get counter(): string {
    return currenciesOf([this.subject.pair])[1] ?? '';
  }

  /** A rich account, unless told what it holds. */
  async player(balances?: Readonly<Record<string, Decimal>>): Promise<Player> {
    const credentials = await this.subject.createAccount(balances ?? { [this.base]: '10', [this.counter]: '1000000' });
    return this.enter(credentials);
  }

  async enter(credentials: Credentials): Promise<Player> {
    const account = await this.subject.connector.account(credentials);
    this.#players.push(account);
    return { account, credentials };
  }

  /** Follows an account's events once its stream is live. */
  async follow(account: ExchangeAccount): Promise<EventLog<PrivateEvent>> {
    const log = new EventLog<PrivateEvent>();
    account.subscribe(log.listen);
    await log.next('connection', isConnected);
    return log;
  }

  async leave(): Promise<void> {
    await Promise.all(this.#players.splice(0).map((account) => account.close()));
  }

  async tick(): Promise<PriceTick> {
    const [tick] = await this.subject.connector.marketData().fetchPrices([this.subject.pair]);
    if (tick === undefined) throw new Error(`no price of ${this.subject.pair}`);
    return tick;
  }

  /** Never used before, in this process or another. */
  clientOrderId(): string {
    this.#orders += 1;
    return `C${Date.now().toString(36)}x${Math.floor(Math.random() * 1e9).toString(36)}x${this.#orders.toString(36)}`;
  }

  /** An order that rests far from the market. */
  async distantOrder(side: Side = 'buy'): Promise<OrderRequest> {
    const { bestBid, bestAsk } = await this.tick();
    const price = side === 'buy' ? this.onTick(multiply(bestBid, '0.9'), 'down') : this.onTick(multiply(bestAsk, '1.1'), 'up');
    return this.order(side, price);
  }

  /** An order that becomes the best of its side: the next trade is with it. */
  async foremostOrder(side: Side = 'buy'): Promise<OrderRequest> {
    const { bestBid, bestAsk } = await this.tick();
    const price = side === 'buy' ? add(bestBid, this.rules.tickSize) : subtract(bestAsk, this.rules.tickSize);
    return this.order(side, price);
  }

  order(side: Side, price: Decimal, amount?: Decimal): OrderRequest {
    const { pair } = this.subject;
    return { clientOrderId: this.clientOrderId(), pair, side, price, amount: amount ?? this.amountWorth(20, price) };
  }

  /** An amount of several lots worth this many times the minimum (at least this many counter). */
  amountWorth(times: number, price: Decimal): Decimal {
    const notional = Math.max(Number(this.rules.minimumNotional), 1) * times;
    const amount = Math.max(notional / Number(price), Number(this.rules.minimumAmount) * times);
    return toGrid(amount, this.rules.lotSize, 'up');
  }

  onTick(price: Decimal, direction: 'up' | 'down'): Decimal {
    return toGrid(price, this.rules.tickSize, direction);
  }

  onLot(amount: Decimal): Decimal {
    return toGrid(amount, this.rules.lotSize, 'down');
  }
}

type Typed<Type extends PrivateEvent['type']> = Extract<PrivateEvent, { type: Type }>;

export const isConnected = (event: PrivateEvent): event is Typed<'connected'> => event.type === 'connected';
export const isDisconnected = (event: PrivateEvent): event is Typed<'disconnected'> => event.type === 'disconnected';
export const isFill = (event: PrivateEvent): event is Typed<'fill'> => event.type === 'fill';
/** A state of one order. */
export const isOrder =
  (exchangeOrderId: string, status: string) =>
  (event: PrivateEvent): event is Typed<'order'> =>
    event.type === 'order' && event.order.exchangeOrderId === exchangeOrderId && event.order.status === status;
