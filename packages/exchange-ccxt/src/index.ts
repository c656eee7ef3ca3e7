export { type CcxtConnector, type ConnectOptions, connectExchange } from './connect-exchange.ts';
export { describeExchanges, type ExchangeSheet } from './describe-exchange.ts';
