import type { JsonFacts } from '../json.ts';
import type { NewFill, NewOrderIntent, OrderIntent, OrderNews } from '../orders/orders.ts';
import type { ContractRecord, NewContractRecord } from '../records/contract-records.ts';
import type { NewTimelineEntry } from '../timeline/timeline.ts';
import type { BotLedgerRow, BotMessageRow, BotStateName, StopReceiptRow } from './bots.ts';

/** Which bot is written to, and under which claim of its exchange account. */
export interface JournalKey {
  readonly botId: string;
  /** From the claim. An older one is refused with `staleEpoch`. */
  readonly epoch: number;
}

/** Everything that one step of a bot leaves behind. Absent parts stay as they are. */
export interface Progress {
  /** Orders about to be sent. */
  readonly intents?: readonly NewOrderIntent[];
  readonly news?: readonly OrderNews[];
  /** Trades that `ledger` already contains. One that is stored already refuses the whole step with `tradeKnown`. */
  readonly fills?: readonly NewFill[];
  readonly ledger?: Partial<BotLedgerRow>;
  readonly state?: BotStateName;
  readonly stateFacts?: JsonFacts;
  /** False takes the user's wish back: the bot was stopped for a reason. */
  readonly active?: false;
  readonly warnings?: readonly string[];
  readonly messages?: readonly BotMessageRow[];
  readonly stopReceipt?: StopReceiptRow;
  readonly records?: readonly NewContractRecord[];
  readonly timeline?: readonly NewTimelineEntry[];
  /** Sent when the step is committed. */
  readonly notify?: readonly { readonly channel: string; readonly payload: string }[];
}

export interface ProgressOutcome {
  /** The orders of `news`, as they stand now. */
  readonly orders: readonly OrderIntent[];
  readonly records: readonly ContractRecord[];
}

/** The worker's door to a bot: a step is written whole, in one transaction, or not at all. */
export interface BotJournal {
  /**
   * @throws {DomainError} `staleEpoch`: another worker owns the account now, nothing was written;
   *   `tradeKnown` (facts: pair, tradeIds): drop those trades and compute the step again;
   *   `clientOrderIdUsed`, `orderNotFound`, `botNotFound`
   */
  record(key: JournalKey, progress: Progress): Promise<ProgressOutcome>;
  /** Which of these trades are stored already. */
  knownTrades(
    exchangeAccountId: string,
    trades: readonly { readonly pair: string; readonly tradeId: string }[],
  ): Promise<{ pair: string; tradeId: string }[]>;
}
