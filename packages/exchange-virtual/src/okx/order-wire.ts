import type { Account } from '../accounts/account.ts';
import { amountOf, type Market, priceOf } from '../exchange/market.ts';
import type { AccountTrade, Order, SelfTradePrevention } from '../exchange/order.ts';
import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import { fromUnits } from '../ledger/units.ts';
import { instrumentOf } from './route.ts';

const one = 10n ** 18n;

function wireState(order: Order): 'live' | 'partially_filled' | 'filled' | 'canceled' {
  switch (order.status) {
    case 'open':
      return order.filledLots > 0 ? 'partially_filled' : 'live';
    case 'filled':
      return 'filled';
    case 'cancelled':
    case 'expired':
    case 'prevented':
      return 'canceled';
    default:
      return order.status satisfies never;
  }
}

/** OKX's names of what happens where orders of one account would meet; it has none for an order that may. */
export const preventions: Readonly<Record<SelfTradePrevention, string>> = {
  none: '',
  expireMaker: 'cancel_maker',
  expireTaker: 'cancel_taker',
  expireBoth: 'cancel_both',
};

function wireType(order: Order): string {
  if (order.type === 'market') return 'market';
  if (order.type === 'limitMaker') return 'post_only';
  return order.timeInForce === 'GTC' ? 'limit' : order.timeInForce.toLowerCase();
}

/** Who cancelled it: 1 the user; 31, 13, 14 what its type demands (post-only would take, fill or kill, immediate or cancel); 32 that it would have met another one of its account. */
function wireCancelSource(order: Order): string {
  if (order.status === 'cancelled') return '1';
  if (order.status === 'prevented') return '32';
  if (order.status !== 'expired') return '';
  if (order.type === 'limitMaker') return '31';
  return order.timeInForce === 'FOK' ? '13' : '14';
}

/** The average price of what was filled; empty before. */
function wireAverage(market: Market, { filledLots, filledNotional }: Order): string {
  return filledLots === 0 ? '' : fromUnits((filledNotional * one) / (BigInt(filledLots) * market.lot));
}

/** The trades that brought an order to where it stands, oldest first. */
function tradesOf(account: Account, order: Order): AccountTrade[] {
  const trades = account.trades.get(order.pair) ?? [];
  let first = trades.length;
  while (first > 0 && (trades[first - 1]?.at ?? 0) >= order.createdAt) first--;
  let lots = 0;
  return trades.slice(first).filter((trade) => {
    if (trade.orderId !== order.id || lots >= order.filledLots) return false;
    lots += trade.lots;
    return true;
  });
}

/** OKX writes a fee that is paid as a negative number. */
const wireFee = (fee: bigint): string => fromUnits(-fee);

/** GET order, orders-pending, orders-history, and the channel `orders`. */
export function wireOrder(exchange: VirtualExchange, account: Account, order: Order) {
  const live = exchange.live(order.pair);
  const { market } = live;
  const trades = tradesOf(account, order);
  const last = trades.at(-1);
  const feeCurrency = last?.feeCurrency ?? (order.side === 'buy' ? market.base : market.counter);
  const fee = trades.reduce((sum, trade) => sum + (trade.feeCurrency === feeCurrency ? trade.fee : 0n), 0n);
  return {
    instType: 'SPOT',
    instId: instrumentOf(live),
    ccy: '',
    ordId: String(order.id),
    clOrdId: order.clientOrderId,
    tag: '',
    px: order.type === 'market' ? '' : priceOf(market, order.ticks),
    sz: order.notional === null ? amountOf(market, order.lots) : fromUnits(order.notional),
    tgtCcy: order.type !== 'market' ? '' : order.notional === null ? 'base_ccy' : 'quote_ccy',
    ordType: wireType(order),
    side: order.side,
    posSide: '',
    tdMode: 'cash',
    lever: '',
    pnl: '0',
    accFillSz: amountOf(market, order.filledLots),
    avgPx: wireAverage(market, order),
    fillPx: last ? priceOf(market, last.ticks) : '',
    fillSz: last ? amountOf(market, last.lots) : '0',
    fillTime: last ? String(last.at) : '',
    tradeId: last ? String(last.id) : '',
    fee: wireFee(fee),
    feeCcy: feeCurrency,
    rebate: '0',
    rebateCcy: order.side === 'buy' ? market.counter : market.base,
    state: wireState(order),
    category: 'normal',
    reduceOnly: 'false',
    source: '',
    cancelSource: wireCancelSource(order),
    stpId: '',
    stpMode: preventions[order.selfTradePrevention],
    uTime: String(order.updatedAt),
    cTime: String(order.createdAt),
  };
}

/** A push of the channel `orders`: an order as it stands, and the one trade that this push is about. */
export function wireOrderPush(exchange: VirtualExchange, account: Account, { order, trade }: { order: Order; trade: AccountTrade | null }) {
  const { market } = exchange.live(order.pair);
  return {
    ...wireOrder(exchange, account, order),
    fillPx: trade ? priceOf(market, trade.ticks) : '',
    fillSz: trade ? amountOf(market, trade.lots) : '0',
    fillTime: trade ? String(trade.at) : '',
    tradeId: trade ? String(trade.id) : '',
    fillFee: trade ? wireFee(trade.fee) : '0',
    fillFeeCcy: trade ? trade.feeCurrency : '',
    execType: trade ? wireExecution(trade) : '',
    code: '0',
    msg: '',
    reqId: '',
  };
}

const wireExecution = (trade: AccountTrade): 'M' | 'T' => (trade.isMaker ? 'M' : 'T');

/** GET fills, fills-history. */
export function wireFill(exchange: VirtualExchange, trade: AccountTrade) {
  const live = exchange.live(trade.pair);
  return {
    instType: 'SPOT',
    instId: instrumentOf(live),
    tradeId: String(trade.id),
    ordId: String(trade.orderId),
    clOrdId: trade.clientOrderId,
    billId: String(trade.sequence),
    tag: '',
    fillPx: priceOf(live.market, trade.ticks),
    fillSz: amountOf(live.market, trade.lots),
    side: trade.side,
    posSide: '',
    execType: wireExecution(trade),
    fee: wireFee(trade.fee),
    feeCcy: trade.feeCurrency,
    fillTime: String(trade.at),
    ts: String(trade.at),
  };
}
