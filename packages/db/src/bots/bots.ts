import type { Balances, PairName } from '@tenbin/market';
import type { JsonFacts } from '../json.ts';

export type BotType = 'MANUAL' | 'CHOJA' | 'SIMUL';
/** Where a bot really is; written by the worker only. */
export type BotStateName = 'stopped' | 'starting' | 'running' | 'stopping';

export interface BotMessageRow {
  readonly code: string;
  readonly facts: JsonFacts;
  readonly at: Date;
}

export interface StopReceiptRow {
  readonly askedAt: Date;
  /** Client order ids. */
  readonly cancelled: readonly string[];
  readonly filledMeanwhile: readonly string[];
  readonly confirmedAt: Date;
}

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
}

/** What a bot owns and has earned. Written by the worker under its epoch. */
export interface BotLedgerRow {
  /** Free and locked together; null before the first start. */
  readonly balances: Balances | null;
  readonly initialBalance: Balances | null;
  /** Σ ln(G after / G before) over its fills. */
  readonly growth: number;
  /** Time in the state `running`, without the current stretch. */
  readonly runningMs: number;
  /** Start of the current stretch. */
  readonly runningSince: Date | null;
  readonly firstStartedAt: Date | null;
  /** The last order number used. */
  readonly sequence: number;
}

/** A bot with what a list of bots shows. */
export interface BotRow extends BotSettingsRow, BotLedgerRow {
  readonly id: string;
  readonly userId: string;
  readonly exchangeId: string;
  readonly exchangeName: string;
  /** How much faster than real time its exchange's market moves. */
  readonly timeScale: number;
  readonly keyLastFour: string;
  readonly hasPassphrase: boolean;
  /** 48 bits, unique: stands in the client order ids. */
  readonly botNumber: number;
  /** The user wants it to run. */
  readonly active: boolean;
  readonly state: BotStateName;
  /** What the worker keeps besides: reasons, moments. Its meaning is the worker's. */
  readonly stateFacts: JsonFacts;
  readonly messages: readonly BotMessageRow[];
  readonly warnings: readonly string[];
  /** The latest. */
  readonly stopReceipt: StopReceiptRow | null;
  /** Of the latest contract record: totals up to it. */
  readonly executionCount: number;
  readonly basisPoint: number;
  readonly annualRate: number | null;
  readonly lastFillAt: Date | null;
  /** Orders in state `open`. */
  readonly openOrderCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewBot extends Omit<BotSettingsRow, 'courseId' | 'autoRebalance' | 'autoActivation'> {
  readonly userId: string;
  readonly courseId?: string | null;
  readonly autoRebalance?: boolean;
  readonly autoActivation?: boolean;
}

/** The bots of one organization. A deleted bot is in no answer, but its records stay in its user's volume. */
export interface Bots {
  find(id: string): Promise<BotRow | null>;
  /** @throws {DomainError} `botNotFound` when it is not there, or not this user's */
  require(userId: string, id: string): Promise<BotRow>;
  /** Oldest first. */
  listOfUser(userId: string): Promise<BotRow[]>;
  listOfAccount(exchangeAccountId: string): Promise<BotRow[]>;
  /** Newest first. */
  list(page: { readonly offset: number; readonly limit: number }): Promise<BotRow[]>;
  count(): Promise<number>;
  /** Makes the bot's number. @throws {DomainError} `exchangeAccountNotFound` also when it is another user's */
  create(bot: NewBot): Promise<BotRow>;
  /**
   * Changes a stopped bot; another one is refused in the same statement, so that no start can slip between.
   *
   * @throws {DomainError} `botNotFound`, `botRunning`
   */
  updateSettings(userId: string, id: string, changes: Partial<BotSettingsRow>): Promise<BotRow>;
  /** The user's wish. The worker reads it and writes `state`. @throws {DomainError} `botNotFound` */
  setActive(userId: string, id: string, active: boolean): Promise<BotRow>;
  /** @throws {DomainError} `botNotFound`, `botRunning` */
  delete(userId: string, id: string): Promise<void>;
  /** Appends a message; the oldest beyond 20 go. */
  addMessage(id: string, message: BotMessageRow): Promise<void>;
  /** @returns whether there was one */
  removeMessage(userId: string, id: string, index: number): Promise<boolean>;
}
