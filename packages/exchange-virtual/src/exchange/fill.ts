import type { Fill } from '@tenbin/market';
import { fromUnits } from '../ledger/units.ts';
import { amountOf, type Market, priceOf } from './market.ts';
import type { AccountTrade } from './order.ts';

/** One account's side of a trade in plain decimals. */
export function toFill(market: Market, trade: AccountTrade): Fill {
  return {
    tradeId: String(trade.id),
    exchangeOrderId: String(trade.orderId),
    clientOrderId: trade.clientOrderId,
    pair: trade.pair,
    side: trade.side,
    price: priceOf(market, trade.ticks),
    amount: amountOf(market, trade.lots),
    notional: fromUnits(trade.notional),
    fee: fromUnits(trade.fee),
    feeCurrency: trade.feeCurrency,
    isMaker: trade.isMaker,
    at: new Date(trade.at),
  };
}
