import type { BotPhase } from '@tenbin/bots';

/** When a worker is believed to be gone. */
export interface Lease {
  /** Without a heartbeat. */
  readonly leaseMs: number;
  /** Without a heartbeat, when its presence is gone as well. */
  readonly graceMs?: number;
}

/** An exchange account that a worker owns, with the epoch under which it may write. */
export interface Claim {
  readonly organizationId: string;
  readonly exchangeAccountId: string;
  readonly exchangeId: string;
  readonly epoch: number;
}

export interface NewClaim extends Claim {
  /** Whether a worker had it that has not given it back. */
  readonly isTakenOver: boolean;
}

/**
 * Who runs which exchange account. Times are the database's, so that the workers' clocks do not matter.
 * A worker whose heartbeat is older than the lease has lost its claims: anyone may take them, under the next epoch. One
 * whose process has ended loses them sooner: its presence is gone, and its heartbeat with it.
 */
export interface Workers {
  /** @param presence - the token of what the worker's process holds. @returns the worker's id */
  register(name: string, presence?: number | null): Promise<string>;
  /** @returns false when the worker is not registered (any more): it must stop and register again */
  beat(workerId: string): Promise<boolean>;
  /**
   * Takes accounts with bots that run or should, or with open virtual accounts, that nobody owns: up to `limit`, and no more than this worker's
   * fair share of them all. The epoch of each grows by one.
   */
  claim(workerId: string, options: { readonly limit: number } & Lease): Promise<NewClaim[]>;
  /** What it owns and nothing runs on any more, and what is beyond its fair share: for a worker that came later. */
  listExcess(workerId: string, lease: Lease): Promise<Claim[]>;
  /** What it owns now. */
  listClaims(workerId: string): Promise<Claim[]>;
  /** All bots, by state and why they stop or stopped: empty where somebody asked for it. */
  countBots(): Promise<{ readonly state: BotPhase['kind']; readonly cause: string; readonly count: number }[]>;
  /** How many accounts each worker owns, by its name: what an operator sees. */
  countOwned(): Promise<Record<string, number>>;
  /** Of these accounts those with a running bot whose key's rights are due to be looked at. */
  listRightsDue(among: readonly Claim[], options: { readonly at: Date; readonly limit: number }): Promise<Claim[]>;
  /** Of these accounts those with a bot that does not do what is requested: it shall run and does not, or the other way, or its stop is forced. */
  listUnmet(among: readonly Claim[]): Promise<Claim[]>;
  /**
   * Takes an account from whoever owns it, so that the caller may write under the next epoch, and a worker may claim it.
   *
   * @param options - the lease of an owner that keeps it; null: whether it lives does not matter
   * @returns the new epoch; null where the owner lives
   */
  takeAway(account: Pick<Claim, 'organizationId' | 'exchangeAccountId'>, lease: Lease | null): Promise<number | null>;
  /** Gives one account back. */
  release(workerId: string, claim: Pick<Claim, 'organizationId' | 'exchangeAccountId'>): Promise<void>;
  /** Gives everything back and forgets the worker. */
  leave(workerId: string): Promise<void>;
  /** Forgets workers whose heartbeat is older than this. @returns how many */
  removeDead(olderThanMs: number): Promise<number>;
}
