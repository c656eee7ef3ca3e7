import { DomainError, type Side } from '@tenbin/market';
import type { Account } from '../accounts/account.ts';
import type { Units } from '../ledger/units.ts';
import { type CheckedOrder, checkOrder } from './check-order.ts';
import type { Fact } from './fact.ts';
import type { Money } from './fee-coin.ts';
import type { FeeDesk } from './fee-desk.ts';
import { firstHouseId, type LiveMarket } from './live-market.ts';
import { type Market, notionalOf } from './market.ts';
import type { Order, OrderName, PlaceOrder, Prevention, TapeTrade, TimeInForce } from './order.ts';
import { levelsWithout, lotsWorth, ownReached, tickLotsOf } from './own-orders.ts';
import type { VenueState } from './venue-state.ts';

/** Shares of what is received, in units: 0.001 is 0.1 %. */
export interface FeeRates {
  readonly maker: Units;
  readonly taker: Units;
}

export interface TradingOptions {
  readonly state: VenueState;
  readonly fees: FeeRates;
  readonly feeDesk: FeeDesk;
  readonly now: () => number;
  /** Counter per base: what the price band is measured from. */
  readonly averagePrice: (live: LiveMarket) => number;
  /** Keeps a fact; it has happened. */
  readonly record: (fact: Fact) => void;
  readonly onTape: (trade: TapeTrade) => void;
  /** A client order id for an order that came without. */
  readonly makeClientOrderId: () => string;
}

/** Trade ids are written ahead in blocks, so that none is given out twice however the process ends. */
const tradeIdBlock = 10_000;

/** Carries orders out: checks them, locks money, matches, and turns what the book does into facts. */
export class Trading {
  readonly #options: TradingOptions;
  /** Whose order is taking right now; 0 is the house. */
  #taker: { id: number; side: Side; live: LiveMarket } | null = null;

  constructor(options: TradingOptions) {
    this.#options = options;
  }

