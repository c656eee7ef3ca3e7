export { type Slot, slotOf } from '@tenbin/strategy';
export { bookStep, hold, holdInstead, leavesAlone, type RefusedOrder, release } from './book-virtual-orders.ts';
export {
  type BotError,
  type BotErrorCode,
  type BotErrorFacts,
  type BotFault,
  type BotWarning,
  botErrorCodes,
  botWarnings,
  faultOfCheck,
  type OwnReason,
  ownReasons,
  type Reason,
  type StopCause,
  stopAskers,
  stopCauses,
  warningOf,
} from './bot-error.ts';
export {
  type BotStatus,
  botStatuses,
  botStatusOf,
  type DesiredBot,
  isRunning,
  lifecycleOf,
  requireAtRest,
} from './bot-lifecycle.ts';
export { botNameFault, maxBotNameLength, requireBotName } from './bot-name.ts';
export {
  type BotOrder,
  hasEnded,
  isBehind,
  isPartFilled,
  isSettled,
  isUncertain,
  type NamedOrder,
  openOrdersOf,
  rememberedOrders,
  reservedBy,
  tradedAmount,
} from './bot-order.ts';
export {
  type AskedBy,
  type BotPhase,
  confirmRunning,
  confirmStopped,
  type DuringStop,
  endOfStop,
  endRebalance,
  forceStopped,
  hasShare,
  isActive,
  isTakingShare,
  neverStarted,
  requestRebalance,
  requestStart,
  requestStop,
  type StopReceipt,
} from './bot-phase.ts';
export { type BotSettings, type BotType, botTypes, requireSettings } from './bot-settings.ts';
export { type BotSort, botSorts } from './bot-sort.ts';
export { type BotStanding, botStandings } from './bot-standing.ts';
export { botStates } from './bot-states.ts';
export { type Adjustment, type BotStep, joinedProgress, type OrderNews } from './bot-step.ts';
export type { BotsFacts } from './bots-error.ts';
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
export { type CourseType, courseTypes } from './course-type.ts';
export { type DifferenceKind, differenceKinds } from './difference-kinds.ts';
export { inferredTradeId, isInferredTrade } from './inferred-trade.ts';
export {
  addedTo,
  type Difference,
  differenceOf,
  isOfSameCurrencies,
  type Ledger,
  ledgerAtEnd,
  ledgerAtStart,
  ledgerFrom,
  newLedger,
  ownBalances,
  type Roundings,
  runningTime,
  type StoredLedger,
} from './ledger.ts';
export {
  close as closeLedger,
  drawFromRest,
  freeze as freezeLedger,
  give,
  isReversible,
  noteWallet,
  reverse,
  transfer,
  whyNotClose,
} from './move-virtual-money.ts';
export {
  type Entry,
  entryKinds,
  givenTo,
  heldAfter,
  type LedgerAccount,
  type Movement,
  type MovementCause,
  movementCauses,
  movementsOf,
} from './movement.ts';
export { forward, isEnded, type OrderState, orderStates } from './order-state.ts';
export { type OrderVerdict, orderVerdicts, type VerdictReason, verdictReasons } from './order-verdict.ts';
export { type RebalanceProgress, type RebalanceStatus, type RebalanceStep, rebalanceStatuses, stepOf } from './rebalance.ts';
export {
  type AccountSignal,
  channels,
  type DesiredStateSignal,
  type HaltSignal,
  type JobSignal,
  type LiveSignal,
  type PriceSignal,
} from './signals.ts';
export {
  type ForcedStop,
  type StopOutcome,
  type StopScope,
  stopOutcomes,
  stopScopes,
  type UnconfirmedOrder,
  type UnconfirmedReason,
  unconfirmedOrder,
  unconfirmedReasons,
} from './stop.ts';
export { stopForcibleAt } from './stop-forcible-at.ts';
export {
  foldKeyOf,
  isReplacement,
  isTimelineKind,
  slotFacts,
  type TimelineEntry,
  type TimelineFacts,
  type TimelineKind,
  timelineKinds,
} from './timeline.ts';
export {
  type Booked,
  type Books,
  freeOf,
  type Hold,
  heldAccount,
  heldBesides,
  heldOf,
  type LedgerState,
  ledgerStateOf,
  ledgerStates,
  newVirtualLedger,
  type VirtualLedger,
  whyNothing,
} from './virtual-books.ts';
