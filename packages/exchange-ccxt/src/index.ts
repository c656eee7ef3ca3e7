export { type CcxtConnector, type ConnectOptions, connectExchange } from './connect-exchange.ts';
