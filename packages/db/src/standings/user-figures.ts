import type { ActivityScale } from '@tenbin/accounts';
import type { Decimal } from '@tenbin/market';
import type { QueryMoment } from './user-query.ts';

/** How many users there were at the end of a day, a month or a year (UTC); of the present one, so far. */
export interface UsersAt {
  /** Its first day, '2026-01-31'. */
  readonly at: string;
  readonly all: number;
  readonly verified: number;
  /** On a plan that had begun, and neither ended nor was held for payment. */
  readonly paid: number;
  /** Traded in it. */
  readonly active: number;
}

export interface UserTotals {
  readonly all: number;
  readonly verified: number;
  readonly paid: number;
  readonly running: number;
  /** Since a moment. */
  readonly added: number;
}

/** How an organization's users are doing, taken together. Nobody who was deleted counts. */
export interface UserFigures {
  /** @param moment - `since` the beginning of a day, UTC */
  totals(moment: QueryMoment & { readonly since: Date }): Promise<UserTotals>;
  /** Users with at least one contract record in the month (or day, or year) that begins there. @param at - '2026-01-01' */
  countActive(scale: ActivityScale, at: string): Promise<number>;
  /** Oldest first; the last one is the present one. */
  history(moment: QueryMoment & { readonly scale: ActivityScale; readonly count: number }): Promise<UsersAt[]>;
  /** USD that all bots traded in the last month and in the present one (UTC), so far. */
  monthVolumes(now: Date): Promise<{ readonly last: Decimal; readonly present: Decimal }>;
}
