import type { Currency, Decimal, PairName } from '@tenbin/market';
import type { DayEntry } from '@tenbin/strategy';
import type { BotError, Reason } from './bot-error.ts';
import type { BotOrder } from './bot-order.ts';
import type { BotPhase, DuringStop } from './bot-phase.ts';
import type { BookedFill, ContractRecord } from './contract-record.ts';
import type { Ledger } from './ledger.ts';
import type { RebalanceProgress } from './rebalance.ts';
import type { TimelineEntry } from './timeline.ts';

/** A new order, or news of one that is stored. What would go back stays as it was. */
export type OrderNews = Omit<BotOrder, 'trades'>;

/** What changed a bot's money besides its trades. */
export interface Adjustment {
  readonly cause: 'rounding' | 'othersFees';
  readonly currency: Currency;
  readonly amount: Decimal;
}

/**
 * Everything that one decision about a bot leaves behind: stored in one transaction, or not at all, before anything that
 * follows from it is sent. Absent parts stay as they are.
 */
export interface BotStep {
  readonly orders?: readonly OrderNews[];
  /** Trades that `ledger` already contains. Unique by exchange account, pair, trade id and exchange order id. */
  readonly fills?: readonly BookedFill[];
  readonly records?: readonly ContractRecord[];
  /** Each added to what is written of its day. */
  readonly days?: readonly DayEntry[];
  /** A phase in which the bot takes its share of the wallet comes with it. */
  readonly ledger?: Ledger;
  /** What changed the ledger's balances besides `fills`. What is explained by neither is the bot's share of the wallet. */
  readonly adjustments?: readonly Adjustment[];
  /** Everything since `recoverSince` was asked for. */
  readonly recovered?: boolean;
  readonly cursors?: Readonly<Record<PairName, string>>;
  /** A stopped phase with a receipt is also kept in the history of receipts. */
  readonly phase?: BotPhase;
  readonly duringStop?: DuringStop;
  /** How its rebalance goes on: all that one decision says of it, at once. */
  readonly rebalance?: RebalanceProgress;
  /** False takes the user's request back: the bot was stopped for a reason. */
  readonly active?: false;
  /** All that hold now. */
  readonly warnings?: readonly Reason[];
  /** Added to those that stand: it stopped, or was not started. */
  readonly messages?: readonly BotError[];
  readonly timeline?: readonly TimelineEntry[];
}

/** Two things that are said of one rebalance at once: it may begin, be planned and end in one decision. */
export function joinedProgress(before: RebalanceProgress | undefined, after: RebalanceProgress): RebalanceProgress {
  if (before === undefined) return after;
  return { ...before, ...after, orders: [...(before.orders ?? []), ...(after.orders ?? [])] };
}
