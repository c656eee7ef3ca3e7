import type { BookedFill, BotErrorCode, BotState as BotPhase, ContractRecord, RebalanceProgress, TimelineEntry } from '@tenbin/bots';
import type { ExchangeErrorReason } from '@tenbin/exchange';
import type { Facts, PairName } from '@tenbin/market';
import type { DayEntry } from '@tenbin/strategy';
import type { BotOrder, NamedOrder } from './bot-order.ts';
import type { DuringStop } from './bot-state.ts';
import type { Ledger } from './ledger.ts';

/** Why something is so: a stable code, and what makes it understandable. */
export interface Reason {
  readonly code: string;
  readonly facts: Facts;
}

/** Why a bot was not started, or was stopped without having been asked to. */
export interface BotFault extends Reason {
  readonly code: BotErrorCode;
}

/** What one decision changes, stored in one transaction before anything is sent. */
export type Write =
  | { readonly type: 'order'; readonly order: BotOrder }
  /** Unique by exchange account, pair, trade id and exchange order id. */
  | { readonly type: 'fill'; readonly fill: BookedFill; readonly clientOrderId: string }
  | { readonly type: 'record'; readonly record: ContractRecord }
  | { readonly type: 'day'; readonly day: DayEntry }
  | { readonly type: 'rebalance'; readonly progress: RebalanceProgress }
  | { readonly type: 'ledger'; readonly ledger: Ledger }
  | { readonly type: 'cursors'; readonly cursors: Readonly<Record<PairName, string>> }
  /** Everything since `recoverSince` was asked for. */
  | { readonly type: 'recovered' }
  | { readonly type: 'phase'; readonly phase: BotPhase; readonly duringStop: DuringStop }
  /** A message to the bot's user: it stopped, or was not started. The user's wish that it run ends with it. */
  | { readonly type: 'fault'; readonly fault: BotFault; readonly at: Date }
  /** All that hold now. */
  | { readonly type: 'warnings'; readonly warnings: readonly Reason[] }
  | { readonly type: 'timeline'; readonly entry: TimelineEntry };

/** What is done outside once the writes are stored. Every one leads to an event, sooner or later. */
export type Act =
  | { readonly type: 'connect' }
  | { readonly type: 'disconnect' }
  | { readonly type: 'place'; readonly order: BotOrder }
  | { readonly type: 'cancel'; readonly order: NamedOrder }
  /** Find out what became of an order. */
  | { readonly type: 'search'; readonly order: BotOrder; readonly afterCancel: boolean }
  | { readonly type: 'takeSnapshot' }
  /** Asks for the wallet only, once for all bots of the account. */
  | { readonly type: 'checkWallet'; readonly askedAt: Date }
  /** Asks for the trades of an order that is further than those that are booked. `asksTotals`: and for the order itself. */
  | { readonly type: 'fetchFills'; readonly order: BotOrder; readonly asksTotals: boolean }
  | { readonly type: 'checkKey'; readonly because: ExchangeErrorReason }
  /** Look again at that time. */
  | { readonly type: 'lookAt'; readonly at: Date };
