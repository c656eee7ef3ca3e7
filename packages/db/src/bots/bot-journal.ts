import type { BookedFill, BotError, BotState, ContractRecord, RebalanceProgress, TimelineEntry } from '@tenbin/bots';
import type { PairName } from '@tenbin/market';
import type { DayEntry } from '@tenbin/strategy';
import type { OrderWrite } from '../orders/orders.ts';
import type { BotLedger, BotWarningRow, DuringStop } from './bots.ts';

/** Which bot is written to, and under which claim of its exchange account. */
export interface JournalKey {
  readonly botId: string;
  /** From the claim. An older one is refused with `staleEpoch`. */
  readonly epoch: number;
}

/** Everything that one step of a bot leaves behind. Absent parts stay as they are. */
export interface Progress {
  /** Names the step. Given again, because nobody knows whether it was written, it is written once. */
  readonly step?: string;
  /** New orders, and news of stored ones. What would go back stays as it was. */
  readonly orders?: readonly OrderWrite[];
  /** Trades that `ledger` already contains. */
  readonly fills?: readonly BookedFill[];
  readonly records?: readonly ContractRecord[];
  /** Each added to what is written of its day. */
  readonly days?: readonly DayEntry[];
  readonly ledger?: BotLedger;
  /** What was missing after a restore has been taken in. */
  readonly recovered?: boolean;
  readonly cursors?: Readonly<Record<PairName, string>>;
  /** A stopped phase with a receipt is also kept in the history of receipts. */
  readonly phase?: BotState;
  /** How its rebalance goes on. */
  readonly rebalance?: RebalanceProgress;
  readonly duringStop?: DuringStop;
  /** False takes the user's wish back: the bot was stopped for a reason. */
  readonly active?: false;
  /** All that hold now. */
  readonly warnings?: readonly BotWarningRow[];
  /** Added to those that stand. */
  readonly messages?: readonly BotError[];
  readonly timeline?: readonly TimelineEntry[];
  /** Sent when the step is committed. */
  readonly notify?: readonly { readonly channel: string; readonly payload: string }[];
}

/** The worker's door to a bot: a step is written whole, in one transaction, or not at all. */
export interface BotJournal {
  /**
   * @returns whether it was written now; false for a step that had been written already
   * @throws {DomainError} nothing was written, and:
   *   `staleEpoch`: another worker owns the account now;
   *   `startWithdrawn`: the bot is to start, but is not wanted to run any more;
   *   `tradeKnown` (facts: pair, tradeIds): these trades are in the ledger already: drop them and compute the step again;
   *   `clientOrderIdUsed`: another bot's, or the same one with other terms; `rebalanceNotFound`: it is ended already;
   *   `botNotFound`
   */
  record(key: JournalKey, progress: Progress): Promise<boolean>;
}
