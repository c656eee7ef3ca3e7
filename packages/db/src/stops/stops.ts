import type { AskedBy, StopOutcome, StopReceipt, StopScope } from '@tenbin/bots';

export type StopSubject =
  | { readonly scope: 'bot'; readonly botId: string }
  | { readonly scope: 'user'; readonly userId: string }
  | { readonly scope: 'organization' };

export interface AskedStop {
  /** The id of who asked; `automatic`: nobody did. */
  readonly by: AskedBy;
  readonly at: Date;
}

/** A stop of a scope, as it stands. */
export interface Stop {
  readonly id: string;
  readonly scope: StopScope;
  /** The bot or the user; null where the scope is everything. */
  readonly subjectId: string | null;
  readonly by: string;
  readonly askedAt: Date;
  /** How many bots ran, or were wanted to run, when it was asked for. */
  readonly botCount: number;
  readonly confirmedCount: number;
  readonly unconfirmedCount: number;
  readonly forcedCount: number;
  /** Still stopping, and the exchange could not be reached at the last try. It is tried on. */
  readonly unreachableCount: number;
  /** When the last bot was confirmed; null while one is not. */
  readonly confirmedAt: Date | null;
}

/** One bot of a stop. */
export interface StoppedBot {
  readonly organizationId: string;
  readonly botId: string;
  readonly name: string;
  /** The exchange's name. */
  readonly exchange: string;
  /** Null: a bot of the platform. */
  readonly userId: string | null;
  readonly outcome: StopOutcome | null;
  readonly endedAt: Date | null;
  readonly receipt: StopReceipt | null;
  /** Why the exchange could not be reached at the last try; null where it could. */
  readonly trouble: string | null;
}

/** A stop by somebody else as a bot's user sees it: it stands until anything else is requested of the bot. */
export interface ActiveStop {
  readonly scope: StopScope;
  readonly by: string;
  /** Of the organization itself. */
  readonly isByAdministrator: boolean;
  readonly askedAt: Date;
  readonly bot: StoppedBot;
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

interface ReadStops {
  find(id: string): Promise<Stop | null>;
  /** Those that are not confirmed first. */
  listBots(id: string, page: Page): Promise<StoppedBot[]>;
}

/** Stops within one organization. */
export interface Stops extends ReadStops {
  /**
   * Takes back the request of every bot of the scope that runs or is wanted to, tells the workers, and notes which bots
   * those are: one statement. Also what a change of password, a ban or the end of a subscription call.
   *
   * @returns the stop's id
   */
  ask(subject: StopSubject, asked: AskedStop): Promise<string>;
  /** What stands of the user's bots. */
  listActive(userId: string): Promise<ActiveStop[]>;
}

/** Stops of everything. */
export interface PlatformStops extends ReadStops {
  /** Every bot of every organization. @returns the stop's id */
  askAll(asked: AskedStop): Promise<string>;
}
