import type { BotError, BotState, BotType } from '@tenbin/bots';
import type { Balances, Facts, PairName } from '@tenbin/market';
import type { PerformanceBook } from '@tenbin/strategy';

/** What the user set. */
export interface BotSettingsRow {
  readonly name: string;
  readonly exchangeAccountId: string;
  readonly pairs: readonly PairName[];
  /** Fraction of a balance that one order moves: width in percent / 200. */
  readonly delta: number;
  readonly type: BotType;
  readonly courseId: string | null;
  readonly autoRebalance: boolean;
  readonly autoActivation: boolean;
  /** Its orders only rest, where the exchange can see to that. */
  readonly postOnly: boolean;
}

/** What a bot owns and has earned. */
export interface BotLedger {
  /** At the first start with these currencies. */
  readonly initialBalances: Balances;
  /** Free and locked together. */
  readonly balances: Balances;
  /** Σ ln(G after / G before) over its fills. */
  readonly growth: number;
  /** Running time before the present run. */
  readonly ranMs: number;
  /** From a start on, while orders may still cross the market. */
  readonly isEvening?: boolean;
  /** The unevenness that its starts found: that much of what its trades grow is no profit. */
  readonly uneven?: { readonly atStart: number; readonly left: number };
  /** Absent before the first run, and in one that was written before it was kept. */
  readonly performance?: PerformanceBook;
  /** Sum of what was booked as rounding. This and what follows is absent in one that was written before it was kept. */
  readonly rounding?: Balances;
  /** How many trades moved each currency since it last agreed with the wallet. */
  readonly tradesSinceAgreement?: Readonly<Record<string, number>>;
  /** Fees that were taken in coins that the bot does not balance. */
  readonly feesElsewhere?: Balances;
  /** What of other bots' `feesElsewhere` was reckoned with. */
  readonly othersFees?: Balances;
}

/** What happened to orders between asking for a stop and its end, by client order id. */
export interface DuringStop {
  readonly cancelled: readonly string[];
  readonly filled: readonly string[];
}

export interface BotWarningRow {
  readonly code: string;
  readonly facts: Facts;
}

/** A bot with what a list of bots shows. */
export interface BotRow extends BotSettingsRow {
  readonly id: string;
  readonly userId: string;
  readonly exchangeId: string;
  readonly exchangeName: string;
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
  /** Who wished so last, and when; null before the first wish. */
  readonly wishedBy: string | null;
  readonly wishedAt: Date | null;
  /** Who would not wait for the end of a stop any longer, and since when; null while nobody forces one. */
  readonly forcedBy: string | null;
  readonly forcedAt: Date | null;
  /** What it is really doing: written by the worker only. */
  readonly phase: BotState;
  readonly duringStop: DuringStop;
  /** Null before the first start. */
  readonly ledger: BotLedger | null;
  readonly firstStartedAt: Date | null;
  /** The largest order number used. */
  readonly sequence: number;
  /** By pair: everything up to this trade was fetched and booked. */
  readonly cursors: Readonly<Record<PairName, string>>;
  /** The database was restored: what was done since then may be missing. Null: nothing is. */
  readonly recoverSince: Date | null;
  /** Oldest first, at most 20. */
  readonly messages: readonly BotError[];
  readonly warnings: readonly BotWarningRow[];
  /** Over all contract records. */
  readonly executionCount: number;
  readonly basisPoint: number;
  readonly lastFillAt: Date | null;
  /** Orders in the state `open`. */
  readonly openOrderCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewBot extends Omit<BotSettingsRow, 'courseId' | 'autoRebalance' | 'autoActivation' | 'postOnly'> {
  readonly userId: string;
  readonly courseId?: string | null;
  readonly autoRebalance?: boolean;
  readonly autoActivation?: boolean;
  /** True unless given. */
  readonly postOnly?: boolean;
}

export interface Wish {
  readonly active: boolean;
  /** The id of who asks. */
  readonly by: string;
  /** When it was asked for: before whatever had to be found out first. */
  readonly at: Date;
}

/** The bots of one organization. A deleted bot is in no answer, but its records stay in its user's volume. */
export interface Bots {
  find(id: string): Promise<BotRow | null>;
  /** @throws {DomainError} `botNotFound` when it is not there, or not this user's */
  require(userId: string, id: string): Promise<BotRow>;
  /** Oldest first. */
  listOfUser(userId: string): Promise<BotRow[]>;
  /** All of one exchange account: what its worker runs. Oldest first. */
  listOfAccount(exchangeAccountId: string): Promise<BotRow[]>;
  /** The same of several accounts, in one question. */
  listOfAccounts(exchangeAccountIds: readonly string[]): Promise<BotRow[]>;
  /** Newest first. */
  list(page: { readonly offset: number; readonly limit: number }): Promise<BotRow[]>;
  count(): Promise<number>;
  /** Makes the bot's number. @throws {DomainError} `exchangeAccountNotFound` also when it is another user's */
  create(bot: NewBot): Promise<BotRow>;
  /**
   * Changes a stopped bot that is not wanted to run; another one is refused in the same statement, so that no start
   * slips between.
   *
   * @throws {DomainError} `botNotFound`, `botRunning`, `botStopping`, `exchangeAccountNotFound`
   */
  updateSettings(userId: string, id: string, changes: Partial<BotSettingsRow>): Promise<BotRow>;
  /**
   * Notes the wish; tell the worker with a `WishSignal`. That it shall not run also takes back a rebalance.
   * That it shall run does not count where a stop was asked for later, of the bot or of everything that it belongs to.
   *
   * @throws {DomainError} `botNotFound`, `botStopping`
   */
  setActive(userId: string, id: string, wish: Wish): Promise<BotRow>;
  /**
   * Notes that a stop shall end without the exchange's confirmation; tell the worker with a `WishSignal`. The first to
   * say so stands. A bot that has stopped meanwhile stays as it is.
   *
   * @throws {DomainError} `botNotFound`
   */
  forceStop(userId: string, id: string, asked: { readonly by: string; readonly at: Date }): Promise<BotRow>;
  /** @throws {DomainError} `botNotFound`, `botRunning`, `botStopping` */
  delete(userId: string, id: string): Promise<void>;
  /** Appends a message; the oldest beyond 20 go. @throws {DomainError} `botNotFound` */
  addMessage(id: string, message: BotError): Promise<void>;
  /** @returns whether there was one. @throws {DomainError} `botNotFound` */
  removeMessage(userId: string, id: string, index: number): Promise<boolean>;
}
