/** How far the log of an organization is sealed and checked. */
export interface AuditCheck {
  /** The last day (UTC) that is sealed: '2026-01-31'; null before the first. */
  readonly sealedTo: string | null;
  /** Of that day: whoever keeps it elsewhere can tell whether the log, and all seals with it, were made anew. */
  readonly seal: string | null;
  /** In the days that are sealed. */
  readonly entries: number;
  /** Every one of them was looked at since then; null where some never was. */
  readonly checkedAt: Date | null;
  /** Days that are not what they were when they were sealed, oldest first, a hundred at most. */
  readonly brokenDays: readonly string[];
}

/**
 * The audit log day by day, each sealed once it is over: its seal is made of all its entries and of the seal before it, so
 * that nothing of the past is changed, added or taken away without a trace. Null stands for the platform's own log.
 */
export interface AuditDays {
  /**
   * Seals the days that are over, oldest first, from the first that has an entry.
   *
   * @param before - the day that is not over yet, UTC
   * @returns what was sealed, oldest first
   */
  seal(
    organizationId: string | null,
    given: { readonly before: Date; readonly at: Date },
  ): Promise<readonly { readonly day: string; readonly entries: number; readonly seal: string }[]>;
  /**
   * Reads what is sealed again, from the day that was looked at the longest ago, round to there, until so many entries were read.
   *
   * @returns the days that were found broken, oldest first
   */
  check(organizationId: string | null, given: { readonly entries: number; readonly at: Date }): Promise<readonly string[]>;
}
