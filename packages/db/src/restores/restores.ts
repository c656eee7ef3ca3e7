/** How a restored database is made ready for its workers. */
export interface RestoreOptions {
  readonly at: Date;
  /** When the restored state was the present one, or earlier; null: an hour before the last thing that it tells of. */
  readonly since: Date | null;
  /** Sequences of orders go on from here at the least. */
  readonly nextSequence: number;
  /** Every bot stops; else those that ran go on. */
  readonly stopsAll: boolean;
}

export interface Restored {
  /** From when on everything is asked for. */
  readonly since: Date;
  readonly bots: number;
  /** Mails to many that are paused: they may have been sent since. */
  readonly broadcasts: number;
}

export interface Restores {
  /**
   * Marks every bot so that all it did since is asked for at its exchange before it goes on. One that had stopped, or was
   * being rebalanced, is stopped once more: it may have been started since, and have orders open. Claims of workers that
   * still know the database as it was are void. Mails to many that were due or being sent are paused, for a person to decide.
   */
  prepare(options: RestoreOptions): Promise<Restored>;
}
