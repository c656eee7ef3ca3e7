import type { ExchangeSettings } from '@tenbin/exchange';
import { type CcxtConnector, CcxtExchanges, type ConnectOptions } from '@tenbin/exchange-ccxt';
import { systemRuntime } from '@tenbin/runtime';

const exchanges = new CcxtExchanges(systemRuntime());

/** As a process connects to an exchange over the network: all tests of a process share the limits of an address. */
export const connectExchange = (settings: ExchangeSettings, options?: ConnectOptions): CcxtConnector =>
  exchanges.connect(settings, options);