  /** To be given to the market's book. */
  onTrade(makerId: number, ticks: number, lots: number): void {
    const taker = this.#taker;
    if (!taker) throw new Error('the book traded without a taker');
    const { live, side } = taker;
    const maker = makerId >= firstHouseId ? 0 : makerId;
    const id = this.#takeTradeId(live);
    const at = this.#options.now();
    const notional = this.#moved(live.market, ticks, { lots, buy: side === 'buy' ? taker.id : maker });
    if (taker.id !== 0 || maker !== 0) {
      const { fees } = this.#options;
      const { base, counter, lot, pair } = live.market;
      const brings = (to: Side): Money =>
        to === 'buy' ? { currency: base, amount: BigInt(lots) * lot } : { currency: counter, amount: notional };
      const [ofTaker, ofMaker] = [brings(side), brings(side === 'buy' ? 'sell' : 'buy')];
      const taken = this.#charge(taker.id, ofTaker, { rate: fees.taker, other: null });
      const made = this.#charge(maker, ofMaker, { rate: fees.maker, other: { order: taker.id, paid: taken } });
      this.#options.record({
        type: 'trade',
        id,
        pair,
        ticks,
        lots,
        notional: String(notional),
        takerSide: side,
        taker: taker.id,
        maker,
        takerFee: String(taken.amount),
        makerFee: String(made.amount),
        ...(taken.currency === ofTaker.currency ? {} : { takerFeeCurrency: taken.currency }),
        ...(made.currency === ofMaker.currency ? {} : { makerFeeCurrency: made.currency }),
        at,
      });
    }
    this.#print(live, { id, pair: live.market.pair, ticks, lots, notional, takerSide: side, at });
  }

  /** @throws {DomainError} a rule's refusal; nothing has changed then */
  place(account: Account, live: LiveMarket, request: PlaceOrder): Order {
    const { state, now, averagePrice } = this.#options;
    const clientOrderId = request.clientOrderId ?? this.#options.makeClientOrderId();
    const earlier = state.orders.get(account.latestByClientId.get(clientOrderId) ?? 0);
    if (earlier?.status === 'open') throw new DomainError('duplicateClientOrderId', { clientOrderId });
    const checked = checkOrder(live, request, averagePrice(live).toFixed(12));
    const wouldTake = request.type === 'limitMaker' && live.book.crosses(request.side, checked.ticks);
    if (wouldTake && request.whenTaking !== 'expire') throw new DomainError('wouldTakeImmediately');
    const mode = request.selfTradePrevention ?? live.rules.selfTradePrevention;
    const furthest = request.type !== 'market' ? checked.ticks : request.side === 'buy' ? Number.MAX_SAFE_INTEGER : 1;
    const own = mode === 'none' ? [] : ownReached(account, live, { side: request.side, ticks: furthest });
    const locked = this.#toLock(live, request, { ...checked, own });
    const id = state.lastOrderId + 1;
    this.#options.record({
      type: 'order',
      id,
      clientOrderId,
      account: account.id,
      pair: live.market.pair,
      side: request.side,
      kind: request.type,
      timeInForce: request.timeInForce,
      selfTradePrevention: mode,
      ticks: checked.ticks,
      lots: checked.lots,
      notional: checked.notional === null ? null : String(checked.notional),
      locked: String(locked),
      at: now(),
    });
    if (wouldTake) this.#end(id, 'expired');
    else this.#match(live, { id, request, checked, own });
    return state.requireOrder(id);
  }

  /** @throws {DomainError} `orderNotFound` */
  cancel(account: Account, live: LiveMarket, name: OrderName, cancelId: string): Order {
    const order = findOrder(this.#options.state, account, name);
    if (order?.status !== 'open') throw new DomainError('orderNotFound');
    live.book.cancel(order.id);
    live.version++;
    this.#options.record({ type: 'ended', order: order.id, status: 'cancelled', cancelId, at: this.#options.now() });
    return this.#options.state.requireOrder(order.id);
  }

  /** Ends an open order in the exchange's own name. */
  expire(live: LiveMarket, order: Order): void {
    live.book.cancel(order.id);
    live.version++;
    this.#end(order.id, 'expired');
  }

  takeAsHouse(live: LiveMarket, side: Side, ticks: number, lots: number): void {
    this.#asTaker({ id: 0, side, live }, () => live.book.limit(firstHouseId - 1, side, ticks, lots, false));
  }

  /** A trade between nobodies, so that the tape lives. */
  print(live: LiveMarket, { ticks, lots, takerSide }: { ticks: number; lots: number; takerSide: Side }): void {
    const id = this.#takeTradeId(live);
    const notional = this.#moved(live.market, ticks, { lots, buy: 0 });
    this.#print(live, { id, pair: live.market.pair, ticks, lots, notional, takerSide, at: this.#options.now() });
  }

  /** What a trade moves in counter. Never more than is held back for the order that buys, also where digits were added since. */
  #moved(market: Market, ticks: number, { lots, buy }: { lots: number; buy: number }): Units {
    const { state } = this.#options;
    const notional = state.money.cut(market.counter, notionalOf(market, ticks, lots));
    if (buy === 0) return notional;
    const { locked } = state.requireOrder(buy);
    return notional < locked ? notional : locked;
  }

  /** @param other - the trade's other side, if it is known already what that pays */
  #charge(order: number, brings: Money, { rate, other }: { rate: Units; other: { order: number; paid: Money } | null }): Money {
    if (order === 0) return { currency: brings.currency, amount: 0n };
    const { feeDesk } = this.#options;
    const account = this.#ownerOf(order);
    const isOwn = other !== null && other.order !== 0 && this.#ownerOf(other.order) === account;
    return feeDesk.charge(account, brings, { rate, earlier: isOwn ? other.paid : null });
  }

  #ownerOf(order: number): Account {
    const { state } = this.#options;
    const { account } = state.requireOrder(order);
    const owner = state.accounts.get(account);
    if (!owner) throw new Error(`order ${order} is of account ${account}, which is not there`);
    return owner;
  }

  #match(
    live: LiveMarket,
    { id, request, checked, own }: { id: number; request: PlaceOrder; checked: CheckedOrder; own: readonly Order[] },
  ): void {
    const { side, type, timeInForce } = request;
    const { ticks, lots, notional } = checked;
    const { book } = live;
    const whole = notional === null ? lots : wholeTickLots(live.market, notional);
    const isTooMuch = timeInForce === 'FOK' && reachableOf(live, { side, ticks, lots, own }) < lots;
    const left = this.#asTaker({ id, side, live }, () => {
      const rest = isTooMuch ? whole : this.#passOwn(live, { id, side, left: whole, isNotional: notional !== null, timeInForce, own });
      if (rest === null || isTooMuch) return rest;
      if (notional !== null) return book.marketByNotional(side, rest);
      return type === 'market' ? book.market(side, rest) : book.limit(id, side, ticks, rest, timeInForce === 'GTC');
    });
    if (left === null) return;
    if (notional !== null) {
      const ranOut = left >= (side === 'buy' ? book.bestAsk : book.bestBid) && left > 0;
      this.#end(id, ranOut ? 'expired' : 'filled');
      return;
    }
    if (left > 0 && (type === 'market' || timeInForce !== 'GTC')) this.#end(id, 'expired');
  }

  /**
   * Takes what stands before each own order that is reached, and ends one of the two, or both, in place of a trade.
   *
   * @param taking - `left` in lots, or in ticks × lots where `isNotional`
   * @returns what is left to take, null when the order that takes has ended
   */
  #passOwn(
    { book }: LiveMarket,
    taking: { id: number; side: Side; left: number; isNotional: boolean; timeInForce: TimeInForce; own: readonly Order[] },
  ): number | null {
    const { id, side, isNotional, own } = taking;
    const { state } = this.#options;
    const mode = state.requireOrder(id).selfTradePrevention;
    let { left } = taking;
    for (const order of own) {
      const ahead = book.lotsAhead(order.id);
      const after = left - (isNotional ? book.notionalOf(side, ahead) : ahead);
      if (after < (isNotional ? order.ticks : 1)) break;
      // An order that is filled whole or not at all takes nothing on its way to its end.
      const endsUnfilled = taking.timeInForce === 'FOK' && mode !== 'expireMaker';
      if (!endsUnfilled) {
        book.market(side, ahead);
        left = after;
      }
      const prevention = { id: state.lastPreventionId + 1, taker: id, maker: order.id, ticks: order.ticks };
      if (mode !== 'expireTaker') {
        book.cancel(order.id);
        this.#prevent(order.id, { ...prevention, lots: order.lots - order.filledLots });
      }
      if (mode === 'expireMaker') continue;
      this.#prevent(id, { ...prevention, lots: isNotional ? Math.floor(left / order.ticks) : left });
      return null;
    }
    return left;
  }

  #prevent(order: number, prevention: Prevention): void {
    this.#options.record({ type: 'ended', order, status: 'prevented', cancelId: null, prevention, at: this.#options.now() });
  }

  #end(order: number, status: 'filled' | 'expired'): void {
    this.#options.record({ type: 'ended', order, status, cancelId: null, at: this.#options.now() });
  }

  /** @param own - orders that it will not take from */
  #toLock(live: LiveMarket, { side, type }: PlaceOrder, { ticks, lots, notional, own }: CheckedOrder & { own: readonly Order[] }): Units {
    const { market, book } = live;
    if (side === 'sell') {
      if (notional === null) return BigInt(lots) * market.lot;
      return BigInt(lotsWorth(levelsWithout(live, side, own), wholeTickLots(market, notional))) * market.lot;
    }
    const cost = () => BigInt(own.length === 0 ? book.notionalOf('buy', lots) : tickLotsOf(levelsWithout(live, side, own), lots));
    const needed = type === 'market' ? (notional ?? cost() * market.tickLot) : notionalOf(market, ticks, lots);
    return this.#options.state.money.cut(market.counter, needed);
  }

  #asTaker<Result>(taker: { id: number; side: Side; live: LiveMarket }, act: () => Result): Result {
    this.#taker = taker;
    taker.live.version++;
    try {
      return act();
    } finally {
      this.#taker = null;
    }
  }

  #takeTradeId(live: LiveMarket): number {
    const id = live.nextTradeId++;
    const { pair } = live.market;
    if (id > (this.#options.state.tradeIdsUpTo.get(pair) ?? 0)) this.#options.record({ type: 'tradeIds', pair, upTo: id + tradeIdBlock });
    return id;
  }

  #print(live: LiveMarket, trade: TapeTrade): void {
    live.print(trade);
    this.#options.onTape(trade);
  }
}

/** By id, else the latest with that client order id. */
export function findOrder(state: VenueState, account: Account, { pair, id, clientOrderId }: OrderName): Order | undefined {
  const order = account.orders.get(id ?? account.latestByClientId.get(clientOrderId ?? '') ?? 0);
  if (!order || order.pair !== pair) return undefined;
  if (clientOrderId !== undefined && order.clientOrderId !== clientOrderId) return undefined;
  return state.orders.get(order.id);
}

function wholeTickLots(market: Market, notional: Units): number {
  return Number(notional / market.tickLot);
}

/** How many of these lots an order gets from others than its own account. */
function reachableOf(
  { book }: LiveMarket,
  { side, ticks, lots, own }: { side: Side; ticks: number; lots: number; own: readonly Order[] },
): number {
  const ofOwn = own.reduce((sum, order) => sum + order.lots - order.filledLots, 0);
  return book.reachable(side, ticks, lots + ofOwn) - ofOwn;
}
