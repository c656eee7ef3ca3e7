import { type Candle, DomainError, type PairName } from '@tenbin/market';
import type { Account, ApiKey } from '../accounts/account.ts';
import { type AccountId, feeAccount, houseAccount, Ledger } from '../ledger/ledger.ts';
import { MoneyDigits } from '../ledger/money-digits.ts';
import type { Units } from '../ledger/units.ts';
import type { Fact, OrderFact, TradeFact } from './fact.ts';
import type { Money } from './fee-coin.ts';
import { type Market, notionalOf } from './market.ts';
import type { AccountTrade, Order, OrderStatus, Prevention } from './order.ts';
import { type RulesChange, rulesAfter, type TradingRules } from './trading-rules.ts';

/** How much of the past is kept, per account. Open orders are always kept. */
export interface HistoryLimits {
  readonly orders: number;
  readonly trades: number;
  /** One-minute candles per pair that survive a restart. */
  readonly candles: number;
}

/** What an account hears about itself, in the order in which it happened. */
export type AccountEvent =
  | {
      readonly type: 'order';
      readonly account: AccountId;
      readonly execution: 'new' | 'trade' | 'cancelled' | 'expired' | 'prevented';
      /** As it stood right after this. */
      readonly order: Order;
      readonly trade: AccountTrade | null;
      readonly cancelId: string | null;
      readonly at: number;
    }
  | { readonly type: 'deposit'; readonly account: AccountId; readonly currency: string; readonly amount: Units; readonly at: number };

/**
 * Accounts, orders, trades and money, changed by {@link Fact}s and by nothing else:
 * the same facts in the same order give the same state, today and after a restart.
 */
export class VenueState {
  readonly ledger = new Ledger();
  readonly money = new MoneyDigits();
  readonly accounts = new Map<AccountId, Account>();
  readonly accountsByKey = new Map<string, Account>();
  readonly orders = new Map<number, Order>();
  readonly tradeIdsUpTo = new Map<PairName, number>();
  readonly candles = new Map<PairName, Candle[]>();
  prices: Readonly<Record<PairName, number>> = {};
  lastOrderId = 0;
  lastPreventionId = 0;
  /** Counts accounts' sides of trades over all pairs. */
  lastSequence = 0;
  readonly markets: ReadonlyMap<PairName, Market>;
  /** What markets' rules say otherwise than their definitions. */
  readonly changes = new Map<PairName, RulesChange>();
  readonly #rules = new Map<PairName, TradingRules>();
  readonly #limits: HistoryLimits;
  readonly #emit: (event: AccountEvent) => void;

  constructor(markets: ReadonlyMap<PairName, Market>, limits: HistoryLimits, emit: (event: AccountEvent) => void) {
    this.markets = markets;
    for (const market of markets.values()) this.#rules.set(market.pair, rulesAfter(market, {}));
    this.#limits = limits;
    this.#emit = emit;
  }

  requireMarket(pair: PairName): Market {
    const market = this.markets.get(pair);
    if (!market) throw new DomainError('unknownPair', { pair: pair.slice(0, 60) });
    return market;
  }

  /** @throws {DomainError} `unknownPair` */
  rulesOf(pair: PairName): TradingRules {
    const rules = this.#rules.get(pair);
    if (!rules) throw new DomainError('unknownPair', { pair: pair.slice(0, 60) });
    return rules;
  }

  /** Adds to what a market's rules say otherwise. A market that is no longer traded has none. */
  changeRules(pair: PairName, change: RulesChange): void {
    const market = this.markets.get(pair);
    const all = { ...this.changes.get(pair), ...change };
    if (market) this.#rules.set(pair, rulesAfter(market, all));
    this.changes.set(pair, all);
  }

  requireOrder(id: number): Order {
    const order = this.orders.get(id);
    if (!order) throw new Error(`a fact names order ${id}, which is not there`);
    return order;
  }

