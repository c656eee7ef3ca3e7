import type { UserCondition } from '@tenbin/accounts';
import type { BotStatus } from '@tenbin/bots';
import type { Decimal } from '@tenbin/market';

/** What lists of users, their counts, their files and acts on many users are filtered by. What is missing lets everybody through. */
export interface UserQuery {
  readonly condition?: UserCondition | undefined;
  /** Part of the address, any case. */
  readonly email?: string | undefined;
  /** Their id, or the short number that they know. */
  readonly id?: string | undefined;
  readonly botStatus?: BotStatus | undefined;
  /** Any version of a plan. */
  readonly plan?: string | undefined;
  /** Of the end of their payment period: from, and before. */
  readonly periodEndsFrom?: Date | undefined;
  readonly periodEndsBefore?: Date | undefined;
  /** USD that their bots traded in this month (UTC): from, and below. */
  readonly volumeFrom?: Decimal | undefined;
  readonly volumeBelow?: Decimal | undefined;
  /** Of their plan's trading limit, in percent, used in this payment period. */
  readonly limitUsedFrom?: number | undefined;
  /** Who invited them: the id, or the code. */
  readonly referrer?: string | undefined;
  readonly seenFrom?: Date | undefined;
  /** Who was never seen as well. */
  readonly seenBefore?: Date | undefined;
  readonly isVerified?: boolean | undefined;
  readonly isBanned?: boolean | undefined;
  readonly isFlagged?: boolean | undefined;
  /** A payment of their subscription failed, whether they are still within its grace or held already. */
  readonly isPaymentMissing?: boolean | undefined;
  /** The mail server refuses their address for good. */
  readonly isBouncing?: boolean | undefined;
  /** They came then or later. */
  readonly cameFrom?: Date | undefined;
  /** They came before. */
  readonly cameBefore?: Date | undefined;
}

/** What a filter is held against besides the rows. */
export interface QueryMoment {
  readonly now: Date;
  /** Everybody of a free organization counts as paid. */
  readonly isFree: boolean;
}
