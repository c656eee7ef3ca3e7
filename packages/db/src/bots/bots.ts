import type { BotError, BotPhase, BotSettings, DuringStop, Ledger, Reason, StopCause } from '@tenbin/bots';
import type { PairName } from '@tenbin/market';

/** What the user set. */
export interface BotSettingsRow extends BotSettings {
  readonly exchangeAccountId: string;
}

/** A bot with what a list of bots shows. */
export interface AnyBotRow extends BotSettingsRow {
  readonly id: string;
  /** Null: the platform's own. */
  readonly userId: string | null;
  /** What of its exchange account's wallet is its own. */
  readonly subAccountId: string;
  readonly exchangeId: string;
  readonly exchangeName: string;
  /** Whether keys may be given to it: not to one that was withdrawn, as a trial's is from what is none any more. */
  readonly isExchangeEnabled: boolean;
  /** How much faster than real time its exchange's market runs. */
  readonly timeScale: number;
  readonly keyLastFour: string;
  readonly hasPassphrase: boolean;
  /** 48 bits, unique: stands in the client order ids. */
  readonly botNumber: number;
  /** It is wanted to run. The worker reads it and makes it so. */
  readonly active: boolean;
  /** The rebalance that is requested or under way; with `active`, the bot starts after it. */
  readonly rebalanceId: string | null;
  /** Who requested so last, and when; null before the first request. */
  readonly requestedBy: string | null;
  readonly requestedAt: Date | null;
  /** Who would not wait for the end of a stop any longer, and since when; null while nobody forces one. */
  readonly forcedBy: string | null;
  readonly forcedAt: Date | null;
  /** What it is really doing: written by the worker only. */
  readonly phase: BotPhase;
  readonly duringStop: DuringStop;
  /** Null before the first start. */
  readonly ledger: Ledger | null;
  readonly firstStartedAt: Date | null;
  /** The largest order number used. */
  readonly sequence: number;
  /** By pair: everything up to this trade was fetched and booked. */
  readonly cursors: Readonly<Record<PairName, string>>;
  /** The database was restored: what was done since then may be missing. Null: nothing is. */
  readonly recoverSince: Date | null;
  /** Oldest first, at most 20. */
  readonly messages: readonly BotError[];
  readonly warnings: readonly Reason[];
  /** Over all contract records. */
  readonly executionCount: number;
  readonly basisPoint: number;
  readonly lastFillAt: Date | null;
  /** Orders in the state `open`. */
  readonly openOrderCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A bot with why it is not wanted to run. */
export interface StandingBotRow extends AnyBotRow {
  /** Null while it is wanted to run, and before it ever was. */
  readonly stopCause: StopCause | null;
  readonly stoppedAt: Date | null;
}

/** Every bot of an organization is a user's. */
export type BotRow = AnyBotRow & { readonly userId: string };

export interface NewBot extends Omit<BotSettingsRow, 'courseId' | 'autoRebalance' | 'autoActivation' | 'postOnly'> {
  /** Null: the platform's own. */
  readonly userId: string | null;
  /** A virtual account's, which it shares with others; one of its own unless given. */
  readonly virtualAccountId?: string;
  readonly courseId?: string | null;
  readonly autoRebalance?: boolean;
  readonly autoActivation?: boolean;
  /** True unless given. */
  readonly postOnly?: boolean;
}

export interface RunRequest {
  readonly active: boolean;
  /** The id of who asks. */
  readonly by: string;
  /** When it was asked for: before whatever had to be found out first. */
  readonly at: Date;
}

/** What is left of a deleted bot besides its records. */
export interface DeletedBot {
  readonly id: string;
  readonly name: string;
  readonly exchangeName: string;
  readonly pairs: readonly PairName[];
  readonly deletedAt: Date;
}

/** The bots of one organization. A deleted bot is in no answer but those that say so; its records stay. */
export interface Bots {
  find(id: string): Promise<AnyBotRow | null>;
  /** @throws {DomainError} `botNotFound` when it is not there, or not this user's */
  require(userId: string, id: string): Promise<BotRow>;
  /** Oldest first. */
  listOfUser(userId: string): Promise<BotRow[]>;
  /** Those that were deleted too, as they were; oldest first. */
  listEver(userId: string): Promise<readonly (BotRow & { readonly deletedAt: Date | null })[]>;
  /** Whose they were, latest first; at most a hundred. */
  listDeleted(userId: string): Promise<DeletedBot[]>;
  /** Whether it is, or was until it was deleted, this user's. */
  isOwner(userId: string, id: string): Promise<boolean>;
  /** All of one exchange account: what its worker runs. Oldest first. */
  listOfAccount(exchangeAccountId: string): Promise<AnyBotRow[]>;
  /** All that trade on one virtual account's money. Oldest first. */
  listOfSubAccount(subAccountId: string): Promise<StandingBotRow[]>;
  /** The same of several accounts, in one question. */
  listOfAccounts(exchangeAccountIds: readonly string[]): Promise<AnyBotRow[]>;
  /** Newest first. */
  list(page: { readonly offset: number; readonly limit: number }): Promise<BotRow[]>;
  count(): Promise<number>;
  /** Of the organization's, those that run, are rebalanced or are not at rest yet, but for one. */
  countBusy(exceptId: string): Promise<number>;
  /**
   * Makes the bot's number, and its sub-account where it trades on no virtual account.
   *
   * @throws {DomainError} `exchangeAccountNotFound` also when it is another user's; `botExists`: a virtual account has one of each
   *   kind, and of those that make markets one for each pair
   */
  create(bot: NewBot & { readonly userId: string }): Promise<BotRow>;
  create(bot: NewBot): Promise<AnyBotRow>;
  /**
   * Changes a stopped bot that is not wanted to run; another one is refused in the same statement, so that no start
   * slips between.
   *
   * @throws {DomainError} `botNotFound`, `botRunning`, `botStopping`, `exchangeAccountNotFound`
   */
  updateSettings(userId: string, id: string, changes: Partial<BotSettingsRow>): Promise<BotRow>;
  /**
   * Notes the request; tell the worker with a `DesiredStateSignal`. That it shall not run also takes back a rebalance.
   * Null for a bot of the platform's. That it shall run does not count where a stop was asked for later, of the bot or of everything that it belongs to.
   *
   * @throws {DomainError} `botNotFound`, `botStopping`
   */
  setActive(userId: string, id: string, request: RunRequest): Promise<BotRow>;
  setActive(userId: string | null, id: string, request: RunRequest): Promise<AnyBotRow>;
  /**
   * Notes that a stop shall end without the exchange's confirmation; tell the worker with a `DesiredStateSignal`. The first to
   * say so stands. A bot that has stopped meanwhile stays as it is.
   *
   * @throws {DomainError} `botNotFound`
   */
  forceStop(userId: string, id: string, asked: { readonly by: string; readonly at: Date }): Promise<BotRow>;
  /** @throws {DomainError} `botNotFound`, `botRunning`, `botStopping` */
  delete(userId: string, id: string): Promise<void>;
  /** Changes how a bot of the platform trades, which its worker follows while it runs. @throws {DomainError} `botNotFound` */
  changeStrategy(id: string, strategy: BotSettingsRow['strategy']): Promise<AnyBotRow>;
  /** Of a virtual account that is closed: its bots have stopped, but for the one that sends what is asked by hand. */
  deleteOfSubAccount(subAccountId: string): Promise<void>;
  /** Deletes what a user called their bots, and what was said to them; of those that were deleted before as well. */
  forgetNames(userId: string): Promise<void>;
  /** Appends a message; the oldest beyond 20 go. @throws {DomainError} `botNotFound` */
  addMessage(id: string, message: BotError): Promise<void>;
  /** @returns whether there was one. @throws {DomainError} `botNotFound` */
  removeMessage(userId: string, id: string, index: number): Promise<boolean>;
}
