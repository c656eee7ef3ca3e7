import type { BroadcastKind, BroadcastState, Language, LeftOutReason, UserCondition } from '@tenbin/accounts';
import type { UserQuery } from '../standings/user-query.ts';

type AsText<Value> = Value extends Date ? string : Value;

/** Who is meant: all whom a filter finds; where ids are given, those of them. As JSON has it: moments in ISO 8601. */
export type Audience = { readonly [Field in keyof UserQuery]: AsText<UserQuery[Field]> } & {
  readonly condition: UserCondition;
  readonly userIds: readonly string[] | null;
};

/** How many are mailed, and how many of the audience are not, by why. */
export interface AudienceCount {
  readonly mailed: number;
  readonly leftOut: Readonly<Record<LeftOutReason, number>>;
}

/** `failed`: refused for good, or tried for days. */
export type RecipientStatus = 'waiting' | 'sent' | 'failed' | 'leftOut';

export interface BroadcastResults {
  readonly sent: number;
  readonly waiting: number;
  /** By what the mail server said; the most frequent first. */
  readonly failed: readonly { readonly reason: string; readonly count: number }[];
  readonly leftOut: Readonly<Record<LeftOutReason, number>>;
}

/** A mail to many users. */
export interface Broadcast {
  readonly id: string;
  readonly kind: BroadcastKind;
  /** Empty in a language that it is not written in. */
  readonly subject: Readonly<Record<Language, string>>;
  /** Markdown. */
  readonly body: Readonly<Record<Language, string>>;
  readonly audience: Audience;
  readonly state: BroadcastState;
  /** The administrator. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly sendAt: Date;
  /** When it is looked at next: its time, or the end of a rest. */
  readonly nextAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  /** Who is to be mailed, as of its beginning; null before. */
  readonly recipients: number | null;
  /** Once it has ended. */
  readonly results: BroadcastResults | null;
  /** Since it began, or was resumed: taken or refused for good, and of these the latter. */
  readonly tried: number;
  readonly refused: number;
  /** Put off in a row: it rests. */
  readonly failures: number;
  /** What the mail server said last that was no yes. */
  readonly lastError: string | null;
}

export type NewBroadcast = Pick<Broadcast, 'kind' | 'subject' | 'body' | 'audience' | 'sendAt' | 'createdBy'> & { readonly at: Date };

/** Somebody who is to be mailed now, as they are now. */
export interface Recipient {
  readonly userId: string;
  readonly mailId: string;
  readonly attempts: number;
  /** When the mail server put them off for the first time; null: it has not. */
  readonly putOffSince: Date | null;
  /** Until then they are nobody else's. */
  readonly leaseEnd: Date;
  readonly email: string;
  readonly language: Language;
  /** Since it began: then they are not mailed. */
  readonly leftOut: LeftOutReason | null;
}

/** Why somebody was not mailed. */
export interface DeliveryFailure {
  readonly reason: string;
  readonly at: Date;
  /** null: they are given up. */
  readonly nextAt: Date | null;
  readonly putOffSince: Date | null;
  /** Their address is not there any more. */
  readonly bounced: boolean;
}

/** How a broadcast stands after a few more were tried. */
export type BroadcastProgress = Pick<Broadcast, 'tried' | 'refused' | 'failures' | 'lastError'> & {
  readonly state: Extract<BroadcastState, 'sending' | 'paused'>;
  /** Nobody is tried before; null: as soon as somebody is due. */
  readonly restUntil: Date | null;
};

/** The broadcasts of one organization. */
export interface Broadcasts {
  create(broadcast: NewBroadcast): Promise<Broadcast>;
  find(id: string): Promise<Broadcast | null>;
  /** Newest first. */
  list(page: { readonly offset: number; readonly limit: number }): Promise<Broadcast[]>;
  countAudience(audience: Audience, kind: BroadcastKind, now: Date): Promise<AudienceCount>;
  /** Counted now, or as it ended. */
  results(broadcast: Pick<Broadcast, 'id' | 'results'>): Promise<BroadcastResults>;
  /** What was not sent by now is not sent. @returns null where it has ended, or is not there */
  cancel(id: string, at: Date): Promise<Broadcast | null>;
  /** One that never began does so now. @returns null where it is not paused, or not there */
  resume(id: string, at: Date): Promise<Broadcast | null>;

  /** Its time has come: from now on its recipients are who they are. @returns null where somebody else was first, or it is not to begin */
  start(id: string, at: Date): Promise<Broadcast | null>;
  /**
   * Takes some who are due, the longest waiting first; for `leaseMs` they are nobody else's.
   *
   * @returns none where nobody is due, or it is not to be sent any more
   */
  take(id: string, lease: { readonly at: Date; readonly leaseMs: number; readonly limit: number }): Promise<Recipient[]>;
  /** @returns whether others are still to be sent: it may have been cancelled meanwhile */
  markSent(id: string, userId: string, at: Date): Promise<boolean>;
  /** Nothing where the lease has ended and somebody else has them. `bounced` tells of the address that was mailed, all the same. */
  markFailed(id: string, recipient: Pick<Recipient, 'userId' | 'leaseEnd' | 'email'>, failure: DeliveryFailure): Promise<void>;
  leaveOut(id: string, userId: string, reason: LeftOutReason): Promise<void>;
  /** Gives back those who were taken at once and not tried, but for those whom somebody else has by now. */
  giveBack(id: string, untried: readonly Pick<Recipient, 'userId' | 'leaseEnd'>[], at: Date): Promise<void>;
  /** It could not be sent for a fault of ours: it is not looked at before, so that the organization's others have their turn. */
  postpone(id: string, until: Date): Promise<void>;
  /** Stores how it stands; where nobody waits any more it has ended. @returns null where it was cancelled meanwhile */
  keep(id: string, progress: BroadcastProgress, at: Date): Promise<Broadcast | null>;
}

/** All organizations' broadcasts: what the sending job needs. */
export interface BroadcastQueue {
  /** What is due, one of each organization: the one that has waited the longest. */
  listDue(now: Date): Promise<{ readonly organizationId: string; readonly id: string }[]>;
  /** Who was mailed is of no more use to anybody; the counts stay. @returns how many were removed */
  removeRecipients(endedBefore: Date): Promise<number>;
}
