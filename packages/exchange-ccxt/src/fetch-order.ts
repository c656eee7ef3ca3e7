import { ExchangeError } from '@tenbin/exchange';
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { NamedOrder, Quirks } from './quirks/quirks.ts';

/** One order, as ccxt makes it of the exchange's answer. @throws {ExchangeError} `orderNotFound`; and what ccxt throws */
export async function fetchOrder(
  { exchange, quirks }: { readonly exchange: CcxtExchange; readonly quirks: Quirks },
  pair: string,
  named: NamedOrder,
): Promise<unknown> {
  if (quirks.fetchOrder === undefined) return exchange.fetchOrder(named.id ?? '', pair, named.params);
  const found = await quirks.fetchOrder(exchange, pair, named);
  if (found !== null) return found;
  throw new ExchangeError(`${pair}: the exchange knows no such order`, { kind: 'rejected', reason: 'orderNotFound' });
}

/** How ccxt is told which order is meant. @throws {ExchangeError} `notSupported`: it is named in a way that this exchange does not know */
export function nameOrder(quirks: Quirks, ref: Parameters<Quirks['orderRef']>[0]): NamedOrder {
  const named = quirks.orderRef(ref);
  if (named !== null) return named;
  throw new ExchangeError('this exchange finds orders by its own id only', { kind: 'rejected', reason: 'notSupported' });
}
