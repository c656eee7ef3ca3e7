export { type BotError, type BotErrorCode, type BotWarning, botErrorCodes, botWarnings, stopCauseOf, warningOf } from './bot-error.ts';
export { botNameFault, longestBotName, requireBotName } from './bot-name.ts';
export { type BotSettings, type BotType, botTypes, requireSettings } from './bot-settings.ts';
export {
  type AskedBy,
  type BotState,
  confirmRunning,
  confirmStopped,
  endOfStop,
  endRebalance,
  forceStopped,
  hasShare,
  isActive,
  isRunning,
  isTakingShare,
  neverStarted,
  requestRebalance,
  requestStart,
  requestStop,
  requireStopped,
  type StopReceipt,
  stopForcibleAt,
} from './bot-state.ts';
export { type BotStatus, botStatuses, botStatusOf } from './bot-status.ts';
export { clientOrderIdOf, isOrderOf, parseClientOrderId, sequenceAt } from './client-order-id.ts';
export {
  type BookedFill,
  type Booking,
  bookFill,
  bookRebalanceFill,
  type ContractRecord,
  contractRecordsOf,
  type RecordContext,
} from './contract-record.ts';
export { type ForcedStop, stopForcibleAfterMs, type UnconfirmedOrder, type UnconfirmedReason, unconfirmedReasons } from './forced-stop.ts';
export { inferredTradeId, isInferredTrade } from './inferred-trade.ts';
export { forward, isEnded, type OrderState, orderStates } from './order-state.ts';
export { type RebalanceProgress, type RebalanceStatus, type RebalanceStep, rebalanceStatuses, stepOf } from './rebalance.ts';
export { runningTime } from './running-time.ts';
export { channels, type HaltSignal, type LiveSignal, type PriceSignal, type WishSignal } from './signals.ts';
export { foldKeyOf, type TimelineEntry, type TimelineFacts, type TimelineKind } from './timeline.ts';
