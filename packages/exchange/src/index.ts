export { type CandlePage, type CandleSpan, candlePages, type ReadCandles, readCandleSpan } from './candle-pages.ts';
export type {
  AddressHalt,
  AddressTurns,
  BookEvent,
  Capabilities,
  Credentials,
  ExchangeAccount,
  ExchangeConnector,
  ExchangeSettings,
  Fees,
  KeyRights,
  LastPrice,
  MarketData,
  OrderRef,
  OrderReport,
  OrderRequest,
  OrderStatus,
  PriceTick,
  PrivateEvent,
  Sending,
  TradesQuery,
  TurnLog,
} from './exchange.ts';
export { bookDepth, exchangeLabel, orderWindowMs } from './exchange.ts';
export {
  ExchangeError,
  type ExchangeErrorDetails,
  type ExchangeErrorKind,
  type ExchangeErrorReason,
  exchangeErrorReasons,
} from './exchange-error.ts';
export type { ExchangeTransport, SocketListener, TransportReply, TransportRequest, TransportSocket } from './exchange-transport.ts';
export { type RightsFault, rightsFault, rightsFaults } from './rights-fault.ts';
