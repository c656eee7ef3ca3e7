import type { Market } from '../exchange/market.ts';
import type { AccountTrade, Order, Prevention, SelfTradePrevention } from '../exchange/order.ts';
import type { AccountEvent } from '../exchange/venue-state.ts';
import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import { formatUnits } from '../ledger/units.ts';

/** Binance writes prices, amounts and money with eight decimals; ours may have more where they need them. */
export const wireDigits = 8;
export const zero = '0.00000000';
export const wirePrice = (market: Market, ticks: number): string => formatUnits(BigInt(ticks) * market.tick, wireDigits);
export const wireAmount = (market: Market, lots: number): string => formatUnits(BigInt(lots) * market.lot, wireDigits);
export const wireMoney = (units: bigint): string => formatUnits(units, wireDigits);
/** For candles and daily figures, which are kept as doubles. */
export const wireNumber = (value: number): string => value.toFixed(wireDigits);

/** Binance's names of what happens where orders of one account would meet. */
export const preventions: Readonly<Record<SelfTradePrevention, string>> = {
  none: 'NONE',
  expireTaker: 'EXPIRE_TAKER',
  expireMaker: 'EXPIRE_MAKER',
  expireBoth: 'EXPIRE_BOTH',
};
const types = { limit: 'LIMIT', limitMaker: 'LIMIT_MAKER', market: 'MARKET' } as const;

function wireStatus(order: Order): string {
  switch (order.status) {
    case 'open':
      return order.filledLots > 0 ? 'PARTIALLY_FILLED' : 'NEW';
    case 'filled':
      return 'FILLED';
    case 'cancelled':
      return 'CANCELED';
    case 'expired':
      return 'EXPIRED';
    case 'prevented':
      return 'EXPIRED_IN_MATCH';
    default:
      return order.status satisfies never;
  }
}

/** What every answer about an order says. */
function common(market: Market, order: Order) {
  return {
    symbol: market.symbol,
    orderId: order.id,
    orderListId: -1,
    clientOrderId: order.clientOrderId,
    price: wirePrice(market, order.ticks),
    origQty: wireAmount(market, order.lots),
    executedQty: wireAmount(market, order.filledLots),
    origQuoteOrderQty: order.notional === null ? zero : wireMoney(order.notional),
    cummulativeQuoteQty: wireMoney(order.filledNotional),
    status: wireStatus(order),
    timeInForce: order.timeInForce,
    type: types[order.type],
    side: order.side === 'buy' ? 'BUY' : 'SELL',
    workingTime: order.createdAt,
    selfTradePreventionMode: preventions[order.selfTradePrevention],
    ...(order.prevention && {
      preventedMatchId: order.prevention.id,
      preventedQuantity: wireAmount(market, order.prevention.lots),
    }),
  };
}

/** GET order, openOrders, allOrders. */
export function wireOrder(market: Market, order: Order) {
  return {
    ...common(market, order),
    stopPrice: zero,
    icebergQty: zero,
    time: order.createdAt,
    updateTime: order.updatedAt,
    isWorking: true,
  };
}

/** The answer to a new order, as long as was asked for. */
export function wireNewOrder(
  market: Market,
  order: Order,
  { kind, trades, prevented }: { kind: 'ACK' | 'RESULT' | 'FULL'; trades: readonly AccountTrade[]; prevented: readonly Order[] },
) {
  const { symbol, orderId, orderListId, clientOrderId, ...rest } = common(market, order);
  const head = { symbol, orderId, orderListId, clientOrderId, transactTime: order.createdAt };
  if (kind === 'ACK') return head;
  if (kind === 'RESULT') return { ...head, ...rest };
  const fills = trades.map((trade) => ({
    price: wirePrice(market, trade.ticks),
    qty: wireAmount(market, trade.lots),
    commission: wireMoney(trade.fee),
    commissionAsset: trade.feeCurrency,
    tradeId: trade.id,
  }));
  const preventedMatches = prevented.length === 0 ? {} : { preventedMatches: prevented.map((other) => wirePrevented(market, other)) };
  return { ...head, ...rest, fills, ...preventedMatches };
}

/** One order that ended in place of a trade, as the answer to the order that would have taken tells it. */
function wirePrevented(market: Market, { id, prevention }: Order) {
  const { taker, maker, ticks, lots } = prevention ?? { taker: 0, maker: 0, ticks: 0, lots: 0 };
  const name = id === taker ? 'takerPreventedQuantity' : 'makerPreventedQuantity';
  return { preventedMatchId: prevention?.id ?? -1, makerOrderId: maker, price: wirePrice(market, ticks), [name]: wireAmount(market, lots) };
}

export function wireCancelled(market: Market, order: Order, cancelId: string) {
  return { ...common(market, order), origClientOrderId: order.clientOrderId, clientOrderId: cancelId, transactTime: order.updatedAt };
}

/** GET myTrades. */
export function wireAccountTrade(market: Market, trade: AccountTrade) {
  return {
    symbol: market.symbol,
    id: trade.id,
    orderId: trade.orderId,
    orderListId: -1,
    price: wirePrice(market, trade.ticks),
    qty: wireAmount(market, trade.lots),
    quoteQty: wireMoney(trade.notional),
    commission: wireMoney(trade.fee),
    commissionAsset: trade.feeCurrency,
    time: trade.at,
    isBuyer: trade.side === 'buy',
    isMaker: trade.isMaker,
    isBestMatch: true,
  };
}

const executions = {
  new: 'NEW',
  trade: 'TRADE',
  cancelled: 'CANCELED',
  expired: 'EXPIRED',
  prevented: 'TRADE_PREVENTION',
} as const;

/** The user stream's executionReport. */
export function executionReport(exchange: VirtualExchange, event: Extract<AccountEvent, { type: 'order' }>) {
  const { order, trade, execution, cancelId, at } = event;
  const { market } = exchange.live(order.pair);
  const isCancel = execution === 'cancelled';
  return {
    e: 'executionReport',
    E: at,
    s: market.symbol,
    c: isCancel ? cancelId : order.clientOrderId,
    S: order.side === 'buy' ? 'BUY' : 'SELL',
    o: types[order.type],
    f: order.timeInForce,
    q: wireAmount(market, order.lots),
    p: wirePrice(market, order.ticks),
    P: zero,
    F: zero,
    g: -1,
    C: isCancel ? order.clientOrderId : '',
    x: executions[execution],
    X: wireStatus(order),
    r: 'NONE',
    i: order.id,
    l: trade ? wireAmount(market, trade.lots) : zero,
    z: wireAmount(market, order.filledLots),
    L: trade ? wirePrice(market, trade.ticks) : zero,
    n: trade ? wireMoney(trade.fee) : '0',
    N: trade ? trade.feeCurrency : null,
    T: at,
    t: trade ? trade.id : -1,
    I: trade ? trade.id : order.id,
    w: order.status === 'open',
    m: trade?.isMaker ?? false,
    M: trade !== null,
    O: order.createdAt,
    Z: wireMoney(order.filledNotional),
    Y: trade ? wireMoney(trade.notional) : zero,
    Q: order.notional === null ? zero : wireMoney(order.notional),
    W: order.createdAt,
    V: preventions[order.selfTradePrevention],
    ...(order.prevention && preventedFields(market, order.id, order.prevention)),
  };
}

function preventedFields(market: Market, id: number, { id: match, taker, maker, lots }: Prevention) {
  const quantity = wireAmount(market, lots);
  return { v: match, A: quantity, B: quantity, u: -1, U: id === taker ? maker : taker, Cs: market.symbol };
}
