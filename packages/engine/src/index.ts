export { type AccountLease, AccountRegistry } from './account/account-registry.ts';
export { mayBeRounding, moneyUnitsOf } from './account/money-units.ts';
export { compareBooks } from './consistency/compare-books.ts';
export { type Compared, cancelUnknown, compareBot } from './consistency/compare-bot.ts';
export type { HoldsByOrder } from './consistency/compare-holds.ts';
export type { Difference, Remedy, Standing } from './consistency/difference.ts';
export type { Act } from './decision/act.ts';
export type { AskedOrder, BotEvent, Snapshot } from './decision/bot-event.ts';
export { type BotMemory, type BotState, type EngineSettings, type Funds, type Link, type View, wake } from './decision/bot-state.ts';
export { decide } from './decision/decide.ts';
export type { Decision } from './decision/decision-builder.ts';
export { isWindingUp } from './decision/is-over.ts';
export { currentPrice, MarketDataHub } from './market/market-data-hub.ts';
export {
  type ExternalOrder,
  judgeOrders,
  type KnownOrder,
  type OrderTruth,
  type Reported,
  type SlotTruth,
} from './order-truth/order-truth.ts';
export { type OrderTerms, type Reconciliation, reconcile, type Waiting } from './orders/reconcile.ts';
export { defaultUnknownOrderPolicy, type UnknownOrderPolicy } from './orders/unknown-order-policy.ts';
export { BotRunner, type RunnerOptions } from './runner/bot-runner.ts';
export type { BotDiagnostics } from './runner/diagnostics.ts';
export { latestArrivalMs } from './runner/exchange-calls.ts';
export { FailureCount } from './runner/failure-count.ts';
export { type Journal, JournalDisagrees, JournalRefuses, JournalWithholds, OwnershipLost, type SiblingBot } from './runner/journal.ts';
export type { Clock } from './runtime/clock.ts';
export { Semaphore } from './runtime/semaphore.ts';
export { withTimeout } from './runtime/with-timeout.ts';
