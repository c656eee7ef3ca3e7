import type { UserSort } from '@tenbin/accounts';
import type { Decimal } from '@tenbin/market';
import type { User } from '../users/users.ts';
import type { QueryMoment, UserQuery } from './user-query.ts';

/** A user as an administrator's list shows them. */
export interface ListedUser extends User {
  readonly lastSeenAt: Date | null;
  readonly botCount: number;
  readonly runningCount: number;
  readonly isPaid: boolean;
  /** Of the plan that they are on. */
  readonly planName: string | null;
  readonly periodEnd: Date | null;
  /** Of their plan's trading limit, in percent, used in this payment period; null where there is no limit. */
  readonly limitUsed: number | null;
  /** USD of all their bots in this month (UTC). */
  readonly volumeThisMonth: Decimal;
  readonly isFlagged: boolean;
  readonly note: string;
  /** That the mail server refuses their address for good, with its code; null: it does not. */
  readonly bounce: { readonly reason: string; readonly at: Date } | null;
}

/** What the administrators noted of a user; never told to that user's own calls. */
export interface UserNote {
  readonly note: string;
  readonly isFlagged: boolean;
}

/** The users of one organization as its administrators look for them. */
export interface UserDirectory {
  list(
    query: UserQuery,
    page: QueryMoment & { readonly sort?: UserSort | undefined; readonly offset: number; readonly limit: number },
  ): Promise<ListedUser[]>;
  count(query: UserQuery, moment: QueryMoment): Promise<number>;
  /** Everybody that a filter finds, oldest first, by pages: the next one is read when it is asked for. */
  all(query: UserQuery, moment: QueryMoment, page?: number): AsyncIterable<readonly ListedUser[]>;
  find(id: string, moment: QueryMoment): Promise<ListedUser | null>;
  /** @param note - `by`: the administrator's id */
  note(userId: string, note: UserNote & { readonly by: string; readonly at: Date }): Promise<void>;
}
