export { type Account, tradingRights } from './accounts/account.ts';
export { answerRest, type RestAnswer, type RestRequest } from './binance/binance-rest.ts';
export { binanceDialect, type Dialect, type DialectOptions } from './binance/dialect.ts';
export { wireAmount, wirePrice } from './binance/order-wire.ts';
export { binanceLimits, type RateLimits } from './binance/rate-limits.ts';
export type { AccountKey, NewAccount, NewKey } from './exchange/account-desk.ts';
export type { Fact, Rights } from './exchange/fact.ts';
export type { LiveMarket } from './exchange/live-market.ts';
export { defaultMarkets, type Market, type MarketDefinition } from './exchange/market.ts';
export { type AccountTrade, type Order, type OrderName, type PlaceOrder, selfTradePreventions, type TapeTrade } from './exchange/order.ts';
export type { AccountEvent } from './exchange/venue-state.ts';
export { createVirtualExchange, VirtualExchange } from './exchange/virtual-exchange.ts';
export type { VirtualExchangeOptions } from './exchange/virtual-exchange-options.ts';
export {
  type ArmedFault,
  type Deed,
  exchangeCalls,
  type Fault,
  type FaultInput,
  faultFields,
  faultSchema,
} from './faults/fault.ts';
export { FaultKit, type Injection } from './faults/fault-kit.ts';
export type { Injected } from './faults/meet-fault.ts';
export { type CandleFile, pairsOfFolder, readCandleFile, readCandleFolder } from './feed/candle-file.ts';
export type { Feed, PriceMove } from './feed/feed.ts';
export { canFollow, type FollowFeedOptions, followFeed } from './feed/follow-feed.ts';
export { type GeneratedFeedOptions, generatedFeed } from './feed/generated-feed.ts';
export { type ReplayFeedOptions, replayFeed, walkCandle } from './feed/replay-feed.ts';
export { type MatchListener, OrderBook } from './matching/order-book.ts';
export { MemoryTransport, type MemoryTransportOptions } from './memory/memory-transport.ts';
export { type OkxDialectOptions, type OkxLimits, okxLimits } from './okx/dialect.ts';
export { type ServedExchange, type ServeOptions, serveExchange } from './server/serve-exchange.ts';
export { type FileStoreOptions, openFileStore } from './store/file-store.ts';
export { forgetfulStore, type StoredPast, type VenueStore } from './store/venue-store.ts';
export type { HttpRequest } from './wire/served-dialect.ts';
export { type DialectName, dialectNames, type OtherRequest, VenueWire, type WireOptions } from './wire/venue-wire.ts';
