export type { CcxtConnector, ConnectOptions } from './ccxt-connection.ts';
export { CcxtExchanges } from './ccxt-exchanges.ts';
export { describeExchanges, type ExchangeSheet } from './describe-exchange.ts';
