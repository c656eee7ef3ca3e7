import { DomainError, type Side } from '@tenbin/market';
import type { Account } from '../accounts/account.ts';
import { shareOf, type Units } from '../ledger/units.ts';
import { type CheckedOrder, checkOrder } from './check-order.ts';
import type { Fact } from './fact.ts';
import { firstHouseId, type LiveMarket } from './live-market.ts';
import { type Market, notionalOf } from './market.ts';
import type { Order, OrderName, PlaceOrder, TapeTrade } from './order.ts';
import type { VenueState } from './venue-state.ts';

/** Shares of what is received, in units: 0.001 is 0.1 %. */
export interface FeeRates {
  readonly maker: Units;
  readonly taker: Units;
}

export interface TradingOptions {
  readonly state: VenueState;
  readonly fees: FeeRates;
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
  hearTrade(makerId: number, ticks: number, lots: number): void {
    const taker = this.#taker;
    if (!taker) throw new Error('the book traded without a taker');
    const { live, side } = taker;
    const maker = makerId >= firstHouseId ? 0 : makerId;
    const id = this.#takeTradeId(live);
    const at = this.#options.now();
    const notional = this.#moved(live.market, ticks, { lots, buy: side === 'buy' ? taker.id : maker });
    if (taker.id !== 0 || maker !== 0) {
      const { fees, state } = this.#options;
      const { base, counter, lot } = live.market;
      const fee = (order: number, to: Side, rate: Units) => {
        if (order === 0) return '0';
        const [received, amount] = to === 'buy' ? [base, BigInt(lots) * lot] : [counter, notional];
        return String(state.money.cut(received, shareOf(amount, rate)));
      };
      this.#options.record({
        type: 'trade',
        id,
        pair: live.market.pair,
        ticks,
        lots,
        notional: String(notional),
        takerSide: side,
        taker: taker.id,
        maker,
        takerFee: fee(taker.id, side, fees.taker),
        makerFee: fee(maker, side === 'buy' ? 'sell' : 'buy', fees.maker),
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
    const locked = this.#toLock(live, request, checked);
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
      ticks: checked.ticks,
      lots: checked.lots,
      notional: checked.notional === null ? null : String(checked.notional),
      locked: String(locked),
      at: now(),
    });
    if (wouldTake) this.#end(id, 'expired');
    else this.#match(live, { id, request, checked });
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

  #match(live: LiveMarket, { id, request, checked }: { id: number; request: PlaceOrder; checked: CheckedOrder }): void {
    const { side, type, timeInForce } = request;
    const { ticks, lots, notional } = checked;
    const left = this.#asTaker({ id, side, live }, () => {
      if (type === 'market' && notional !== null) return live.book.marketByNotional(side, wholeTickLots(live.market, notional));
      if (type === 'market') return live.book.market(side, lots);
      if (timeInForce === 'FOK' && live.book.reachable(side, ticks, lots) < lots) return lots;
      return live.book.limit(id, side, ticks, lots, timeInForce === 'GTC');
    });
    if (notional !== null) {
      const ranOut = left >= (side === 'buy' ? live.book.bestAsk : live.book.bestBid) && left > 0;
      this.#end(id, ranOut ? 'expired' : 'filled');
      return;
    }
    if (left > 0 && (type === 'market' || timeInForce !== 'GTC')) this.#end(id, 'expired');
  }

  #end(order: number, status: 'filled' | 'expired'): void {
    this.#options.record({ type: 'ended', order, status, cancelId: null, at: this.#options.now() });
  }

  #toLock(live: LiveMarket, { side, type }: PlaceOrder, { ticks, lots, notional }: CheckedOrder): Units {
    const { market, book } = live;
    if (side === 'sell') {
      if (notional === null) return BigInt(lots) * market.lot;
      return BigInt(lotsWorth(live, wholeTickLots(market, notional))) * market.lot;
    }
    const needed =
      type === 'market' ? (notional ?? BigInt(book.notionalOf('buy', lots)) * market.tickLot) : notionalOf(market, ticks, lots);
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

/** How many lots a market sell by notional will give away. */
function lotsWorth(live: LiveMarket, tickLots: number): number {
  let left = tickLots;
  let lots = 0;
  live.book.visitLevels('buy', Number.MAX_SAFE_INTEGER, (ticks, resting) => {
    const taken = Math.min(resting, Math.floor(left / ticks));
    lots += taken;
    // Where a level is not used up, what is left buys nothing behind it.
    left = taken < resting ? 0 : left - taken * ticks;
  });
  return lots;
}
