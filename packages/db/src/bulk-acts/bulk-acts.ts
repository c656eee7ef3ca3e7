import type { BulkAct, StaffRole, TargetOutcome } from '@tenbin/accounts';
import type { QueryMoment, UserQuery } from '../standings/user-query.ts';

export interface NewBulkAct {
  readonly act: BulkAct;
  readonly reason: string;
  /** The administrator's id. */
  readonly by: string;
  /** With which role, in which session: what is done to each of them is written down with both. */
  readonly role: StaffRole | null;
  readonly sessionId: string | null;
  readonly at: Date;
}

/** An act on many users, and how far it is. */
export interface StoredBulkAct {
  readonly id: string;
  readonly act: BulkAct;
  readonly reason: string;
  readonly by: string;
  readonly role: StaffRole | null;
  readonly sessionId: string | null;
  readonly askedAt: Date;
  readonly count: number;
  readonly doneCount: number;
  readonly refusedCount: number;
  /** When the last of them had its turn; null while one waits. */
  readonly endedAt: Date | null;
}

/** What became of one of them. */
export interface BulkActTarget {
  readonly userId: string;
  readonly email: string;
  /** Null: not yet its turn. */
  readonly outcome: TargetOutcome | null;
  readonly code: string | null;
  readonly stopId: string | null;
  /** PayPal charges them at this moment, or waits for their answer to a purchase. */
  readonly isCharged: boolean;
}

/** Acts on many users. Whom they concern is settled when they are asked for, and each one is done in a transaction of its own. */
export interface BulkActs {
  /**
   * @param whom - named, or found by a filter of which the caller saw how many it finds
   * @throws {DomainError} `selectionChanged` where it finds another number by now: nothing is done
   */
  ask(
    act: NewBulkAct,
    whom: { readonly ids: readonly string[] } | { readonly query: UserQuery; readonly moment: QueryMoment; readonly expectedCount: number },
  ): Promise<StoredBulkAct>;
  find(id: string): Promise<StoredBulkAct | null>;
  /** The newest first. */
  list(page: { readonly offset: number; readonly limit: number }): Promise<StoredBulkAct[]>;
  /** Those that were refused first, and those that wait last. */
  listTargets(id: string, page: { readonly offset: number; readonly limit: number }): Promise<BulkActTarget[]>;
  /** Acts of which somebody waits, oldest first. */
  listOpen(): Promise<StoredBulkAct[]>;
  /** Locks the next one whose turn it is until the transaction ends; null: nobody is left. */
  takeNext(id: string): Promise<string | null>;
  end(
    id: string,
    userId: string,
    ended: { readonly outcome: TargetOutcome; readonly code?: string; readonly stopId?: string; readonly at: Date },
  ): Promise<void>;
}
