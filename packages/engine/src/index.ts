export { type AccountLease, AccountRegistry } from './account-registry.ts';
export { ledgerAtEnd } from './book-fill.ts';
export type { Act, BotFault, Reason, Write } from './bot-effect.ts';
export type { BotEvent, Snapshot } from './bot-event.ts';
export { type BotOrder, hasEnded, isPartFilled, isSettled, isUncertain, reservedBy, type Slot, slotOf, tradedAmount } from './bot-order.ts';
export { BotRunner, type RunnerOptions } from './bot-runner.ts';
export { type BotMemory, type BotSettings, type BotState, type DuringStop, type Link, type View, wake } from './bot-state.ts';
export { type Clock, systemClock } from './clock.ts';
export { decide } from './decide.ts';
export { latestArrivalMs } from './exchange-calls.ts';
export { unconfirmedOrder } from './force-stop.ts';
export { type Journal, JournalDisagrees, JournalRefuses, type Neighbour, OwnershipLost } from './journal.ts';
export { type Ledger, ledgerFrom } from './ledger.ts';
export type { Log } from './log.ts';
export { currentPrice, MarketDataHub } from './market-data-hub.ts';
export { type Patience, usualPatience } from './order-resolution.ts';
export {
  type ForeignOrder,
  judgeOrders,
  type KnownOrder,
  type OrderTruth,
  type OrderVerdict,
  type Reported,
  type SlotTruth,
  type VerdictReason,
} from './order-truth.ts';
export { exact, type OrderTerms, type Reconciliation, reconcile, type Tolerance, type Waiting } from './reconcile.ts';
export type { Standing } from './standing.ts';
export type { Decision } from './turn.ts';
export { Turnstile } from './turnstile.ts';
export { type WantedNow, wantedNow } from './wanted-now.ts';
