import type { PairName } from '@tenbin/market';
import type { Account } from '../accounts/account.ts';
import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import { wireBalance } from './account-wire.ts';
import { wireOrderPush } from './order-wire.ts';
import type { OpenChannel } from './push.ts';

/** Every change of an account's orders. @param pair - all pairs when it is not given */
export const ordersChannel =
  (exchange: VirtualExchange, account: Account, pair: PairName | undefined): OpenChannel =>
  (emit) =>
    exchange.onAccount.subscribe((event) => {
      if (event.type !== 'order' || event.account !== account.id) return;
      if (pair === undefined || event.order.pair === pair) emit({ data: [wireOrderPush(exchange, account, event)] });
    });

/** All that an account has, and then every change of it. */
export const accountChannel =
  (exchange: VirtualExchange, account: Account): OpenChannel =>
  (emit) => {
    emit({ data: [wireBalance(exchange, account, exchange.ledger.holdings(account.id).keys())] });
    return exchange.onHoldings.subscribe((event) => {
      if (event.account === account.id) emit({ data: [wireBalance(exchange, account, event.currencies)] });
    });
  };
