import { type UserCondition, userConditions } from '@tenbin/accounts';
import { textIn } from '@tenbin/app-kit';
import { UserSort } from '@tenbin/contract';
import { textsIn } from './texts-in.ts';

export const conditions = userConditions;
export const sorts = UserSort.options;
export type UserOrder = (typeof sorts)[number];
/** Of users who stand out. */
export const onlys = ['banned', 'flagged', 'verified', 'unverified', 'paymentMissing', 'bouncing'] as const;
/** Since when they are users: of this calendar month (UTC). */
export const sinces = ['thisMonth'] as const;
/** When they were seen, and when their period ends: counted from today, so that a filter that is kept means the same tomorrow. */
export const seens = ['seenIn7', 'notIn30', 'notIn90'] as const;
export const ends = ['endsIn7', 'endsIn30', 'hasEnded'] as const;
/** In the place of the users: who signed up and has not entered the mailed code. */
export const shows = ['signUps'] as const;
/** Of the limit, in percent. */
export const useds = ['50', '80', '100'] as const;

/** What the address of the list says; what is not there is not filtered by. */
export interface UserSearch {
  readonly email?: string | undefined;
  readonly id?: string | undefined;
  readonly condition?: UserCondition | undefined;
  readonly only?: (typeof onlys)[number] | undefined;
  readonly plan?: string | undefined;
  readonly ends?: (typeof ends)[number] | undefined;
  readonly used?: (typeof useds)[number] | undefined;
  /** USD of this month. */
  readonly from?: string | undefined;
  readonly below?: string | undefined;
  readonly referrer?: string | undefined;
  readonly seen?: (typeof seens)[number] | undefined;
  readonly since?: (typeof sinces)[number] | undefined;
}

export const oneOf = <const T extends string>(all: readonly T[], value: unknown): T | undefined => all.find((one) => one === value);

/** What of an address filters users. */
export const userSearchOf = (search: Readonly<Record<string, unknown>>): UserSearch => ({
  ...textsIn(search, 'email', 'id', 'plan', 'from', 'below', 'referrer'),
  condition: oneOf(conditions, search.condition),
  only: oneOf(onlys, search.only),
  ends: oneOf(ends, search.ends),
  used: oneOf(useds, textIn(search.used)),
  seen: oneOf(seens, search.seen),
  since: oneOf(sinces, search.since),
});

/** Whether a kept address is one of users: of those who only signed up it would leave no filter, which is everybody. */
export const findsUsers = (search: Readonly<Record<string, unknown>>): boolean => search.show === undefined;