  /** @throws {DomainError} `insufficientFunds`, before anything has changed */
  apply(fact: Fact): void {
    switch (fact.type) {
      case 'account':
        this.addAccount({
          id: fact.account,
          createdAt: fact.at,
          keys: new Map([[fact.key, keyOf(fact)]]),
          feeCoin: null,
          orders: new Map(),
          openOrders: new Map(),
          latestByClientId: new Map(),
          trades: new Map(),
          updatedAt: fact.at,
        });
        break;
      case 'key':
        this.addKey(this.#requireAccount(fact.account), keyOf(fact));
        break;
      case 'keyRevoked':
        this.#requireAccount(fact.account).keys.delete(fact.key);
        this.accountsByKey.delete(fact.key);
        break;
      case 'feeCoin':
        this.#requireAccount(fact.account).feeCoin = fact.coin;
        break;
      case 'deposit':
        this.ledger.deposit(fact.account, fact.currency, BigInt(fact.amount));
        this.#touch(fact.account, fact.at);
        this.#emit({ ...fact, amount: BigInt(fact.amount) });
        break;
      case 'moneyDigits':
        this.money.set(fact.currency, fact.digits);
        break;
      case 'order':
        this.#open(fact);
        break;
      case 'trade':
        this.#trade(fact);
        break;
      case 'ended': {
        const order = this.requireOrder(fact.order);
        const ended = this.#end(order, { filledLots: order.filledLots, filledNotional: order.filledNotional }, fact);
        if (fact.status === 'filled') break;
        this.#emit({
          type: 'order',
          account: order.account,
          execution: fact.status,
          order: ended,
          trade: null,
          cancelId: fact.cancelId,
          at: fact.at,
        });
        break;
      }
      case 'tradeIds':
        this.tradeIdsUpTo.set(fact.pair, fact.upTo);
        break;
      case 'rules':
        this.changeRules(fact.pair, fact.change);
        break;
      case 'prices':
        this.prices = fact.prices;
        break;
      case 'candle':
        this.#keepCandle(fact.pair, fact.candle);
        break;
      default:
        unknownFact(fact);
        break;
    }
  }

  addAccount(account: Account): void {
    this.accounts.set(account.id, account);
    for (const key of account.keys.keys()) this.accountsByKey.set(key, account);
  }

  addKey(account: Account, apiKey: ApiKey): void {
    account.keys.set(apiKey.key, apiKey);
    this.accountsByKey.set(apiKey.key, account);
  }

  /** Puts an order where it is looked for; also used by a restart. */
  keepOrder(order: Order): void {
    const account = this.#requireAccount(order.account);
    this.orders.set(order.id, order);
    account.orders.set(order.id, order);
    account.latestByClientId.set(order.clientOrderId, order.id);
    if (order.status === 'open') account.openOrders.set(order.id, order);
    else account.openOrders.delete(order.id);
    account.updatedAt = order.updatedAt;
    this.lastOrderId = Math.max(this.lastOrderId, order.id);
    this.lastPreventionId = Math.max(this.lastPreventionId, order.prevention?.id ?? 0);
  }

  #open(fact: OrderFact): void {
    const market = this.requireMarket(fact.pair);
    const locked = BigInt(fact.locked);
    this.ledger.lock(fact.account, fact.side === 'buy' ? market.counter : market.base, locked);
    const order: Order = {
      id: fact.id,
      clientOrderId: fact.clientOrderId,
      account: fact.account,
      pair: fact.pair,
      side: fact.side,
      type: fact.kind,
      timeInForce: fact.timeInForce,
      selfTradePrevention: fact.selfTradePrevention ?? 'none',
      prevention: null,
      ticks: fact.ticks,
      lots: fact.lots,
      notional: fact.notional === null ? null : BigInt(fact.notional),
      filledLots: 0,
      filledNotional: 0n,
      locked,
      status: 'open',
      createdAt: fact.at,
      updatedAt: fact.at,
    };
    this.keepOrder(order);
    this.#emit({ type: 'order', account: order.account, execution: 'new', order, trade: null, cancelId: null, at: fact.at });
  }

  #trade(fact: TradeFact): void {
    const market = this.requireMarket(fact.pair);
    const taker = fact.taker === 0 ? null : this.requireOrder(fact.taker);
    const maker = fact.maker === 0 ? null : this.requireOrder(fact.maker);
    const [buy, sell] = fact.takerSide === 'buy' ? [taker, maker] : [maker, taker];
    const buyer = buy?.account ?? houseAccount;
    const seller = sell?.account ?? houseAccount;
    const notional = fact.notional === undefined ? notionalOf(market, fact.ticks, fact.lots) : BigInt(fact.notional);
    const takerBuys = fact.takerSide === 'buy';
    const takerFee = { currency: fact.takerFeeCurrency ?? (takerBuys ? market.base : market.counter), amount: BigInt(fact.takerFee) };
    const makerFee = { currency: fact.makerFeeCurrency ?? (takerBuys ? market.counter : market.base), amount: BigInt(fact.makerFee) };
    const [buyerFee, sellerFee] = takerBuys ? [takerFee, makerFee] : [makerFee, takerFee];
    this.ledger.pay(buyer, seller, market.counter, { amount: notional, locked: buy !== null });
    this.ledger.pay(seller, buyer, market.base, { amount: BigInt(fact.lots) * market.lot, locked: sell !== null });
    this.ledger.pay(buyer, feeAccount, buyerFee.currency, { amount: buyerFee.amount, locked: false });
    this.ledger.pay(seller, feeAccount, sellerFee.currency, { amount: sellerFee.amount, locked: false });
    for (const order of [maker, taker]) {
      if (!order) continue;
      const isBuy = order.side === 'buy';
      this.#fill(order, fact, { fee: isBuy ? buyerFee : sellerFee, notional, isMaker: order === maker });
    }
  }

  #fill(before: Order, fact: TradeFact, { fee, notional, isMaker }: { fee: Money; notional: Units; isMaker: boolean }): void {
    const market = this.requireMarket(before.pair);
    // Two orders of one account can meet: the ledger is shared, each order keeps its own lock.
    const order = this.requireOrder(before.id);
    const isBuy = order.side === 'buy';
    const paid = isBuy ? notional : BigInt(fact.lots) * market.lot;
    const held = isBuy && order.type !== 'market' ? this.#heldFor(order, { fact, paid }) : paid;
    if (held > paid) this.ledger.unlock(order.account, market.counter, held - paid);
    const filled = { filledLots: order.filledLots + fact.lots, filledNotional: order.filledNotional + notional };
    const updated: Order = { ...order, ...filled, locked: order.locked - held, updatedAt: fact.at };
    const isWhole = order.notional === null && filled.filledLots === order.lots;
    const after = isWhole ? this.#end(updated, filled, { status: 'filled', at: fact.at }) : updated;
    this.keepOrder(after);
    const trade: AccountTrade = {
      id: fact.id,
      sequence: ++this.lastSequence,
      pair: order.pair,
      orderId: order.id,
      clientOrderId: order.clientOrderId,
      side: order.side,
      ticks: fact.ticks,
      lots: fact.lots,
      notional,
      fee: fee.amount,
      feeCurrency: fee.currency,
      isMaker,
      at: fact.at,
    };
    this.#keepTrade(order.account, trade);
    this.#emit({ type: 'order', account: order.account, execution: 'trade', order: after, trade, cancelId: null, at: fact.at });
  }

  /** What is let go of a limit buy's money when a part of it is filled; what its own digits leave over stays until it ends. */
  #heldFor({ ticks, locked, pair }: Order, { fact, paid }: { fact: TradeFact; paid: Units }): Units {
    const market = this.requireMarket(pair);
    const whole = notionalOf(market, ticks, fact.lots);
    const held = fact.notional === undefined ? whole : this.money.cut(market.counter, whole);
    if (held < paid) return paid;
    return held < locked ? held : locked;
  }

  /** Gives back what is still locked. */
  #end(
    order: Order,
    filled: Pick<Order, 'filledLots' | 'filledNotional'>,
    { status, prevention = null, at }: { status: Exclude<OrderStatus, 'open'>; prevention?: Prevention | null; at: number },
  ): Order {
    const market = this.requireMarket(order.pair);
    this.ledger.unlock(order.account, order.side === 'buy' ? market.counter : market.base, order.locked);
    const lots = order.notional === null ? order.lots : filled.filledLots;
    const ended: Order = { ...order, ...filled, lots, locked: 0n, status, prevention, updatedAt: at };
    this.keepOrder(ended);
    this.#forgetOldOrders(order.account);
    return ended;
  }

  #keepTrade(account: AccountId, trade: AccountTrade): void {
    const { trades } = this.#requireAccount(account);
    const ofPair = trades.get(trade.pair) ?? [];
    ofPair.push(trade);
    trades.set(trade.pair, ofPair.length > this.#limits.trades * 1.25 ? ofPair.slice(-this.#limits.trades) : ofPair);
  }

  #keepCandle(pair: PairName, candle: Candle): void {
    const candles = this.candles.get(pair) ?? [];
    candles.push(candle);
    this.candles.set(pair, candles.length > this.#limits.candles * 1.25 ? candles.slice(-this.#limits.candles) : candles);
  }

  #forgetOldOrders(id: AccountId): void {
    const account = this.#requireAccount(id);
    if (account.orders.size - account.openOrders.size <= this.#limits.orders * 1.25) return;
    let surplus = account.orders.size - account.openOrders.size - this.#limits.orders;
    for (const order of account.orders.values()) {
      if (surplus === 0) break;
      if (order.status === 'open') continue;
      account.orders.delete(order.id);
      this.orders.delete(order.id);
      if (account.latestByClientId.get(order.clientOrderId) === order.id) account.latestByClientId.delete(order.clientOrderId);
      surplus--;
    }
  }

  #requireAccount(id: AccountId): Account {
    const account = this.accounts.get(id);
    if (!account) throw new Error(`a fact names account ${id}, which is not there`);
    return account;
  }

  #touch(id: AccountId, at: number): void {
    const account = this.accounts.get(id);
    if (account) account.updatedAt = at;
  }
}

const keyOf = ({ key, secret, passphrase, rights, at }: Extract<Fact, { type: 'account' | 'key' }>): ApiKey => ({
  key,
  secret,
  passphrase,
  rights,
  createdAt: at,
});

function unknownFact(fact: never): never {
  throw new Error(`a fact of unknown type: ${(fact as { type: string }).type}`);
}
