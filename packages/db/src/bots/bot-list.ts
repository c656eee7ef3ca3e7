import type { BotPhase, BotSort, BotStanding, StopCause } from '@tenbin/bots';
import type { PairName } from '@tenbin/market';
import type { StandingBotRow } from './bots.ts';

/** What lists of an organization's bots, their counts and their files are filtered by. */
export interface BotQuery {
  readonly state?: BotPhase['kind'] | undefined;
  /** `fault`: whichever it was; `none`: it never was stopped, or is wanted to run. */
  readonly cause?: StopCause | 'fault' | 'none' | undefined;
  readonly standing?: BotStanding | undefined;
  /** In a list of all organizations' bots: whose. */
  readonly organizationId?: string | undefined;
  /** In a list of all organizations' bots: the platform's own, or users' only; absent: both. */
  readonly isOfPlatform?: boolean | undefined;
  readonly exceptOrganizationId?: string | undefined;
  /** Its id is this one, or comes after it. */
  readonly from?: string | undefined;
  /** It has run at least once. */
  readonly hasLedger?: true | undefined;
  /** By id. */
  readonly exchange?: string | undefined;
  readonly pair?: PairName | undefined;
  /** Nothing was filled since; who never had a fill as well. */
  readonly filledBefore?: Date | undefined;
  readonly filledFrom?: Date | undefined;
  readonly stoppedFrom?: Date | undefined;
  /** Of what its key's exchange told: from, and before. */
  readonly keyEndsFrom?: Date | undefined;
  readonly keyEndsBefore?: Date | undefined;
  /** Wanted to run, and not waiting for a rebalance. */
  readonly isRunning?: boolean | undefined;
  readonly createdFrom?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly userId?: string | undefined;
  /** Part of its name. */
  readonly name?: string | undefined;
}

/** A bot with whose it is. */
export interface AnyListedBot extends StandingBotRow {
  readonly organizationId: string;
  /** Null: the platform's own. */
  readonly email: string | null;
  /** Whose money it trades with where it is the platform's own. */
  readonly virtualAccountName: string | null;
  /** When its key ends by itself; null: never, or its exchange does not tell. */
  readonly keyEndsAt: Date | null;
}

/** Every bot of an organization is a user's. */
export type ListedBot = AnyListedBot & { readonly userId: string; readonly email: string };

/** The bots of one organization as its administrators look for them. */
export interface BotList<Row extends AnyListedBot = ListedBot> {
  /** Newest first, unless told otherwise. */
  list(query: BotQuery, page: { readonly sort?: BotSort; readonly offset: number; readonly limit: number }): Promise<Row[]>;
  count(query: BotQuery): Promise<number>;
  /** All that a filter finds, oldest first, by pages. */
  all(query: BotQuery, page?: number): AsyncIterable<readonly Row[]>;
  find(id: string): Promise<Row | null>;
  /** How many stand how, and why: each row is what `count` finds by `standing` and `cause`. */
  countByStanding(): Promise<{ readonly standing: BotStanding; readonly cause: StopCause | null; readonly count: number }[]>;
}
