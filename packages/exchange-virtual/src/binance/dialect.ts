import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import { binanceLimits, RateCounter, type RateLimits } from './rate-limits.ts';

/** An exchange that speaks Binance Spot. */
export interface Dialect {
  readonly exchange: VirtualExchange;
  readonly rates: RateCounter;
  /** Hears what went wrong on our side; the client was told no more than "internal error". */
  readonly onFault: (error: unknown) => void;
}

export interface DialectOptions {
  readonly limits?: Partial<RateLimits>;
  readonly onFault?: (error: unknown) => void;
}

export function binanceDialect(exchange: VirtualExchange, { limits, onFault = () => {} }: DialectOptions = {}): Dialect {
  const rates = new RateCounter({ ...binanceLimits, ...limits });
  exchange.onAccount.subscribe((event) => {
    if (event.type !== 'order' || event.trade === null) return;
    const isFirst = event.trade.lots === event.order.filledLots;
    if (isFirst) rates.giveBackOrder(event.account, event.at);
  });
  return { exchange, rates, onFault };
}
